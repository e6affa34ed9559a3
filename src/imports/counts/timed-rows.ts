import { badField } from '../../kit/errors.ts';
import { readFileTime } from '../../kit/tables/file-times.ts';
import type { CsvContext, UnreadCsvRow } from '../lots/import-csv.ts';
import type { Count } from './read-count.ts';
import { settleTimes } from './settle-times.ts';

/** A row whose time is settled only when later rows were seen. */
export type TimedRow = {
  series: string;
  instants: readonly Date[];
  line: number;
  lotRef: string;
  values: UnreadCsvRow<Count>['values'];
  /** Errors: BAD_REQUEST naming columns. */
  read(at: Date | undefined): Count;
};

/**
 * The instants that a cell may mean. `choose` returns the settled one; its errors are BAD_REQUEST
 * naming the column.
 */
export function timeIn(column: string, text: string, context: CsvContext) {
  let instants: Date[] = [];
  let problem: unknown;
  try {
    if (text === '') throw badField(column, 'is missing');
    instants = readFileTime(column, text, context);
  } catch (error) {
    problem = error;
  }
  return {
    instants,
    choose(settled: Date | undefined, now: Date): Date {
      if (problem !== undefined) throw problem;
      if (settled === undefined) throw badField(column, SHOWN_TWICE);
      if (settled > now) throw badField(column, 'is in the future');
      return settled;
    },
  };
}

const SHOWN_TWICE =
  'was shown twice by the clocks, and the order of rows does not tell which is meant: give it ' +
  'with its offset, such as +02:00';

/** The rows once their times are settled. */
export async function* settledRows(
  rows: AsyncIterable<TimedRow>,
): AsyncGenerator<UnreadCsvRow<Count>> {
  for await (const { reading, at } of settleTimes(rows)) {
    const { line, lotRef, values } = reading;
    yield { line, lotRef, values, read: () => reading.read(at) };
  }
}
