import type { DuckDBSession, Kind } from './duckdb.ts';
import type { Models } from './models/models.ts';

type Known = { name: string; version: string; kind: Kind };

/** The table of rows that were set aside. */
const QUARANTINE = 'quarantined_rows';

/** Whether no raw table is of another version. The raw table of a new source may be missing. */
export async function hasSameRaw(session: DuckDBSession, { raw }: Models): Promise<boolean> {
  const known = await session.query<Known>('state/relations_list');
  return raw.every(({ name, version }) =>
    known.every((each) => each.name !== name || each.version === version),
  );
}

/**
 * Creates new tables, views and macros, and removes those whose statement is gone. Each one that
 * depends on a changed statement is removed and created again, tables empty. Raw rows stay, and so
 * does everything that depends on no changed statement. When a fact is rebuilt, so are all facts
 * of its source if rows of that were set aside: a row is in all facts that read it, or in none.
 * `again`: sources whose facts are rebuilt for that reason alone. Returns the names of what was
 * removed or created.
 */
export async function remakeChanged(
  session: DuckDBSession,
  models: Models,
  again: readonly string[] = [],
): Promise<string[]> {
  const known = await session.query<Known>('state/relations_list');
  const wanted = [...models.raw, ...models.made];
  const isSame = (one: Pick<Known, 'name' | 'version'>) => (other: typeof one) =>
    one.name === other.name && one.version === other.version;
  const changed = known.filter((each) => !wanted.some(isSame(each)));
  const retried = await findRetried(session, models, { known, changed, again });
  const emptied = dependentsOf(models, retried);
  const outdated = known.filter((each) => changed.includes(each) || emptied.has(each.name));
  const missing = wanted.filter((each) => emptied.has(each.name) || !known.some(isSame(each)));
  if (outdated.length + missing.length === 0) return [];
  for (const source of retried) await session.run('quarantine/rows_forget', { source });
  for (const { kind, name } of outdated) {
    await session.drop(kind, name);
    await session.run('state/relations_delete', { name });
  }
  for (const { path } of missing) await session.run(path);
  await session.run('state/relations_insert', { rows: JSON.stringify(missing) });
  for (const { source } of models.raw.filter((table) => missing.includes(table)))
    await session.run('state/watermarks_delete', { source });
  // So the next build computes all marts, checks cover all batches, and the publication is whole.
  await session.run('state/watermarks_forget');
  await session.run('state/warehouse_state_forget');
  return [...new Set([...outdated, ...missing].map(({ name }) => name))];
}

/**
 * Rebuilds the facts of sources with rows that were set aside, and what is computed from them, so
 * that these rows are tried again. Must run within a transaction. Returns how many there are.
 */
export async function retrySources(
  session: DuckDBSession,
  models: Models,
  sources: readonly string[],
): Promise<number> {
  const found = await session.query<{ source: string; rowCount: number }>(
    'quarantine/sources_find',
  );
  const asked = found.filter(({ source }) => sources.includes(source));
  if (asked.length > 0) await remakeChanged(session, models, sources);
  return asked.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

/** The sources with rows that were set aside and are now tried again. */
async function findRetried(
  session: DuckDBSession,
  { contents }: Models,
  { known, changed, again }: { known: Known[]; changed: Known[]; again: readonly string[] },
): Promise<string[]> {
  const isNamed = (name: string) => (relation: Known) => relation.name === name;
  if (!known.some(isNamed(QUARANTINE))) return [];
  const found = await session.query<{ source: string }>('quarantine/sources_find');
  const isAsked = (source: string) =>
    again.includes(source) ||
    changed.some(isNamed(QUARANTINE)) ||
    contents.facts.some((fact) => fact.source === source && changed.some(isNamed(fact.name)));
  return found.map(({ source }) => source).filter(isAsked);
}

/** The names of the facts of these sources, and of everything that is computed from them. */
function dependentsOf({ contents, dependents }: Models, sources: readonly string[]): Set<string> {
  const facts = contents.facts.filter(({ source }) => sources.includes(source));
  return new Set(dependents(facts.map(({ name }) => name)).map(({ name }) => name));
}
