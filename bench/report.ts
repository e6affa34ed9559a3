import { cpus, totalmem } from 'node:os';
import type { Load } from './load.ts';
import { median } from './stats.ts';

/** How much is measured, and how a bench tells about it. */
export type Run = {
  pairs: number;
  durationMs: number;
  /** Shows what is being done now. */
  say(text: string): void;
  /** Prints a line that stays. */
  note(text: string): void;
};

/**
 * Two sides measured in turns in one run. Only their ratio can be compared between runs, because
 * the machine's speed varies.
 */
export type Comparison = {
  title: string;
  against: string;
  /** The figure of both sides that is divided: answers per second, or the 99th percentile. */
  figure: 'perSecond' | 'p99Ms';
  /** What the ratio should be, such as `>= 0.5`. */
  aim: string;
  pairs: { ours: Load; bare: Load }[];
};

export type Row = {
  title: string;
  against: string;
  ours: string;
  bare: string;
  ratio: number;
  aim: string;
};

export function toRow({ title, against, figure, aim, pairs }: Comparison): Row {
  const describe = (side: 'ours' | 'bare') => {
    const perSecond = median(pairs.map((pair) => pair[side].perSecond));
    const p99Ms = median(pairs.map((pair) => pair[side].p99Ms));
    return `${Math.round(perSecond)}/s, p99 ${p99Ms.toFixed(1)} ms`;
  };
  return {
    title,
    against,
    ours: describe('ours'),
    bare: describe('bare'),
    ratio: median(pairs.map((pair) => pair.ours[figure] / pair.bare[figure])),
    aim,
  };
}

/** The table as Markdown, after the machine and the conditions of the measurement. */
export function describeRun(rows: readonly Row[], conditions: string): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${gib} GiB; ${conditions}.`,
    '',
    '| Work | ours | against | bare | ratio | aim |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.title} | ${row.ours} | ${row.against} | ${row.bare} ` +
        `| **${row.ratio.toFixed(2)}** | ${row.aim} |`,
    ),
  ].join('\n');
}

/**
 * A table after another run: a row of the same work and the same bare side is replaced, a new one
 * comes last, and what was not measured this time stays.
 */
export function mergeTables(before: string, after: string): string {
  const rows = new Map<string, string>();
  for (const line of [...before.split('\n'), ...after.split('\n')]) {
    const [, work, , against] = line.split('|');
    if (against !== undefined) rows.set(`${work} | ${against}`, line);
  }
  const aboveTable = after.slice(0, after.indexOf('|'));
  return aboveTable + [...rows.values()].join('\n');
}
