import { newUuid } from '../../src/ids.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import type { Warehouse } from '../../src/stores/warehouse.ts';
import { findPublication } from '../publication.ts';
import type { RefreshContext } from '../step.ts';

const MARTS = ['market_rate_by_lot', 'searches_by_cell', 'search_percentiles'] as const;

/**
 * Marts -> schema `marts`, in one transaction: readers see the old publication, then the new one.
 * Only rows that changed since the last publication are written, provided that readers see the one
 * this warehouse remembers; otherwise (the first time, a new warehouse, a crash right after the
 * commit) all of them. Returns how many rows were written.
 */
export async function publishMarts(context: RefreshContext): Promise<number> {
  const { db, warehouse, clock, observe } = context;
  const { publication_id: seenId } = await findPublication(db);
  const state = await warehouse.state();
  const watermark = await warehouse.watermark('audit_log');
  const isKnown = seenId !== null && seenId === state.publication_id;
  const isNew = !isKnown || state.build !== state.published_build;
  const publicationId = isNew ? newUuid(clock.now()) : state.publication_id;
  const rowCount = await db.transaction(async (connection) => {
    const written = isNew
      ? await writeMarts(connection, warehouse, isKnown ? state.published_build : undefined)
      : 0;
    await connection.query('publication_replace', {
      publication_id: publicationId,
      watermark_tx: watermark.tx,
      watermark_id: watermark.id,
      as_of: state.as_of,
    });
    observe('publish-marts written');
    return written;
  });
  observe('publish-marts committed');
  if (isNew) await warehouse.published(publicationId);
  return rowCount;
}

/** Writes what changed since a build; without one, everything in place of what is there. */
async function writeMarts(
  connection: Querier,
  warehouse: Warehouse,
  since: number | undefined,
): Promise<number> {
  let rowCount = 0;
  for (const mart of MARTS) {
    if (since === undefined) await connection.query(`marts_${mart}_clear`);
    else
      await warehouse.stream({ mart, since, includesGone: true }, async (rows) => {
        await connection.query(`marts_${mart}_delete`, { rows });
      });
    await warehouse.stream(
      { mart, since: since ?? 0, includesGone: false },
      async (rows, count) => {
        await connection.query(`marts_${mart}_insert`, { rows });
        rowCount += count;
      },
    );
  }
  return rowCount;
}
