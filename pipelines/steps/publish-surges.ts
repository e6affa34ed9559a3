import { toRecord } from '../../src/stores/row-names.ts';
import type { RefreshContext } from '../step.ts';

/**
 * Writes the cells with more searches than usual into the schema `marts`. Runs at every refresh,
 * because a surge ends by the passing of time alone. It is no part of the publication: a new
 * publication would make every API process read its marts again. Returns how many rows were written
 * or removed.
 */
export async function publishSurges({ db, warehouse }: RefreshContext): Promise<number> {
  const { asOf } = (await warehouse.state()).built;
  const surges = await warehouse.read('search_surges', asOf);
  const [written] = await db.query<{ rowCount: number }>('marts_search_surges_replace', {
    rows: JSON.stringify(surges.map(toRecord)),
    asOf,
  });
  return written?.rowCount ?? 0;
}
