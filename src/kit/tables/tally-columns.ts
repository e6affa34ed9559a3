import { shownText } from '../text/shown-text.ts';

/** What became of one column of a file. */
export type ColumnReport = {
  column: string;
  /** What its values stand for; null: nothing that is stored, so they are left out. */
  read_as: string | null;
  /** Rows with a value. */
  value_count: number;
  /** How many of these values could not be read. */
  unreadable_count: number;
  /** The first value; null: there is none, or values of this file are not shown. */
  example: string | null;
};

/** Of tags, a file may have any number of keys. */
const COLUMNS_MAX = 300;

/**
 * Counts the values of columns. `readAs` says what a column stands for; `add` takes the values of
 * one row, and which of its columns could not be read.
 */
export function tallyColumns(
  readAs: (column: string) => string | null,
  { isShown = true }: { isShown?: boolean } = {},
) {
  const reports = new Map<string, ColumnReport>();

  function reportOf(column: string): ColumnReport | undefined {
    const known = reports.get(column);
    if (known !== undefined || reports.size >= COLUMNS_MAX) return known;
    const report = { value_count: 0, unreadable_count: 0, example: null };
    const added = { column: shownText(column), read_as: readAs(column), ...report };
    reports.set(column, added);
    return added;
  }

  return {
    /** Lists columns, with or without values. */
    expect(columns: Iterable<string>): void {
      for (const column of columns) reportOf(column);
    },
    add(values: Iterable<readonly [string, unknown]>, unreadable: ReadonlySet<string>): void {
      for (const [column, value] of values) {
        if (isEmpty(value)) continue;
        const report = reportOf(column);
        if (report === undefined) continue;
        report.value_count += 1;
        if (unreadable.has(column)) report.unreadable_count += 1;
        if (isShown) report.example ??= textOf(value);
      }
    },
    reports: (): ColumnReport[] => [...reports.values()],
  };
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}

function textOf(value: unknown): string {
  return shownText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
