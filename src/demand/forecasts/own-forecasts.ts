import type { Clock } from '../../kit/clock.ts';
import { isReadable } from '../../kit/forecast/lot-facts.ts';
import type { Notices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { tileCache } from '../tiles/tile-cache.ts';

/** Lots whose forecasts are kept; about 1 kB each. */
const LOTS_KEPT_MAX = 50_000;
/** Rates and counts of lots change without a new forecast: they are read again. */
const KEPT_MS_MAX = 600_000;

/** Shown only to the operator of a listed, active lot with a forecast. */
export type OwnLot = {
  lotId: string;
  /** null: nobody counted them since the forecast was made. */
  spaces: number | null;
  currency: string;
  /** Minor units; null: no rate is posted. */
  postedHourly: number | null;
  postedDaily: number | null;
  /** Of its tariff, that which usually prices an hour; null: a plain rate says all. */
  part: string | null;
  /** See src/kit/forecast/packed-forecast.ts. */
  bytes: Uint8Array;
};

/**
 * The forecasts of some lots that readers see during the call, in the order of the lots, without
 * those that are no longer listed or have none.
 */
export type OwnForecasts = (lotIds: readonly string[]) => Promise<OwnLot[]>;

/** `notices`: of the channel `forecast`. */
type Deps = { db: Postgres; clock: Clock; notices: Notices; lotsKeptMax?: number };

/** Of one snapshot. The figures of all lots follow each other in one piece. */
type Found = { editionId: number; lots: SentOwnLot[]; figures: Buffer | null };

type SentOwnLot = {
  lot_id: string;
  space_count: number | null;
  currency: string;
  posted_hourly: number | null;
  posted_daily: number | null;
  part: string | null;
  byte_count: number;
};

/** Forecasts by lot, kept until the next ones; ten minutes at most. */
export function openOwnForecasts({
  db,
  clock,
  notices,
  lotsKeptMax = LOTS_KEPT_MAX,
}: Deps): OwnForecasts {
  const read = tileCache<OwnLot | null, Found, undefined, string>(
    { clock, notices },
    {
      find: (lotIds) => find(db, lotIds),
      versionOf: ({ editionId }) => String(editionId),
      restOf: () => undefined,
      tilesOf,
      sizeOf: () => 1,
    },
    { sizeMax: lotsKeptMax, keptMsMax: KEPT_MS_MAX },
  );
  return async (lotIds) => (await read(lotIds)).tiles.filter((lot) => lot !== null);
}

async function find(db: Postgres, lotIds: readonly string[]): Promise<Found> {
  const [found] = await db.query<Found>('own_forecasts_find', { lotIds });
  if (found === undefined) throw new Error('there is no edition of the forecasts');
  return found;
}

function tilesOf({ lots, figures }: Found, lotIds: readonly string[]): (OwnLot | null)[] {
  const byLot = new Map<string, OwnLot>();
  let from = 0;
  for (const lot of lots) {
    // A copy, so that the figures of others can be forgotten.
    const bytes = new Uint8Array(figures?.subarray(from, from + lot.byte_count) ?? []);
    from += lot.byte_count;
    if (!isReadable(bytes)) continue;
    byLot.set(lot.lot_id, {
      lotId: lot.lot_id,
      spaces: lot.space_count,
      currency: lot.currency,
      postedHourly: lot.posted_hourly,
      postedDaily: lot.posted_daily,
      part: lot.part,
      bytes,
    });
  }
  return lotIds.map((lotId) => byLot.get(lotId) ?? null);
}
