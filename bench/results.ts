import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { inOneLine, missesAim, type Row, toTable } from './report.ts';
import type { Sizes } from './sizes.ts';

/** What a run measured, and under which conditions. */
export type Result = {
  /** The names of its benches, or of all. */
  kind: string;
  /** Such as `2026-11-25`. */
  date: string;
  commit: string;
  postgresVersion: string;
  command: string;
  sizes: Sizes;
  minutes: number;
  rows: readonly Row[];
  /** Figures that are no ratios. */
  notes: readonly string[];
};

/** The kind of a run of all benches. */
export const ALL = 'all benches';
const HEADING = '## Run: ';

/** The section of a run in RESULTS.md: its conditions, its table, what it missed and noted. */
export function toSection(result: Result): string {
  const { kind, rows, notes } = result;
  const missed = rows.filter(missesAim).map(inOneLine);
  return [
    `${HEADING}${kind}`,
    conditions(result),
    toTable(rows),
    ...list('Aims that were not met:', missed),
    ...list('Also measured:', notes),
  ].join('\n\n');
}

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, lines.map((line) => `- ${line}`).join('\n')];

function conditions({ date, commit, postgresVersion, command, sizes, minutes }: Result): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  const { name, pairs, durationMs, lotCount, manyEvents } = sizes;
  const counts = [
    `medians of ${pairs} pairs of ${durationMs / 1_000} s`,
    `${lotCount.toLocaleString('en')} lots`,
    `${manyEvents.toLocaleString('en')} events`,
  ];
  return [
    `${date}, commit ${commit}, \`${command}\`, ${minutes.toFixed(0)} minutes.`,
    `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${gib} GiB;`,
    `Node ${process.versions.node}, PostgreSQL ${postgresVersion}.`,
    `${name} sizes: ${counts.join(', ')}.`,
  ].join('\n');
}

/**
 * RESULTS.md with the section of a run: it replaces the section of the same kind, or, when it has
 * measured everything, those of all runs. Other sections are written by hand and stay.
 */
export function putSection(before: string, section: string): string {
  const [title = '', ...sections] = before.trim().split(/\n+(?=## )/);
  const [heading = ''] = section.split('\n', 1);
  const isReplaced =
    heading === `${HEADING}${ALL}`
      ? (other: string) => other.startsWith(HEADING)
      : (other: string) => other.startsWith(`${heading}\n`);
  const kept = sections.filter((other) => !isReplaced(other));
  return `${[title, section, ...kept].join('\n\n')}\n`;
}

/** Such as `d2bb6ef with changes`, of the sources that are measured. */
export function findCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const changes = git('status', '--porcelain');
    return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}
