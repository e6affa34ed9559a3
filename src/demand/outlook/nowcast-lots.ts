import type { Clock } from '../../kit/clock.ts';
import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import { localSlotAt } from '../../kit/forecast/history/local-slots.ts';
import { NOWCAST_SLOTS } from '../../kit/forecast/lot-forecast.ts';
import { nowcastShare } from '../../kit/forecast/nowcast.ts';
import type { Notices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { occupancyPct } from '../../tariffs/offer-lot-rate.ts';
import { tileCache } from '../tiles/tile-cache.ts';
import { NO_SHARES, packShares, readShares, type SoonShares } from './soon-shares.ts';

const MINUTES_PER_SLOT = (24 * 60) / HALF_HOURS;
/** Lots whose shares of the next hours are kept; about 100 bytes each, with their place. */
const LOTS_KEPT_MAX = 1_000_000;
/** Shares that are kept reach this far beyond the next two hours. */
const KEPT_MS_MAX = 600_000;

/** What is expected soon after now. */
export type Nowcast = { in_minutes: number; available_spaces: number; occupied_pct: number };

/** A lot as a search shows it. */
type ShownLot = {
  lotId: string;
  timezone: string;
  totalSpaces: number | null;
  availableSpaces: number | null;
};

/**
 * What is expected of some lots in 30 minutes, 1 and 2 hours, in their order: what was forecast,
 * and what remains by then of the present difference from it. Null for a lot without a
 * forecast at one of these times.
 */
export type NowcastLots = (lots: readonly ShownLot[], now: Date) => Promise<(Nowcast[] | null)[]>;

/** `notices`: of the channel `forecast`. */
type Deps = { db: Postgres; clock: Clock; notices: Notices; lotsKeptMax?: number };

/** Of one snapshot. The figures of all lots follow each other in one piece. */
type Found = {
  editionId: number;
  now: Date;
  lots: { lot_id: string; timezone: string; byte_count: number }[];
  figures: Buffer | null;
};

/**
 * Nowcasts by the forecasts that readers see during the call. Of each lot that is asked for, only
 * what is expected in the next hours is kept, until the next forecasts; ten minutes at most.
 */
export function openNowcasts({
  db,
  clock,
  notices,
  lotsKeptMax = LOTS_KEPT_MAX,
}: Deps): NowcastLots {
  const read = tileCache<SoonShares, Found, undefined, string>(
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
  return async (lots, now) => {
    const { tiles } = await read(lots.map(({ lotId }) => lotId));
    const slots = new Map<string, number>();
    return lots.map((lot, i) => {
      const slot = slots.get(lot.timezone) ?? localSlotAt(lot.timezone, now.getTime());
      slots.set(lot.timezone, slot);
      return nowcast(lot, tiles[i] ?? NO_SHARES, slot);
    });
  };
}

async function find(db: Postgres, lotIds: readonly string[]): Promise<Found> {
  const [found] = await db.query<Found>('forecasts_find', { lotIds });
  if (found === undefined) throw new Error('there is no edition of the forecasts');
  return found;
}

function tilesOf({ lots, figures, now }: Found, lotIds: readonly string[]): SoonShares[] {
  const byLot = new Map<string, SoonShares>();
  let from = 0;
  for (const { lot_id, timezone, byte_count } of lots) {
    const bytes = (figures ?? new Uint8Array()).subarray(from, from + byte_count);
    from += byte_count;
    byLot.set(lot_id, packShares(bytes, localSlotAt(timezone, now.getTime())));
  }
  return lotIds.map((lotId) => byLot.get(lotId) ?? NO_SHARES);
}

function nowcast(lot: ShownLot, soon: SoonShares, slot: number): Nowcast[] | null {
  const { totalSpaces, availableSpaces } = lot;
  if (totalSpaces === null || totalSpaces === 0 || availableSpaces === null) return null;
  const now = 1 - availableSpaces / totalSpaces;
  const { shareNear, carryAt } = readShares(soon);
  const forNow = shareNear(slot);
  const expected: Nowcast[] = [];
  for (const [i, ahead] of NOWCAST_SLOTS.entries()) {
    const forThen = shareNear(slot + ahead);
    const share = nowcastShare(now, { forNow, forThen }, carryAt(i) || 0);
    if (Number.isNaN(share)) return null;
    const occupiedSpaces = Math.round(share * totalSpaces);
    expected.push({
      in_minutes: ahead * MINUTES_PER_SLOT,
      available_spaces: totalSpaces - occupiedSpaces,
      occupied_pct: occupancyPct({ totalSpaces, occupiedSpaces }) ?? 0,
    });
  }
  return expected;
}
