import type { Batches, Build, Checked, OnWritten } from '../warehouse.ts';
import type { DuckDBSession, Values } from './duckdb.ts';
import type { Models } from './models.ts';

/** The build before the first one, of which nothing is known. */
const BEGINNING = '1970-01-01T00:00:00Z';

/**
 * Builds all marts in their order, and stores the build. Must run within a transaction. Returns how
 * many rows were written.
 */
export async function buildMarts(
  session: DuckDBSession,
  models: Models,
  { build, asOf, batches, seen, seenToday, before }: Build,
  onWritten: OnWritten,
): Promise<number> {
  const values = {
    build,
    built_as_of: before.asOf ?? BEGINNING,
    ...lookingAt({ asOf, seen }),
    ...named(seenToday, 'seen_today'),
    ...named(before.batches, 'built'),
  };
  let rowCount = 0;
  for (const path of models.build) rowCount += await session.run(path, values);
  await session.run('state/warehouse_state_build', values);
  for (const [source, batch] of Object.entries(batches))
    await session.run('state/watermarks_build', { source, batch });
  onWritten();
  return rowCount;
}

/** The parameters `$as_of` and one per source, for example `$audit_log_seen` for `audit_log`. */
export function lookingAt({ asOf, seen }: Checked): Values {
  return { as_of: asOf, ...named(seen, 'seen') };
}

function named(batches: Batches, suffix: string): Values {
  const bySource = Object.entries(batches).map(([source, batch]) => [`${source}_${suffix}`, batch]);
  return Object.fromEntries(bySource);
}
