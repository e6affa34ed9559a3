import type { Sizes } from './sizes.ts';
import type { Load } from './stage/load.ts';
import { median } from './stats.ts';

/** How much is measured, and how a bench tells about it. */
export type Run = Sizes & {
  /** Shows what is being done now. */
  say(text: string): void;
  /** Keeps a line: a figure that is no ratio, or why something is not measured. */
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
  /** What the ratio should be, such as `>= 0.5`; of other texts any ratio is one. */
  aim: string;
  pairs: { ours: Load; bare: Load }[];
};

/** The work of a comparison beside another work of ours, which was measured in the same turns. */
export function besides(
  other: Comparison,
  { title, figure, pairs }: Comparison,
  { against, aim }: Pick<Comparison, 'against' | 'aim'>,
): Comparison {
  const both = pairs.flatMap(({ ours }, i) => {
    const bare = other.pairs[i]?.ours;
    return bare === undefined ? [] : [{ ours, bare }];
  });
  return { title, against, figure, aim, pairs: both };
}

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

/** Whether a row has an aim and misses it. */
export function missesAim({ ratio, aim }: Pick<Row, 'ratio' | 'aim'>): boolean {
  const [, direction, bound] = /^(<=|>=) ([\d.]+)$/.exec(aim) ?? [];
  if (direction === undefined) return false;
  return !(direction === '<=' ? ratio <= Number(bound) : ratio >= Number(bound));
}

/** In words: the work of a row, its ratio and its aim. */
export function inOneLine({ title, against, ratio, aim }: Row): string {
  return `${title}, against ${against}: ${ratio.toFixed(2)} (${aim})`;
}

/** Rows as a table of Markdown. */
export function toTable(rows: readonly Row[]): string {
  return [
    '| Work | ours | against | bare | ratio | aim |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.title} | ${row.ours} | ${row.against} | ${row.bare} ` +
        `| **${row.ratio.toFixed(2)}** | ${row.aim} |`,
    ),
  ].join('\n');
}
