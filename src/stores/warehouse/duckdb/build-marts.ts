import type { Build, Checked, OnWritten } from '../warehouse.ts';
import type { DuckDBSession, Values } from './duckdb.ts';
import type { Models } from './models.ts';

/** Within a transaction: makes all marts in their order, and remembers the build. */
export async function buildMarts(
  session: DuckDBSession,
  models: Models,
  { build, asOf, batches, seen }: Build,
  onWritten: OnWritten,
): Promise<number> {
  const values = { build, ...lookingAt({ asOf, seen }) };
  let rowCount = 0;
  for (const path of models.build) rowCount += await session.run(path, values);
  await session.run('state/warehouse_state_build', values);
  for (const [source, batch] of Object.entries(batches))
    await session.run('state/watermarks_build', { source, batch });
  onWritten();
  return rowCount;
}

/** The parameters `$as_of` and, of each source such as `audit_log`, `$audit_log_seen`. */
export function lookingAt({ asOf, seen }: Checked): Values {
  const bySource = Object.entries(seen).map(([source, batch]) => [`${source}_seen`, batch]);
  return { as_of: asOf, ...Object.fromEntries(bySource) };
}
