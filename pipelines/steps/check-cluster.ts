import type { RefreshContext } from '../step.ts';

/**
 * Makes sure that the warehouse holds this database's rows and no other's: one that was filled from
 * another database, or from a past that a restore has undone, starts from nothing.
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
