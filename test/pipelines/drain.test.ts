import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { pick } from './stage/parking.ts';

/** Of a random history; every fifth is a refresh. */
const HISTORY_STEPS = isFull ? 120 : 40;

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
const clients: pg.Client[] = [];

// All share one warehouse: each drains on from where the previous one ended.
beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));

const INSERT = `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
  values ('system', 'test', true, 'test.done', $1, '{}')`;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

/** The positions of all audit rows and of all drained rows; both lists must be equal. */
async function bothSides() {
  const logged = await database.sql(
    'select tx::text, audit_id::text from audit_log order by audit_log.tx, audit_log.audit_id',
  );
  const drained = await warehouse.rows(
    `select tx::varchar as tx, audit_id::varchar as audit_id
     from raw_audit order by raw_audit.tx, raw_audit.audit_id`,
  );
  return { logged, drained };
}

async function expectAllOnce(): Promise<void> {
  const { logged, drained } = await bothSides();
  expect(drained).toEqual(logged);
}

test('a row that commits after rows with later ids were drained is not skipped', async () => {
  const [slow, quick] = [await connect(), await connect()];
  await slow.query('begin');
  await slow.query(INSERT, ['slow']);
  await quick.query(INSERT, ['quick']);
  await warehouse.refreshNow();
  expect((await bothSides()).drained).toEqual([]);
  await slow.query('commit');
  await quick.query(INSERT, ['later']);
  await warehouse.refresh();
  await expectAllOnce();
});

test('a row is not skipped when its transaction began first and writes last', async () => {
  const [first, second] = [await connect(), await connect()];
  await first.query('begin');
  await first.query('select pg_current_xact_id()');
  await second.query(INSERT, ['second']);
  await warehouse.refreshNow();
  await first.query(INSERT, ['first']);
  await first.query('commit');
  await warehouse.refresh();
  await expectAllOnce();
});

test(`each row is drained once, in whatever order transactions write and end (seed ${seed})`, async () => {
  const idle = await Promise.all(Array.from({ length: 5 }, connect));
  const open: pg.Client[] = [];
  const take = (from: pg.Client[]) => from.splice(Math.floor(random() * from.length), 1)[0];
  for (let step = 0; step < HISTORY_STEPS; step++) {
    const act = pick(random, ['begin', 'write', 'write', 'end', 'refresh']);
    if (act === 'begin') {
      const client = take(idle);
      if (client === undefined) continue;
      await client.query('begin');
      open.push(client);
    } else if (act === 'write' && open.length > 0)
      await pick(random, open).query(INSERT, [`${step}`]);
    else if (act === 'end') {
      const client = take(open);
      if (client === undefined) continue;
      await client.query(random() < 0.8 ? 'commit' : 'rollback');
      idle.push(client);
    } else if (act === 'refresh') await warehouse.refreshNow();
  }
  for (const client of open) await client.query('commit');
  await warehouse.refresh();
  await expectAllOnce();
});

test('a warehouse that was filled from another database starts empty, and the log says so', async () => {
  await warehouse.refresh();
  await warehouse.rows(`update warehouse_state set cluster = 'another'`);
  await warehouse.rows('delete from raw_audit');
  await warehouse.refresh();
  expect(warehouse.warnings.join()).toContain('it was filled from another database');
  await expectAllOnce();
});

test('after a restore to an earlier state all rows are drained again, and the log says so', async () => {
  await database.sql(INSERT, ['before']);
  await warehouse.refresh();
  await warehouse.rows(`update watermarks set tx = tx + 1000000 where source = 'audit_log'`);
  await warehouse.refresh();
  expect(warehouse.warnings.join()).toContain('no longer holds what was drained last');
  await expectAllOnce();
});

test('rows of several batches are drained once, with every column unchanged', async () => {
  await database.sql(
    `insert into audit_log (at, actor_type, actor_id, livemode, action, entity_id, agent_platform,
       operator_id, diff)
     select timestamptz '2026-11-20 10:00:00.123456Z', 'system', 'test', i % 2 = 0, 'test.done', i,
       nullif('agent ' || i % 3, 'agent 0'), 'op_ü', jsonb_build_object('i', i, 't', E'\\n"é')
     from generate_series(1, 45001) i`,
  );
  await database.sql(
    `insert into search_log (livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count, nearest_lot_m)
     select true, 'search', 617760317196730367, 43.1234567, -1e-7, 5000, 3, i % 2,
       nullif(i, 7)
     from generate_series(1, 20000) i`,
  );
  await warehouse.refresh();
  const positions = (log: string, id: string) =>
    `select md5(string_agg(concat(tx, '/', ${id}), ',' order by ${log}.tx, ${id})) as md5
     from ${log}`;
  expect(await warehouse.rows(positions('raw_audit', 'audit_id'))).toEqual(
    await database.sql(positions('audit_log', 'audit_id')),
  );
  expect(await warehouse.rows(positions('raw_searches', 'search_id'))).toEqual(
    await database.sql(positions('search_log', 'search_id')),
  );
  const wanted = await database.sql(
    `select count(*)::integer as rows, count(*) filter (where livemode)::integer as live,
       count(agent_platform)::integer as agents, sum((diff ->> 'i')::integer)::text as sum,
       max((extract(epoch from at) * 1000000)::bigint)::text as at, max(diff ->> 't') as text
     from audit_log where operator_id = 'op_ü'`,
  );
  const found = await warehouse.rows(
    `select count(*)::integer as rows, count(*) filter (livemode)::integer as live,
       count(agent_platform)::integer as agents, sum((diff ->> 'i')::integer)::varchar as sum,
       max(epoch_us(logged_at))::varchar as at, max(diff ->> 't') as text
     from raw_audit where operator_id = 'op_ü'`,
  );
  expect(found).toEqual(wanted);
  expect(
    await warehouse.rows(
      `select cell, cell_latitude, cell_longitude, count(nearest_lot_m)::integer as near
       from raw_searches group by all`,
    ),
  ).toEqual([
    {
      cell: 617760317196730367n,
      cell_latitude: 43.1234567,
      cell_longitude: -1e-7,
      near: 19999,
    },
  ]);
});
