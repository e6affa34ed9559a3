import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../src/kit/text/counted.ts';

/** The option of every command to print one JSON object to stdout and nothing else. */
export type OutputOptions = { json?: boolean };

/** The only output of a command to stdout: the object for programs, or the lines for people. */
export function print(options: OutputOptions, value: object, lines: string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

export type Progress = { update(done: number): void; done(): void };

/** A progress bar on stderr, only on a terminal. */
export function progressBar(title: string, total: number, unit: string): Progress {
  const bar = startBar(`${title} {bar} {value}/{total} ${unit}`, total);
  return { update: (done) => bar?.update(done), done: () => bar?.stop() };
}

/** The same for a file of unknown length: the bar is its bytes, and beside it are the rows read. */
export function rowsBar(title: string, byteCount: number) {
  const bar = startBar(`${title} {bar} {percentage}% {rows} rows read`, byteCount, { rows: 0 });
  return {
    update: (byteCountRead: number, rows: number) => bar?.update(byteCountRead, { rows }),
    done: () => bar?.stop(),
  };
}

function startBar(format: string, total: number, shown: object = {}): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  bar.start(total, 0, shown);
  return bar;
}

const ROW_LINES_MAX = 20;

/** One problem with one row of a file; a row can have several. */
type Rejection = { row: number; field: string; reason: string };

/**
 * The first rejected rows of an import, one line each: the row as `describe` names it, and all its
 * problems. `rejected` may lack rows of a file with very many of them; `rejected_count` is their
 * number.
 */
export function rejectedLines<T extends Rejection>(
  { rejected, rejected_count }: { rejected: readonly T[]; rejected_count: number },
  describe: (rejection: T) => string,
): string[] {
  const rows = [...Map.groupBy(rejected, ({ row }) => row).values()];
  if (rows.length === 0) return [];
  const lines = rowLines(rows, describe);
  const known = rows.length === rejected_count ? 'all' : `the first ${rows.length}`;
  if (rejected_count > lines.length)
    lines.push(`  … and ${rejected_count - lines.length} more (${known} of them with --json)`);
  return [`${counted(rejected_count, 'row')} rejected:`, ...lines];
}

/** The same of values of rows that were taken, and kept as text. */
export function notedLines<T extends Rejection>(
  { noted, noted_count }: { noted: readonly T[]; noted_count: number },
  describe: (note: T) => string,
): string[] {
  if (noted_count === 0) return [];
  const rows = [...Map.groupBy(noted, ({ row }) => row).values()];
  const lines = rowLines(rows, describe);
  if (rows.length > lines.length)
    lines.push(`  … and ${counted(rows.length - lines.length, 'row')} more (with --json)`);
  return [`${counted(noted_count, 'value')} kept as text:`, ...lines];
}

/** Rows whose car parks seem to be listed already, one line each. */
export function duplicateLines<T extends { duplicates: readonly Duplicate[] }>(
  {
    possible_duplicates: rows,
    possible_duplicate_count: count,
  }: { possible_duplicates: readonly T[]; possible_duplicate_count: number },
  describe: (row: T) => string,
): string[] {
  if (count === 0) return [];
  const lines = rows.slice(0, ROW_LINES_MAX).map((row) => {
    const others = row.duplicates.map(
      ({ lot_id, name, distance_m }) =>
        `${name}, ${distance_m} m away (${lot_id ?? 'of this file'})`,
    );
    return `  ${describe(row)}: ${others.join('; ')}`;
  });
  if (count > lines.length) lines.push(`  … and ${count - lines.length} more (with --json)`);
  return [`${counted(count, 'lot')} taken that may be listed already:`, ...lines];
}

type Duplicate = { lot_id: string | null; name: string; distance_m: number };

function rowLines<T extends Rejection>(
  rows: readonly (readonly T[])[],
  describe: (problem: T) => string,
): string[] {
  return rows.slice(0, ROW_LINES_MAX).map((problems) => {
    const names = problems.slice(0, 1).map(describe);
    return `  ${names}: ${problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')}`;
  });
}

/** Makes the command exit with 1 when a file has rows but all of them were rejected. */
export function refuseUnusable(usableCount: number, rejected: readonly Rejection[]): void {
  if (usableCount === 0 && rejected.length > 0)
    throw new Error('nothing was imported: every row was rejected');
}
