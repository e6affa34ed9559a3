import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../sql/warehouse/', import.meta.url));

const GAP = String.raw`(?:--.*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/|\s)`;
const QUOTED_MARK_OR_GAP = new RegExp(
  `('(?:[^']|'')*'|"(?:[^"]|"")*")|${GAP}*([(),;])${GAP}*|${GAP}+`,
  'g',
);

/** The text of every statement by its path in sql/warehouse, lower layers first. */
export type Statements = ReadonlyMap<string, string>;

/** Reads every statement in a directory and the directories in it. Those of marts are completed. */
export function readStatements(root = ROOT): Statements {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.sql$/, ''))
    .sort(byLayer);
  const read = (path: string) => readFileSync(join(root, `${path}.sql`), 'utf8');
  const isMart = (path: string) => path.startsWith('5_') && paths.includes(`${path}.table`);
  const frame = read('5_marts/mart_write');
  return new Map(
    paths.map((path) => [
      path,
      isMart(path) ? completeMart(frame, nameOf(path), read(path)) : read(path),
    ]),
  );
}

/**
 * The statement that writes a mart: the frame, with what the model says in place of "$mart",
 * "$key", "$stale" and "$rows". A model is the query of its rows, below two comments: `-- key:`
 * lists the columns that identify a row, and `-- stale:` is the condition for stored rows that the
 * query computes again. Throws when one of them is missing.
 */
export function completeMart(frame: string, mart: string, model: string): string {
  const stated = (word: string) => {
    const [, text] = model.match(new RegExp(`^-- ${word}: (.+)$`, 'm')) ?? [];
    if (text === undefined) throw new Error(`the mart ${mart} needs a comment "-- ${word}: …"`);
    return text;
  };
  const parts = new Map([
    ['mart', mart],
    ['key', stated('key')],
    ['stale', stated('stale')],
    ['rows', model.replace(/;\s*$/, '')],
  ]);
  return frame.replaceAll(/"\$(\w+)"/g, (mark, name: string) => parts.get(name) ?? mark);
}

/** For example `fct_stays` for `3_facts/fct_stays.table`. */
export function nameOf(path: string): string {
  return basename(path).replace(/\.table$/, '');
}

/** A statement without its comments and with uniform white space: what decides its version. */
export function normalForm(text: string): string {
  return text
    .replaceAll(QUOTED_MARK_OR_GAP, (_all, quoted?: string, mark?: string) => quoted ?? mark ?? ' ')
    .trim();
}

function byLayer(one: string, other: string): number {
  const [layer, otherLayer] = [dirname(one), dirname(other)];
  if (layer === otherLayer) return one < other ? -1 : 1;
  return layer < otherLayer ? -1 : 1;
}
