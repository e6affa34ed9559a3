import type { DuckDBSession } from './duckdb.ts';
import type { Models } from './models.ts';

type Known = { name: string; version: string };

/**
 * Makes anew, and empty, each table, view and macro whose own statement has changed, or that of
 * anything it is made by, and removes those that no statement makes any more. Raw rows, and all
 * that is made without the changed, stay. Returns the names of what was made.
 */
export async function remakeChanged(session: DuckDBSession, models: Models): Promise<string[]> {
  const known = new Map(
    (await session.query<Known>('state/relations_list')).map(({ name, version }) => [
      name,
      version,
    ]),
  );
  const changed = models.relations.filter(({ name, version }) => known.get(name) !== version);
  const gone = [...known.keys()].filter((name) =>
    models.relations.every((relation) => relation.name !== name),
  );
  for (const name of gone) {
    for (const kind of ['table', 'view', 'macro'] as const) await session.drop(kind, name);
    await session.run('state/relations_delete', { name });
  }
  for (const { path } of changed) await session.run(path);
  if (changed.length + gone.length === 0) return [];
  await session.run('state/relations_put', { rows: JSON.stringify(changed) });
  await forgetMarts(session);
  return changed.map(({ name }) => name);
}

/** The next build makes all marts, is checked as a whole, and replaces what readers have. */
async function forgetMarts(session: DuckDBSession): Promise<void> {
  await session.run('state/watermarks_forget');
  await session.run('state/warehouse_state_forget');
}
