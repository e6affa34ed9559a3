import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Geocoding } from '../../kit/places/geocoder.ts';
import { askNominatim } from '../../kit/places/nominatim.ts';
import { askPhoton } from '../../kit/places/photon.ts';
import type { Querier } from '../postgres.ts';

/** From the question to the answer, including the wait for a turn. */
const TIMEOUT_MS = 5_000;
/** With less time than this left, a request is not sent. */
const REQUEST_MS_MIN = 2_000;

const DAY_SECONDS = 24 * 60 * 60;
const KEPT_SECONDS = 30 * DAY_SECONDS;
/** The provider's map grows, so a place that is missing today may exist tomorrow. */
const NOTHING_KEPT_SECONDS = DAY_SECONDS;

/** How to ask a provider, by the interface that it speaks. */
const ASK = { nominatim: askNominatim, photon: askPhoton };

export type ProviderOptions = {
  db: Querier;
  speaks: keyof typeof ASK;
  /** http or https, without a slash at the end. */
  baseUrl: string;
  userAgent: string;
  timeoutMs?: number;
  /** How to wait until a request may be sent. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
};

/** `query` as returned by `readQuery`. */
export type Provider = { ask(query: string, limit: number): Promise<Geocoding> };

/**
 * A geocoding provider, asked at most once a second by all processes of the database together. Its
 * answers are stored in the database for 30 days, or for one day when they contain no place;
 * concurrent callers with the same question share its answer. Rejects when its turn is too far
 * away, when the provider fails (failures are never stored), and when the database fails.
 */
export function openProvider(options: ProviderOptions): Provider {
  const { db, speaks, baseUrl, userAgent, timeoutMs = TIMEOUT_MS, wait = waitFor } = options;
  const asking = new Map<string, Promise<Geocoding>>();

  async function answer(query: string, limit: number, querySha256: Buffer): Promise<Geocoding> {
    const signal = AbortSignal.timeout(timeoutMs);
    const [kept] = await db.query<Geocoding>('geocodes_find', { querySha256 });
    if (kept !== undefined) return kept;
    await wait(await claimSlot(db, Math.max(0, timeoutMs - REQUEST_MS_MIN)), signal);
    const found = await ASK[speaks]({ baseUrl, userAgent, query, limit, signal });
    await db.query('geocodes_insert', {
      querySha256,
      places: JSON.stringify(found.places),
      attribution: found.attribution,
      keptSeconds: found.places.length > 0 ? KEPT_SECONDS : NOTHING_KEPT_SECONDS,
    });
    return found;
  }

  return {
    ask(query, limit) {
      const question = JSON.stringify([baseUrl, query.toLowerCase(), limit]);
      const running = asking.get(question);
      if (running !== undefined) return running;
      const querySha256 = createHash('sha256').update(question).digest();
      const asked = answer(query, limit, querySha256).finally(() => asking.delete(question));
      asking.set(question, asked);
      return asked;
    },
  };
}

/** Milliseconds until this process may send its request. */
async function claimSlot(db: Querier, waitMsMax: number): Promise<number> {
  const [slot] = await db.query<{ waitMs: number }>('geocoder_slots_claim', {
    waitMsMax,
  });
  if (slot === undefined) throw new Error('too many requests wait for the geocoding provider');
  return Math.ceil(slot.waitMs);
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal });
}
