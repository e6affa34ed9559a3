import { parse } from 'csv-parse/sync';

/** What may stand between the columns of a table, the rarer in texts first. */
const SEPARATORS = ['\t', '|', ';', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Lines that are looked at. */
const LINES_MAX = 30;
/** The first line that sets the separator for Excel: `sep=;`. */
export const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** The separator in words. */
export function separatorName(separator: Separator): string {
  return { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars (|)' }[separator];
}

/**
 * The separator by which the beginning of a table becomes most columns, where as many lines as
 * possible have as many as the header. A comma when there is nothing to tell.
 */
export function findSeparator(beginning: string): Separator {
  const [, stated] = SEPARATOR_LINE.exec(beginning) ?? [];
  const separator = SEPARATORS.find((separator) => separator === stated);
  if (separator !== undefined) return separator;
  const scores = SEPARATORS.map((separator) => scoreOf(separator, beginning));
  const best = Math.max(...scores);
  return best <= ONE_COLUMN ? ',' : (SEPARATORS[scores.indexOf(best)] ?? ',');
}

const ONE_COLUMN = 1;

function scoreOf(separator: Separator, beginning: string): number {
  const [header, ...others] = widthsOf(separator, beginning);
  if (header === undefined || header < 2) return ONE_COLUMN;
  const alike = others.filter((width) => width === header).length;
  // A header alone counts, too.
  return header * (others.length === 0 ? 1 : 1 + alike / others.length);
}

/** Cells in each of the first lines. */
function widthsOf(separator: Separator, beginning: string): number[] {
  const options = {
    delimiter: separator,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: LINES_MAX,
  };
  const records: string[][] = parse(beginning, options);
  return records.map(({ length }) => length);
}
