import type { FieldProblem } from '../../kit/errors.ts';
import type { ColumnReport } from '../../kit/tables/tally-columns.ts';
import type { PossibleDuplicate } from '../../parking/lots/duplicates/possible-duplicates.ts';
import type { RejectedRow, RowOutcome } from '../../parking/lots/write/batch/numbered-rows.ts';
import type { ShownChange } from '../../parking/lots/write/write-lots.ts';
import { type CountedDuplicates, countDuplicates } from './count-duplicates.ts';
import type { FileWarning } from './file-warnings.ts';
import { NO_PLACE } from './formats/describe-renamed-lot.ts';
import { FEATURE_REFUSALS } from './rows/read-lot-row.ts';

export type ImportedLots = CountedDuplicates & {
  /** Whether nothing was written. */
  dry_run: boolean;
  /** How the file is written: `CSV with semicolons, Windows-1252`. */
  format: string;
  /** What became of each column, or key. */
  columns: ColumnReport[];
  warnings: FileWarning[];
  /** The first LOTS_SHOWN_MAX lots, as rows of stays and counts can name them. */
  lots: ImportedLot[];
  created: number;
  updated: number;
  unchanged: number;
  /** How many of these are listed once their operator is checked. */
  waiting: number;
  /** Entries of the file that are no lots. */
  passed_over: number;
  /** How many values of lots that were taken are kept as text. */
  noted_count: number;
  /** The first NOTES_MAX of them, in the order of the file. */
  noted: RowProblem[];
  /** How many rows were not imported. */
  rejected_count: number;
  /** One entry for each problem of each row that was not imported, in the order of the file. */
  rejected: RowProblem[];
};

/** `ref` null: the lot has only its id. */
export type ImportedLot = {
  row: number;
  name: string | null;
  status: 'created' | 'updated' | 'unchanged';
  /** null: it would be given by the import that is rehearsed. */
  id: string | null;
  ref: string | null;
  /** What is different from before; empty where the lot is new, or nothing is. */
  changes: FieldChange[];
};

/** A field of a lot as the API shows it; undefined: the value is not shown. */
type FieldChange = { field: string; from?: unknown; to?: unknown };

/** `row` is the position in the file, from 1; `name` is the row's name for its lot, null: none. */
export type RowProblem = Omit<RejectedRow, 'problems'> & FieldProblem;

/** All notes about a file of a country would not fit into memory. */
const NOTES_MAX = 10_000;
const LOTS_SHOWN_MAX = 10_000;
/** Whether a note is about a value that was not understood, not about one without a place. */
export const isUnread = ({ reason }: FieldProblem) => reason !== NO_PLACE;

/**
 * Counts what became of rows, and lists the first of them. `beyondLimit`: the problem of rows
 * beyond the lots that the operator may have; undefined: it may have any number.
 */
export function countOutcomes(dryRun: boolean, beyondLimit?: FieldProblem) {
  const imported = { created: 0, updated: 0, unchanged: 0, waiting: 0 };
  const rejected: RejectedRow[] = [];
  const noted: RowProblem[] = [];
  const lots: ImportedLot[] = [];
  const listedTwice = countDuplicates();
  /** Ids of lots that are created only in a rehearsal. */
  const rehearsed = new Set<string>();
  const idOf = (lotId: string) => (rehearsed.has(lotId) ? null : lotId);
  let notedCount = 0;
  return {
    rejected,
    /** `duplicates`: what looks like the same car park; undefined: nothing does. */
    add(
      { row, name, lotId, ref, outcome, isWaiting, change, notes: all }: RowOutcome,
      duplicates: PossibleDuplicate[] | undefined,
    ): void {
      if (outcome === 'lot_limit') {
        if (beyondLimit === undefined) throw new Error('this import has no limit of lots');
        rejected.push({ row, name, problems: [beyondLimit] });
        return;
      }
      if (outcome === 'spaces_in_use' || outcome === 'currency_in_use') {
        rejected.push({ row, name, problems: [FEATURE_REFUSALS[outcome]] });
        return;
      }
      imported[outcome] += 1;
      if (isWaiting) imported.waiting += 1;
      if (dryRun && outcome === 'created') rehearsed.add(lotId);
      if (lots.length < LOTS_SHOWN_MAX)
        lots.push({ row, name, status: outcome, id: idOf(lotId), ref, changes: changesOf(change) });
      if (duplicates !== undefined) listedTwice.add({ row, name, lotId }, duplicates);
      const notes = all.filter(isUnread);
      notedCount += notes.length;
      const shown = notes.slice(0, NOTES_MAX - noted.length);
      noted.push(...shown.map((note) => ({ row, name, ...note })));
    },
    result() {
      const inOrder = rejected.toSorted((a, b) => a.row - b.row);
      return {
        ...imported,
        lots: lots.toSorted((a, b) => a.row - b.row),
        ...listedTwice.result(idOf),
        noted_count: notedCount,
        noted: noted.toSorted((a, b) => a.row - b.row),
        rejected_count: rejected.length,
        rejected: inOrder.flatMap(({ problems, ...row }) =>
          problems.map((problem) => ({ ...row, ...problem })),
        ),
      };
    },
  };
}

/** A posted rate gets another id each time it is tried, so that is left out. */
function changesOf(change: ShownChange | null): FieldChange[] {
  if (change === null) return [];
  const { changed, before, after } = change;
  return changed
    .filter((field) => field !== 'rate_id')
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
