import { cellRange } from '../../geometry/cells.ts';
import type { Querier } from '../../stores/postgres.ts';
import { inTurns } from '../../turns/take-turns.ts';
import type { KnownLot } from './known-lot.ts';

/** JSON has no instants and no 64-bit integers, so both arrive as text. */
type LotRow = Omit<KnownLot, 'cell' | 'holds'> & { cell: string; holds: HoldRow[] | null };
type HoldRow = { space_count: number; starts_at: string; ends_at: string; expires_at: string };

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
  await inTurns(rows, (row) => lots.push(toKnownLot(row)));
  return lots;
}

function toKnownLot({ cell, holds, ...row }: LotRow): KnownLot {
  return {
    ...row,
    cell: BigInt(cell),
    holds: (holds ?? []).map(({ space_count, starts_at, ends_at, expires_at }) => ({
      space_count,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
      expires_at: new Date(expires_at),
    })),
  };
}
