import { cellRange } from '../../../../kit/geo/cells.ts';
import { inTurns } from '../../../../kit/pool/take-turns.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { ScheduledRate } from '../../../../tariffs/price-rules.ts';
import type { KnownLot, StandingHold } from '../match/known-lot.ts';
import { openSharedTexts } from './shared-texts.ts';

/** JSON has no instants and no 64-bit integers, so both arrive as text. */
type LotRow = Omit<KnownLot, 'cell' | 'holds'> & { cell: string; holds: HoldRow[] | null };
type HoldRow = { space_count: number; starts_at: string; ends_at: string; expires_at: string };

const NO_HOLDS: readonly StandingHold[] = [];
const NO_RATES: ScheduledRate[] = [];

/** The listed, active lots among those given, and those under some H3 cells. */
export async function readLots(
  db: Querier,
  lotIds: readonly string[],
  cells: readonly bigint[],
): Promise<KnownLot[]> {
  if (lotIds.length + cells.length === 0) return [];
  const ranges = cells.map(cellRange);
  const rows = await db.query<LotRow>('lots_read', {
    lot_ids: lotIds,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
  });
  const lots: KnownLot[] = [];
  const shareTexts = openSharedTexts();
  await inTurns(rows, (row) => {
    const lot = toKnownLot(row);
    shareTexts(lot);
    lots.push(lot);
  });
  return lots;
}

function toKnownLot(row: LotRow): KnownLot {
  const { lot_id, livemode, latitude, longitude, max_height_cm, ...others } = row;
  const { total_spaces, taken_spaces, reported_at, holds, cell, ...rest } = others;
  return {
    // What is read of every lot near a search comes first, so that it is in one place in memory.
    lot_id,
    livemode,
    latitude,
    longitude,
    max_height_cm,
    total_spaces,
    taken_spaces,
    reported_at,
    holds: holds === null ? NO_HOLDS : holds.map(toStandingHold),
    cell: BigInt(cell),
    ...rest,
    scheduled_rates: rest.scheduled_rates.length === 0 ? NO_RATES : rest.scheduled_rates,
  };
}

function toStandingHold({ space_count, starts_at, ends_at, expires_at }: HoldRow): StandingHold {
  return {
    space_count,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
    expires_at: new Date(expires_at),
  };
}
