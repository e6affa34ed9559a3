import { newUuid } from '../../src/kit/uuid.ts';
import type { Postgres, Querier } from '../../src/stores/postgres.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** The id of the publication that readers see now; null before the first. */
type Publication = { publicationId: string | null };

/**
 * Copies the marts into the schema `marts` of Postgres in one transaction, so that readers see
 * either the old publication or the new one. When readers see the publication that this warehouse
 * remembers, only rows that changed since then are written. Otherwise all rows are written: the
 * first time, for a new warehouse, after models have changed, and after a crash right after the
 * commit. Returns how many rows were written.
 */
export async function publishMarts(context: RefreshContext): Promise<number> {
  const { db, warehouse, clock, observe } = context;
  const { publicationId: seenId } = await findPublication(db);
  const { built, published } = await warehouse.state();
  const watermark = await warehouse.watermark('audit_log');
  const isKnown = seenId !== null && seenId === published.publicationId;
  const isNew = !isKnown || built.build !== published.build;
  const publicationId = isNew ? newUuid(clock.now()) : published.publicationId;
  const rowCount = await db.transaction(async (connection) => {
    const since = isKnown ? published.build : undefined;
    const marts = isNew ? warehouse.contents.marts : [];
    let written = 0;
    for (const mart of marts) written += await publishMart(connection, warehouse, mart, since);
    await connection.query('publication_replace', {
      publicationId,
      watermarkTx: watermark.tx,
      watermarkId: watermark.id,
      asOf: built.asOf,
    });
    observe('publish-marts written');
    return written;
  });
  observe('publish-marts committed');
  if (isNew) await warehouse.published(publicationId);
  return rowCount;
}

/** Writes what changed after the build `since`. Without it, replaces all rows of the mart. */
async function publishMart(
  connection: Querier,
  warehouse: Warehouse,
  mart: string,
  since: number | undefined,
): Promise<number> {
  const remove = async (rows: string | null) => {
    await connection.query('marts_remove', { mart, rows });
  };
  if (since === undefined) await remove(null);
  else await warehouse.stream({ mart, since, areGone: true }, remove);
  let rowCount = 0;
  await warehouse.stream({ mart, since: since ?? 0, areGone: false }, async (rows, count) => {
    await connection.query('marts_put', { mart, rows });
    rowCount += count;
  });
  return rowCount;
}

async function findPublication(db: Postgres): Promise<Publication> {
  const [publication] = await db.query<Publication>('publication_find');
  if (publication === undefined) throw new Error('the database returned no publication');
  return publication;
}
