import type { DuckDBSession, Kind } from './duckdb.ts';
import type { Models } from './models.ts';

type Known = { name: string; version: string; kind: Kind };

/** Whether the raw rows are those of this version; of a source that is new there are none yet. */
export async function hasSameRaw(session: DuckDBSession, { raw }: Models): Promise<boolean> {
  const known = await session.query<Known>('state/relations_list');
  return raw.every(({ name, version }) =>
    known.every((each) => each.name !== name || each.version === version),
  );
}

/**
 * Makes anew, and empty, each table, view and macro whose own statement has changed, or that of
 * anything it is made of, and removes those that no statement makes any more. Raw rows, and all
 * that is made without the changed, stay. Returns the names of what was removed or made.
 */
export async function remakeChanged(session: DuckDBSession, models: Models): Promise<string[]> {
  const known = await session.query<Known>('state/relations_list');
  const wanted = [...models.raw, ...models.made];
  const isSame = (one: Pick<Known, 'name' | 'version'>) => (other: typeof one) =>
    one.name === other.name && one.version === other.version;
  const outdated = known.filter((each) => !wanted.some(isSame(each)));
  const missing = wanted.filter((each) => !known.some(isSame(each)));
  if (outdated.length + missing.length === 0) return [];
  for (const { kind, name } of outdated) {
    await session.drop(kind, name);
    await session.run('state/relations_delete', { name });
  }
  for (const { path } of missing) await session.run(path);
  await session.run('state/relations_insert', { rows: JSON.stringify(missing) });
  for (const { source } of models.raw.filter((table) => missing.includes(table)))
    await session.run('state/watermarks_delete', { source });
  // The next build makes all marts, is checked as a whole, and replaces what readers have.
  await session.run('state/watermarks_forget');
  await session.run('state/warehouse_state_forget');
  return [...new Set([...outdated, ...missing].map(({ name }) => name))];
}
