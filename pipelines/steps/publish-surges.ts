import type { RefreshContext } from '../step.ts';

/**
 * Cells in which searching surges -> schema `marts`. Done at every refresh, as a surge abates by
 * time passing alone, and apart from the publication: a new one would have every API process read
 * its marts again. Returns how many rows were written or removed.
 */
export async function publishSurges({ db, warehouse }: RefreshContext): Promise<number> {
  const { as_of } = await warehouse.state();
  const surges = await warehouse.read('5_marts/1_places/search_surges', { as_of });
  const [written] = await db.query<{ row_count: number }>('marts_search_surges_replace', {
    rows: JSON.stringify(surges),
    as_of,
  });
  return written?.row_count ?? 0;
}
