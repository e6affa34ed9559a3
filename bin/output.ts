import { Presets, SingleBar } from 'cli-progress';
import { counted } from '../src/counted.ts';

/** Every command takes it: one JSON object on stdout and nothing else. */
export type OutputOptions = { json?: boolean };

/** The one thing a command says on stdout: the object for machines, or the lines for people. */
export function print(options: OutputOptions, value: object, lines: string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

export type Progress = { update(done: number): void; done(): void };

/** A bar on stderr, on a terminal only; `total` may be unknown (0), then it just counts. */
export function progressBar(title: string, total: number, unit: string): Progress {
  if (!process.stderr.isTTY) return { update() {}, done() {} };
  const format = total > 0 ? `${title} {bar} {value}/{total} ${unit}` : `${title} {value} ${unit}`;
  const bar = new SingleBar({ format, stream: process.stderr }, Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), done: () => bar.stop() };
}

const REJECTED_LINES_MAX = 20;

/** What is wrong with one row of a file; a row has as many of these as it has problems. */
type Rejection = { row: number; field: string; reason: string };

/**
 * The first rejected rows of an import, one line each: what `describe` calls the row, and all its
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

/** Ends the command with 1 where a file had rows and not one of them was good. */
export function refuseUnusable(usableCount: number, rejected: readonly Rejection[]): void {
  if (usableCount === 0 && rejected.length > 0)
    throw new Error('nothing was imported: every row was rejected');
}
