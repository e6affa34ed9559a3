import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Querier } from '../stores/postgres.ts';
import type { OfferedRate } from './offer-rate.ts';
import { ANYWHERE, type PlainRate, tariffOfRecord } from './plain-rate.ts';
import { type ShortSnapshot, toOfferedRate, toRateColumns } from './rate-columns.ts';

/**
 * A rate that was offered for a stay on a lot from `startsAt` until `endsAt`; it can be used until
 * `validUntil`.
 */
export type Quote = {
  lotId: string;
  rate: OfferedRate;
  startsAt: Date;
  /** Undefined in quotes of an earlier version. */
  endsAt?: Date | undefined;
  validUntil: Date;
};

/** Callers keep their quotes themselves; the seal proves that we made them. */
export type Quotes = {
  /** Reads the seal's key once; after that, sealing needs no database. */
  open(): Promise<{
    /** The quote as opaque text. */
    seal(quote: Quote): string;
    /** Undefined for a text that was not sealed by us. */
    read(text: string): Quote | undefined;
  }>;
};

/** How long a price can be used after it was shown, or after the start it was shown for. */
export const QUOTE_VALID_MS = 10 * 60_000;
/** Prices of stays that begin later than this are shown but not promised. */
export const QUOTE_AHEAD_DAYS_MAX = 30;
export const QUOTE_LENGTH_MAX = 8_000;

/**
 * Quotes of an earlier version have no `billing_step_minutes` and no `ends_at`, and for stays that
 * begin at once no `starts_at`.
 */
type Content = {
  /** null: it is no plain rate. */
  rate_minor: number | null;
  rate_unit: PlainRate['rateUnit'];
  billing_step_minutes?: number;
  max_daily_minor: number | null;
  /** Without the tariff where it is a plain rate: answers have many quotes. */
  rate_snapshot: ShortSnapshot;
  lot_id: string;
  starts_at?: string;
  ends_at?: string | undefined;
  valid_until: string;
};

/** Seals quotes with a key that all processes of the database share. */
export function createQuotes(db: Querier): Quotes {
  let key: Promise<Buffer> | undefined;

  async function readKey(): Promise<Buffer> {
    const [row] = await db.query<{ secret: Buffer }>('seal_keys_find');
    if (row === undefined) throw new Error('the database has no key to seal quotes with');
    return row.secret;
  }

  return {
    async open() {
      key ??= readKey().catch((error: unknown) => {
        key = undefined;
        throw error;
      });
      const secret = await key;
      return {
        seal: (quote) => {
          const content = pack(toContent(quote)).toString('base64url');
          return `${content}.${sealOf(content, secret).toString('base64url')}`;
        },
        read(text) {
          const [content = '', seal = ''] = text.split('.');
          const expected = sealOf(content, secret);
          const given = Buffer.from(seal, 'base64url');
          if (given.length !== expected.length || !timingSafeEqual(given, expected))
            return undefined;
          return toQuote(unpack(Buffer.from(content, 'base64url')));
        },
      };
    },
  };
}

function sealOf(content: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(content).digest();
}

/** Tariffs are long and repeat themselves; processes of an earlier version cannot sell by them. */
function pack(content: Content): Buffer {
  const text = JSON.stringify(content);
  return content.rate_minor === null
    ? Buffer.concat([PACKED, deflateRawSync(text)])
    : Buffer.from(text);
}

function unpack(packed: Buffer): Content {
  const isPacked = packed.subarray(0, PACKED.length).equals(PACKED);
  return JSON.parse(
    (isPacked ? inflateRawSync(packed.subarray(PACKED.length)) : packed).toString(),
  );
}

/** JSON begins otherwise. */
const PACKED = Buffer.from('z');

function toContent({ lotId, rate, startsAt, endsAt, validUntil }: Quote): Content {
  const { rateMinor, rateSnapshot, ...columns } = toRateColumns(rate);
  const { tariff, ...snapshot } = rateSnapshot;
  return {
    rate_minor: rateMinor,
    rate_unit: columns.rateUnit,
    billing_step_minutes: columns.billingStepMinutes,
    max_daily_minor: columns.maxDailyMinor,
    rate_snapshot: rateMinor === null ? { ...snapshot, tariff } : snapshot,
    lot_id: lotId,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt?.toISOString(),
    valid_until: validUntil.toISOString(),
  };
}

function toQuote(content: Content): Quote {
  return {
    lotId: content.lot_id,
    rate: toOfferedRate(snapshotOf(content)),
    startsAt: new Date(content.starts_at ?? 0),
    endsAt: content.ends_at === undefined ? undefined : new Date(content.ends_at),
    validUntil: new Date(content.valid_until),
  };
}

function snapshotOf({ rate_minor, rate_snapshot: snapshot, ...rate }: Content) {
  const { tariff, base_rate_minor } = snapshot;
  if (tariff !== undefined) return { ...snapshot, tariff };
  if (rate_minor === null) throw new Error('a quote has neither a rate nor a tariff');
  const terms = tariffOfRecord({ ...rate, rate_minor });
  const first_hour_minor = base_rate_minor ?? rate_minor;
  return { ...snapshot, tariff: { terms, conditions: ANYWHERE, first_hour_minor } };
}
