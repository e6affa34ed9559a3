import type { DuckDBSession, Kind } from './duckdb.ts';
import type { Models } from './models.ts';

type Known = { name: string; version: string; kind: Kind };

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
 * does everything that depends on no changed statement. Returns the names of what was removed or
 * created.
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
  // So the next build computes all marts, checks cover all batches, and the publication is whole.
  await session.run('state/watermarks_forget');
  await session.run('state/warehouse_state_forget');
  return [...new Set([...outdated, ...missing].map(({ name }) => name))];
}
