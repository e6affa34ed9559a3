import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURE_COLLECTION } from '../../../../src/outbound/feeds/feed-form.ts';
import { lotTexts } from '../../../../src/outbound/feeds/lot-feed.ts';
import { openMapFeed } from '../../../../src/outbound/feeds/map-feed.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { countReads } from '../../counted-reads.ts';
import { addManyLots } from '../../many-lots.ts';

const MINUTE_MS = 60_000;
const LOTS = 400;

let database: TestDatabase;
let operator_id: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId: operator_id } = await addCaller(database));
});
afterAll(() => database.drop());

/** A feed of the counted lots, over a database whose clock can be put on. */
function openCounts() {
  const clock = { ms: 0, now: () => clock.ms };
  const db: Querier = {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      const rows = await database.db.query<Row>(name, values);
      if (name !== 'lots_list_changed') return rows;
      return rows.map((row) =>
        'now' in row && row.now instanceof Date
          ? { ...row, now: new Date(row.now.getTime() + clock.ms) }
          : row,
      );
    },
  };
  const source = lotTexts(db, true, {
    isLive: true,
    textOf: ({ lotId, reportedAt }) => JSON.stringify([lotId, reportedAt !== null]),
  });
  const feed = openMapFeed(source, FEATURE_COLLECTION, clock);
  return { clock, find: async (lotId: string) => JSON.parse(String(await feed.find(lotId))) };
}

test('a count that became too old goes from a feed, though nothing was written', async () => {
  const lotId = await addLot(database, { operator_id });
  const setCount = (minutes: number) =>
    database.sql(
      `update lots set reported_occupied = 3, reported_at = now() - $2 * interval '1 minute'
       where lot_id = $1`,
      [lotId, minutes],
    );
  await setCount(1);
  const { clock, find } = openCounts();
  expect(await find(lotId)).toEqual([lotId, true]);
  clock.ms += 13 * MINUTE_MS;
  expect(await find(lotId)).toEqual([lotId, true]);
  // As the row is two minutes later.
  await setCount(16);
  clock.ms += 2 * MINUTE_MS;
  expect(await find(lotId)).toEqual([lotId, false]);
});

test('a lot without a text in this form is not in the feed, and goes when it loses its text', async () => {
  const lotId = await addLot(database, { operator_id, name: 'shown' });
  const clock = { ms: 0, now: () => clock.ms };
  const writer = { textOf: ({ name }: { name: string }) => (name === 'shown' ? '"shown"' : null) };
  const feed = openMapFeed(lotTexts(database.db, true, writer), FEATURE_COLLECTION, clock);
  expect((await feed.read(null)).count).toBe(1);
  await database.sql(`update lots set name = 'hidden' where lot_id = $1`, [lotId]);
  await database.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     values ('system', 'test', $1, true, 'lot.updated', $2, '{"before": {}, "after": {}}')`,
    [operator_id, lotId],
  );
  clock.ms += 5_000;
  expect((await feed.read(null)).count).toBe(0);
});

test('with ten times as many audit rows as the limit, a feed reads the lots that changed, up to as many rows as it has lots', async () => {
  const { operatorId } = await addCaller(database);
  const lotIds = await addManyLots(database, operatorId, { count: LOTS, metres: 1_000 });
  const reads = countReads(database.db);
  const clock = { ms: 0, now: () => clock.ms };
  const source = lotTexts(reads.db, true, {
    textOf: ({ lotId, name }) => JSON.stringify([lotId, name]),
    changesMax: LOTS / 20,
  });
  const feed = openMapFeed(source, FEATURE_COLLECTION, clock);
  const first = await reads.readsOf(() => feed.read(null));
  expect(first.rows).toBeGreaterThan(2 * LOTS);
  /** Some lots are renamed, among calls that change none. */
  const change = async (rowCount: number, [lotId]: readonly string[]) => {
    await database.sql(
      `with renamed as (update lots set name = 'New' where lot_id = $1 returning lots.*)
       insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
       select 'system', 'test', operator_id, livemode, 'lot.updated', lot_id::text,
         jsonb_build_object('before', null, 'after', lot_snapshot(renamed))
       from renamed cross join generate_series(1, $2::integer)`,
      [lotId, rowCount],
    );
    clock.ms += 5_000;
    return reads.readsOf(() => feed.read(null));
  };
  expect((await change(LOTS / 2, lotIds)).rows).toBe(2);
  expect(JSON.parse(String(await feed.find(lotIds[0] ?? '')))).toEqual([lotIds[0], 'New']);
  // More than there are lots: to read all of them again costs no more.
  expect((await change(2 * LOTS, lotIds)).rows).toBeGreaterThan(2 * LOTS);
});
