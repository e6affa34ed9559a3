import type { PossibleDuplicate } from '../../parking/lots/duplicates/possible-duplicates.ts';
import type { RowOutcome } from '../../parking/lots/write/batch/numbered-rows.ts';

export type CountedDuplicates = {
  /** How many lots look like a car park that is listed already, by somebody else or twice. */
  possible_duplicate_count: number;
  /** The first ROWS_MAX of them, in the order of the file. */
  possible_duplicates: RowDuplicates[];
};

/**
 * A row with the other lots that look like its car park, the nearest first. `lot_id` null: it would
 * be given by the import that is rehearsed.
 */
type RowDuplicates = {
  row: number;
  name: string | null;
  lot_id: string | null;
  duplicates: (Omit<PossibleDuplicate, 'lot_id'> & { lot_id: string | null })[];
};

type Row = Pick<RowOutcome, 'row' | 'name' | 'lotId'>;

/** Those of a file of a country would not fit into memory. */
const ROWS_MAX = 10_000;

/** Counts rows with possible duplicates, and lists the first of them. */
export function countDuplicates() {
  const found: (Row & { duplicates: readonly PossibleDuplicate[] })[] = [];
  let count = 0;
  return {
    add(row: Row, duplicates: readonly PossibleDuplicate[]): void {
      count += 1;
      if (found.length < ROWS_MAX) found.push({ ...row, duplicates });
    },
    /** `idOf`: the id that is shown for a lot's id. */
    result(idOf: (lotId: string) => string | null): CountedDuplicates {
      const inOrder = found.toSorted((a, b) => a.row - b.row);
      return {
        possible_duplicate_count: count,
        possible_duplicates: inOrder.map(({ row, name, lotId, duplicates }) => ({
          row,
          name,
          lot_id: idOf(lotId),
          duplicates: duplicates.map((one) => ({ ...one, lot_id: idOf(one.lot_id) })),
        })),
      };
    },
  };
}
