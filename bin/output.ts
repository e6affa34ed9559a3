import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../src/counted.ts';

/** The option of every command to print one JSON object to stdout and nothing else. */
export type OutputOptions = { json?: boolean };

/** The only output of a command to stdout: the object for programs, or the lines for people. */
export function print(options: OutputOptions, value: object, lines: string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

export type Progress = { update(done: number): void; done(): void };

/** A progress bar on stderr, only on a terminal; with an unknown `total` (0) it only counts. */
export function progressBar(title: string, total: number, unit: string): Progress {
  if (!process.stderr.isTTY) return { update() {}, done() {} };
  const format = total > 0 ? `${title} {bar} {value}/{total} ${unit}` : `${title} {value} ${unit}`;
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), done: () => bar.stop() };
}

const REJECTED_LINES_MAX = 20;

/** One problem with one row of a file; a row can have several. */
type Rejection = { row: number; field: string; reason: string };

/**
 * The first rejected rows of an import, one line each: the row as `describe` names it, and all its
 * problems.
 */
export function rejectedLines<T extends Rejection>(
  rejected: readonly T[],
  describe: (rejection: T) => string,
): string[] {
  const rows = [...Map.groupBy(rejected, ({ row }) => row).values()];
  if (rows.length === 0) return [];
  const lines = rows.slice(0, REJECTED_LINES_MAX).map((problems) => {
    const names = problems.slice(0, 1).map(describe);
    return `  ${names}: ${problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')}`;
  });
  if (rows.length > REJECTED_LINES_MAX) lines.push('  … (all of them with --json)');
  return [`${counted(rows.length, 'row')} rejected:`, ...lines];
}

/** Makes the command exit with 1 when a file has rows but all of them were rejected. */
export function refuseUnusable(usableCount: number, rejected: readonly Rejection[]): void {
  if (usableCount === 0 && rejected.length > 0)
    throw new Error('nothing was imported: every row was rejected');
}
