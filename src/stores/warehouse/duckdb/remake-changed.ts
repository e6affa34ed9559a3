import type { DuckDBSession } from './duckdb.ts';
import type { Models } from './models.ts';

/** Versions by the names of tables, views and macros. */
type Versions = ReadonlyMap<string, string>;

/** Whether the raw rows are those of this version; of a source that is new there are none yet. */
export async function hasSameRaw(session: DuckDBSession, { raw }: Models): Promise<boolean> {
  const known = await findVersions(session);
  return raw.every(({ name, version }) => (known.get(name) ?? version) === version);
}

/**
 * Makes anew, and empty, each table, view and macro whose own statement has changed, or that of
 * anything it is made of, and removes those that no statement makes any more. Raw rows, and all
 * that is made without the changed, stay. Returns the names of what was made.
 */
export async function remakeChanged(session: DuckDBSession, models: Models): Promise<string[]> {
  const known = await findVersions(session);
  const wanted = [...models.raw, ...models.made];
  const changed = wanted.filter(({ name, version }) => known.get(name) !== version);
  const gone = [...known.keys()].filter((name) => wanted.every((each) => each.name !== name));
  if (changed.length + gone.length === 0) return [];
  for (const name of gone) {
    for (const kind of ['table', 'view', 'macro'] as const) await session.drop(kind, name);
    await session.run('state/relations_delete', { name });
  }
  for (const { path } of changed) await session.run(path);
  await session.run('state/relations_put', { rows: JSON.stringify(changed) });
  for (const { source } of models.raw.filter((table) => changed.includes(table)))
    await session.run('state/watermarks_delete', { source });
  // The next build makes all marts, is checked as a whole, and replaces what readers have.
  await session.run('state/watermarks_forget');
  await session.run('state/warehouse_state_forget');
  return changed.map(({ name }) => name);
}

async function findVersions(session: DuckDBSession): Promise<Versions> {
  const rows = await session.query<{ name: string; version: string }>('state/relations_list');
  return new Map(rows.map(({ name, version }) => [name, version]));
}
