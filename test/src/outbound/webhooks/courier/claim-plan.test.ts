import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDeliveries } from '../../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { openCourierDatabase } from '../../../../../src/outbound/webhooks/courier/open-courier.ts';
import type { Postgres } from '../../../../../src/stores/postgres.ts';
import { openPost, type Post } from '../stage.ts';

const WAITING = 50_000;
/** Pages of the tables and indexes; reading all of the waiting rows would take thousands. */
const PAGES_MAX = 300;
/** After so many runs PostgreSQL may keep one plan for all. */
const RUNS = 10;
const ROOM = { rowLimit: 100, room: 4, known: new Map() };

let post: Post;
let db: Postgres;

beforeAll(async () => {
  post = await openPost();
  db = openCourierDatabase(post.database.courier, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.close();
  await post.database.drop();
});

/** Pages of `deliveries` and its indexes that were read so far. */
async function pagesRead(): Promise<number> {
  await post.database.sql('select pg_stat_force_next_flush()');
  const [row] = await post.database.sql<{ pages: number }>(
    `select (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::integer as pages
     from pg_statio_user_tables where relname = 'deliveries'`,
  );
  return row?.pages ?? 0;
}

test(`${WAITING} that wait for one webhook are not read to claim for another, even by a plan from before them`, async () => {
  const busy = await post.addWebhook();
  const quiet = await post.addWebhook();
  // With a proof, so that the budgets of its host count.
  await post.database.sql('update webhook_addresses set verified_at = now(), due_at = null');
  for (let run = 0; run < RUNS; run += 1) await claimDeliveries(db, ROOM);
  await post.database.sql(
    `insert into deliveries (webhook_id, event_id, type, round)
     select $1, 'evt_' || number, 'lot.updated', 1 from generate_series(1, $2::integer) as number`,
    [busy, WAITING],
  );
  await post.database.sql(
    `insert into deliveries (webhook_id, event_id, type, round)
     values ($1, 'evt_quiet', 'lot.updated', 1)`,
    [quiet],
  );
  const before = await pagesRead();
  const { deliveries } = await claimDeliveries(db, ROOM);
  expect(deliveries.map(({ webhookId }) => webhookId).sort()).toEqual(
    [busy, busy, busy, busy, quiet].sort(),
  );
  // The statistics of the connection that claimed are written when it ends.
  await db.close();
  expect((await pagesRead()) - before).toBeLessThan(PAGES_MAX);
});
