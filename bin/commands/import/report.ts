import { KEPT_AS_TAG } from '../../../src/imports/lots/files/column-meanings.ts';
import type { FieldProblem } from '../../../src/kit/errors.ts';
import type { ColumnReport } from '../../../src/kit/tables/tally-columns.ts';
import { counted } from '../../../src/kit/text/counted.ts';

const WARNINGS_SHOWN_MAX = 20;
const COLUMNS_SHOWN_MAX = 30;
const WIDTH_MAX = 40;

type Warning = FieldProblem & { row?: number | null; name?: string | null };

type Report = {
  dry_run: boolean;
  format: string;
  columns: readonly ColumnReport[];
  warnings: readonly Warning[];
};

/** What was understood of a file, what was left out, and what is probably not meant. */
export function reportLines({ dry_run, format, columns, warnings }: Report): string[] {
  const kept = columns.filter(({ read_as }) => read_as === KEPT_AS_TAG);
  const read = columns.filter(({ read_as }) => read_as !== null && read_as !== KEPT_AS_TAG);
  const left = columns.filter(({ read_as }) => read_as === null);
  return [
    ...(dry_run ? ['Nothing was written: this is a rehearsal (--dry-run).'] : []),
    `Read as ${format}.`,
    ...section('Understood:', read.map(readLine)),
    ...section(
      'Kept as tags:',
      shortened(
        kept.map(({ column }) => `  ${column}`),
        COLUMNS_SHOWN_MAX,
      ),
    ),
    ...section(
      'Left out, because nothing here stands for it:',
      shortened(left.map(leftLine), COLUMNS_SHOWN_MAX),
    ),
    ...section('Look at:', shortened(warnings.map(warningLine), WARNINGS_SHOWN_MAX)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function shortened(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `  … and ${more} more (with --json)`] : [...lines];
}

function readLine(report: ColumnReport): string {
  const { column, read_as, unreadable_count } = report;
  const as = read_as === column ? '' : ` as ${read_as}`;
  const unread = unreadable_count === 0 ? '' : `, ${unreadable_count} cannot be read`;
  return `  ${column}${as}: ${valuesOf(report)}${unread}`;
}

function leftLine(report: ColumnReport): string {
  return `  ${report.column}: ${valuesOf(report)}`;
}

function valuesOf({ value_count, example }: ColumnReport): string {
  const shown = example === null ? '' : `, such as "${example.slice(0, WIDTH_MAX)}"`;
  return `${counted(value_count, 'value')}${shown}`;
}

function warningLine({ row, name, field, reason }: Warning): string {
  const where = row == null ? '' : `row ${row} (${name ?? 'no name'}): `;
  return `  ${where}${field}: ${reason}`;
}
