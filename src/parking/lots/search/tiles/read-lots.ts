import { cellRange } from '../../../../kit/geo/cells.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
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
    lotIds,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
  });
  const lots: KnownLot[] = [];
  const shareTexts = openSharedTexts();
  await inTimeSlices(rows, (row) => {
    const lot = toKnownLot(row);
    shareTexts(lot);
    lots.push(lot);
  });
  return lots;
}

function toKnownLot(row: LotRow): KnownLot {
  const { lotId, livemode, latitude, longitude, maxHeightCm, ...others } = row;
  const { totalSpaces, takenSpaces, reportedAt, holds, cell, ...rest } = others;
  return {
    // What is read of every lot near a search comes first, so that it is in one place in memory.
    lotId,
    livemode,
    latitude,
    longitude,
    maxHeightCm,
    totalSpaces,
    takenSpaces,
    reportedAt,
    holds: holds === null ? NO_HOLDS : holds.map(toStandingHold),
    cell: BigInt(cell),
    ...rest,
    scheduledRates: rest.scheduledRates.length === 0 ? NO_RATES : rest.scheduledRates,
  };
}

function toStandingHold({ space_count, starts_at, ends_at, expires_at }: HoldRow): StandingHold {
  return {
    spaceCount: space_count,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    expiresAt: new Date(expires_at),
  };
}
