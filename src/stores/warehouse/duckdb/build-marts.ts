import type { Batches, Build, Checked, OnWritten } from '../warehouse.ts';
import type { DuckDBSession, Values } from './duckdb.ts';
import type { Computation, Models } from './models/models.ts';
import { runInParts } from './run-in-parts.ts';

/** The instant of the build before the first one. */
const BEGINNING = '1970-01-01T00:00:00Z';

/**
 * Computes all marts in their order, statement by statement, without those that would write
 * nothing. What was written by a build that was cut off is computed again by the next one, which
 * has the same number and sees the same batches as new: nothing reads its rows before. Its
 * temporary tables stay, without rows, so that a statement can read one that was left out. Returns
 * how many rows were written.
 */
export async function computeMarts(
  session: DuckDBSession,
  models: Models,
  { build, asOf, seen, seenToday, before }: Build,
): Promise<number> {
  const values = {
    build,
    builtAsOf: before.asOf ?? BEGINNING,
    ...lookingAt({ asOf, seen }),
    ...named(seenToday, 'seen_today'),
    ...named(before.batches, 'built'),
  };
  const listed = await session.query<{ name: string }>('state/temporary_list');
  const kept = new Set(listed.map(({ name }) => name));
  const temporary = models.build.filter(({ isMart }) => !isMart).map(({ name }) => name);
  const empty = new Set<string>();
  const isIdle = ({ name, isMart, drivers }: Computation) =>
    (isMart || kept.has(name)) && drivers.length > 0 && drivers.every((each) => empty.has(each));
  let rowCount = 0;
  try {
    for (const one of models.build) {
      const isLeftOut = isIdle(one);
      if (!isLeftOut) rowCount += await runInParts(session, one.path, values);
      if (!one.isMart && (isLeftOut || !(await session.hasRows(one.name)))) empty.add(one.name);
    }
  } catch (error) {
    for (const name of temporary) await session.drop('table', name);
    throw error;
  }
  for (const name of temporary) if (!empty.has(name)) await session.empty(name);
  return rowCount;
}

/** Stores that the marts are those of a build. Must run within a transaction. */
export async function storeBuild(
  session: DuckDBSession,
  { build, asOf, batches, before }: Build,
  onWritten: OnWritten,
): Promise<void> {
  await session.run('state/warehouse_state_build', { build, asOf });
  for (const [source, batch] of Object.entries(batches))
    if (batch !== before.batches[source])
      await session.run('state/watermarks_build', { source, batch });
  onWritten();
}

/** The parameters `$as_of` and one per source, for example `$audit_log_seen` for `audit_log`. */
export function lookingAt({ asOf, seen }: Checked): Values {
  return { asOf, ...named(seen, 'seen') };
}

function named(batches: Batches, suffix: string): Values {
  const bySource = Object.entries(batches).map(([source, batch]) => [`${source}_${suffix}`, batch]);
  return Object.fromEntries(bySource);
}
