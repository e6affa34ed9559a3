import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../sql/warehouse/', import.meta.url));

const GAP = String.raw`(?:--.*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/|\s)`;
const QUOTED_MARK_OR_GAP = new RegExp(
  `('(?:[^']|'')*'|"(?:[^"]|"")*")|${GAP}*([(),;])${GAP}*|${GAP}+`,
  'g',
);

/** The text of every statement by its path in sql/warehouse, a lower layer before a higher one. */
export type Statements = ReadonlyMap<string, string>;

/** Reads every statement below a directory. */
export function readStatements(root = ROOT): Statements {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.sql$/, ''))
    .sort(byLayer);
  return new Map(paths.map((path) => [path, readFileSync(join(root, `${path}.sql`), 'utf8')]));
}

/** `fct_stays` of `3_facts/fct_stays.table`. */
export function nameOf(path: string): string {
  return basename(path).replace(/\.table$/, '');
}

/** A statement without what changes nothing in it: comments, and how it is laid out. */
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
