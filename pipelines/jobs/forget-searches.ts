import { findConversions } from '../../src/demand/searches/find-conversions.ts';
import { findCrowds } from '../../src/demand/searches/find-crowds.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { sweep } from '../sweep.ts';

/**
 * Forgets who searched, a while after. Finds first what can be found only while it is known.
 */
export async function forgetSearches({
  db,
  signal,
}: {
  db: Postgres;
  signal?: AbortSignal | undefined;
}): Promise<{ rows: number }> {
  await findConversions(db, { signal });
  await findCrowds(db, { signal });
  return sweep(db, 'search_callers_sweep');
}
