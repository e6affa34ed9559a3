import type { RefreshContext } from '../step.ts';

/**
 * Makes sure that the warehouse holds only rows of this database. It is emptied when it was filled
 * from another database, or when the database was restored to a state before the last drained row.
 */
export async function checkCluster({ db, warehouse }: RefreshContext): Promise<number> {
  if (!(await warehouse.isInPlace())) await warehouse.startOver('its file was removed');
  const { tx, id } = await warehouse.watermark('audit_log');
  const state = await warehouse.state();
  const [found] = await db.query<{ cluster: string; is_known: boolean }>('cluster_identify', {
    tx,
    audit_id: id,
  });
  if (found === undefined) throw new Error('the database does not say which one it is');
  if (state.cluster === found.cluster && found.is_known) return 0;
  if (state.cluster !== '') {
    await warehouse.startOver(
      state.cluster === found.cluster
        ? 'the database no longer holds what was drained last'
        : 'it was filled from another database',
    );
  }
  await warehouse.claim(found.cluster);
  return 0;
}
