import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const QUERIES = readdirSync('sql/postgres/queries').map((file) => file.replace(/\.sql$/, ''));

/** The queries that code reachable from these files may run, by its imports and the names in it. */
export function reachedQueries(entries: readonly string[]): string[] {
  const source = [...reachedFiles(entries)].map((path) => readFileSync(path, 'utf8')).join('\n');
  const isNamed = (name: string) =>
    [`'${name}'`, `\`${name}\``].some((text) => source.includes(text));
  return QUERIES.filter(isNamed);
}

function reachedFiles(entries: readonly string[]): Set<string> {
  const reached = new Set(entries);
  for (const path of reached)
    for (const [, now, later] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^;]*?'(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/gms,
    ))
      reached.add(normalize(join(dirname(path), now ?? later ?? '')));
  return reached;
}
