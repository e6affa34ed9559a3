import { plateColumns } from '../../parking/vehicles/plate.ts';
import type { Querier } from '../../stores/postgres.ts';

/** A finished stay from somewhere else, on a lot of the importing operator. */
export type FinishedStay = {
  lotId: string;
  /** As it is compared. */
  plate: string;
  /** As it was written; default: as it is compared. */
  shownPlate?: string;
  startedAt: string;
  endedAt: string;
  amountMinor: number;
  currency: string;
};

/** Rows per statement: large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_STATEMENT = 5_000;

/**
 * Writes finished stays with one audit row each; `source` is `import`. A stay that is stored
 * already (same lot, plate and start) is not changed, so importing twice changes nothing;
 * `differing` are the positions, from 0, of those whose end or amount differs from the stored one.
 * No events are written, because receivers would take old stays for new ones.
 */
export async function importStays(
  db: Querier,
  input: {
    livemode: boolean;
    actorId: string;
    stays: readonly FinishedStay[];
    onProgress?: (done: number) => void;
  },
): Promise<{ created: number; differing: number[] }> {
  let created = 0;
  const differing: number[] = [];
  for (let from = 0; from < input.stays.length; from += ROWS_PER_STATEMENT) {
    const part = input.stays.slice(from, from + ROWS_PER_STATEMENT);
    const [row] = await db.query<{ created: number; differing: number[] }>('sessions_import', {
      livemode: input.livemode,
      actorId: input.actorId,
      lotIds: part.map((stay) => stay.lotId),
      plates: part.map((stay) => stay.plate),
      shownPlates: part.map((stay) => plateColumns(stay).shownPlate),
      startedAts: part.map((stay) => stay.startedAt),
      endedAts: part.map((stay) => stay.endedAt),
      amountsMinor: part.map((stay) => stay.amountMinor),
      currencies: part.map((stay) => stay.currency),
    });
    created += row?.created ?? 0;
    differing.push(...(row?.differing ?? []).map((number) => from + number - 1));
    input.onProgress?.(from + part.length);
  }
  return { created, differing };
}
