import { setTimeout as sleep } from 'node:timers/promises';
import { millisecondsInDay } from 'date-fns/constants';
import { searchPath } from '../../../bench/runs/search.ts';
import { callFor, type HttpCall, type HttpClient } from '../../../bench/stage/load.ts';
import type { Place } from '../../../bench/stage/market-data.ts';
import { monotonicMs } from '../../../src/kit/clock.ts';
import { dateOf } from '../../../src/kit/time/days.ts';
import { newUuid } from '../../../src/kit/uuid.ts';

/** What callers of all kinds do, each after a pause, so that the service has time to spare. */
export const CALLERS = 8;
const PAUSE_MS = 40;
/** Stays that are under way at the same time. */
const STAYS_MAX = 30;
const EXTEND_MINUTES = 30;
/** Vehicles counted on a lot, so few that it is never full. */
const COUNTED_MAX = 10;
const INTELLIGENCE = '/api/v2/intelligence';
const RATES = [2, 2.5, 3];

/** By kind of call, how long each took, in milliseconds. */
export type Latencies = Map<string, number[]>;

export type MixedLoad = {
  /** Of calls. */
  kindCount: number;
  /** Calls on until `isEnough`; throws when any call is not answered as it should be. */
  run(isEnough: () => boolean): Promise<void>;
  /** Of the calls since it was asked before. */
  takeLatencies(): Latencies;
};

/** Lots with their places, and those of them that belong to the key's operator. */
type City = { places: readonly Place[]; lotIds: readonly string[]; ownLotIds: readonly string[] };

export function openMixedLoad(client: HttpClient, city: City, random: () => number): MixedLoad {
  let latencies: Latencies = new Map();
  let plates = 0;
  const stays: string[] = [];
  const anyOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;

  const get = (path: string) => callFor(client, 200, { method: 'GET', path });
  const write = async (status: number, method: HttpCall['method'], path: string, asked: object) => {
    const call = { method, path, body: JSON.stringify(asked), idempotencyKey: newUuid() };
    return JSON.parse(await callFor(client, status, call));
  };
  const around = () => {
    const { lat, lng } = anyOf(city.places);
    return `lat=${lat}&lng=${lng}`;
  };
  const plate = () => `SK${String(plates++).padStart(7, '0')}`;

  async function park() {
    const asked = { lot_id: anyOf(city.lotIds), plate: plate() };
    const { session } = await write(201, 'POST', '/api/v1/sessions', asked);
    stays.push(session.id);
    if (random() < 0.3) {
      const named = { session_id: session.id, extend_minutes: EXTEND_MINUTES };
      await write(200, 'POST', '/api/v1/sessions/extend', named);
    }
    if (stays.length <= STAYS_MAX) return;
    await write(200, 'POST', '/api/v1/sessions/end', { session_id: stays.shift() });
  }

  async function hold() {
    const asked = { intent: 'now for an hour', lot_id: anyOf(city.lotIds), plate: plate() };
    const { hold: held } = await write(201, 'POST', '/api/v1/reserve', asked);
    await write(200, 'POST', `/api/v1/reserve/${held.id}/cancel`, {});
  }

  const own = () => `/api/v1/lots/${anyOf(city.ownLotIds)}`;
  /** Shares of all calls, of about 100. */
  const kinds: readonly { kind: string; share: number; call(): Promise<unknown> }[] = [
    { kind: 'search', share: 45, call: () => get(searchPath(city.places, random)) },
    { kind: 'search by price', share: 10, call: () => get(byPrice()) },
    { kind: 'search of 50 km', share: 3, call: () => get(searchPath(city.places, random, 50)) },
    { kind: 'stay', share: 16, call: park },
    { kind: 'hold', share: 4, call: hold },
    { kind: 'market rate', share: 8, call: () => get(`${INTELLIGENCE}/market-rate?${around()}`) },
    { kind: 'forecast', share: 4, call: () => get(forecast()) },
    { kind: 'hexes', share: 1, call: () => get(`${INTELLIGENCE}/hexes.geojson?${around()}`) },
    { kind: 'count', share: 4, call: () => write(200, 'POST', `${own()}/occupancy`, counted()) },
    {
      kind: 'rate',
      share: 2,
      call: () => write(200, 'PUT', `${own()}/rates`, { base_rate: anyOf(RATES) }),
    },
    { kind: 'sessions', share: 2, call: () => get('/api/v1/sessions?limit=50') },
    { kind: 'events', share: 1, call: () => get('/api/v1/events?limit=50') },
  ];
  const byPrice = () => `${searchPath(city.places, random)}&sort=price`;
  const forecast = () => `${INTELLIGENCE}/demand-forecast?${around()}&date=${dateOf(today() + 1)}`;
  const today = () => Math.floor(Date.now() / millisecondsInDay);
  const counted = () => ({ occupied: Math.floor(random() * COUNTED_MAX) });
  const allShares = kinds.reduce((sum, { share }) => sum + share, 0);

  async function callOnce() {
    let left = random() * allShares;
    const chosen = kinds.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    if (chosen === undefined) return;
    const before = monotonicMs();
    await chosen.call();
    const ofKind = latencies.get(chosen.kind) ?? [];
    latencies.set(chosen.kind, ofKind);
    ofKind.push(monotonicMs() - before);
  }

  return {
    kindCount: kinds.length,
    async run(isEnough) {
      let isOver = false;
      const callOn = async () => {
        while (!isOver && !isEnough()) {
          await callOnce();
          await sleep(PAUSE_MS);
        }
      };
      try {
        await Promise.all(Array.from({ length: CALLERS }, callOn));
      } finally {
        isOver = true;
      }
    },
    takeLatencies() {
      const taken = latencies;
      latencies = new Map();
      return taken;
    },
  };
}
