import type { RefreshContext } from '../step.ts';

/**
 * Cells in which searching surges -> schema `marts`. Done at every refresh, as a surge abates by
 * time passing alone, and apart from the publication: a new one would have every API process read
 * its marts again. Returns how many rows were written or removed.
 */
export async function publishSurges({ db, warehouse }: RefreshContext): Promise<number> {
  const { asOf } = (await warehouse.state()).built;
  const surges = await warehouse.read('search_surges', asOf);
  const [written] = await db.query<{ row_count: number }>('marts_search_surges_replace', {
    rows: JSON.stringify(surges),
    as_of: asOf,
  });
  return written?.row_count ?? 0;
}
