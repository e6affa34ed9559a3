import { Presets, SingleBar } from 'cli-progress';

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

/** The first rejected rows of an import, one line each. */
export function rejectedLines(
  rejected: readonly { row: number; field: string; reason: string }[],
): string[] {
  const lines = rejected
    .slice(0, REJECTED_LINES_MAX)
    .map(({ row, field, reason }) => `  row ${row}: ${field}: ${reason}`);
  if (rejected.length > 0) lines.unshift(`${rejected.length} rows rejected:`);
  if (rejected.length > REJECTED_LINES_MAX) lines.push('  … (all of them with --json)');
  return lines;
}
