import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { rowsLookedAt, runExplained } from '../../../../stage/statement-plan.ts';

const OTHERS = 200;
const EVENTS_OF_EACH = 100;
/** Before everything, so that nothing was read. */
const BEGINNING = '1:1:';

let database: TestDatabase;
let now: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql(
    `insert into events (type, livemode, operator_id, entity_id, data, tx)
     select 'occupancy.changed', true, 'op_' || n % $1::integer, 'x', '{}',
       (3 + n % 300)::text::xid8
     from generate_series(1, $1::integer * $2::integer) as n`,
    [OTHERS, EVENTS_OF_EACH],
  );
  await database.sql('analyze events');
  const [row] = await database.sql<{ now: string }>('select pg_current_snapshot()::text as now');
  now = row?.now ?? '';
});
afterAll(() => database.drop());

/** How many rows of `events` a query met. */
async function rowsMet(name: string, values: Record<string, unknown>): Promise<number> {
  const steps = await runExplained(database, name, values);
  const scans = steps.filter((step) => step['Relation Name'] === 'events');
  expect(scans.length).toBeGreaterThan(0);
  return rowsLookedAt(steps, 'events');
}

const asked = {
  operatorId: 'op_7',
  livemode: true,
  types: null,
  system: '1',
  seen: BEGINNING,
  until: null,
  lastTx: null,
  lastId: null,
  rowLimit: 11,
  byteLimit: 1_000_000,
};

test('a listener reads no events of others, however old its cursor is', async () => {
  expect(await rowsMet('events_read_next', asked)).toBe(asked.rowLimit);
  const ofNone = { ...asked, types: ['session.created'] };
  expect(await rowsMet('events_read_next', ofNone)).toBeLessThanOrEqual(EVENTS_OF_EACH);
  expect(await rowsMet('events_read_next', { ...asked, operatorId: 'op_none' })).toBe(0);
});

test('a listener within a part reads only what follows after it', async () => {
  const { length: following } = await database.sql(
    `select from events where operator_id = 'op_7' and tx > '150'`,
  );
  const part = { until: now, lastTx: '150', lastId: 'evt_z' };
  const met = await rowsMet('events_read_next', { ...asked, ...part });
  expect(met).toBeLessThanOrEqual(following);
});

test('the watch reads only what is new', async () => {
  expect(await rowsMet('events_watch', { seen: now })).toBe(0);
  await database.sql(
    `insert into events (type, livemode, operator_id, entity_id, data)
     values ('occupancy.changed', true, 'op_7', 'x', '{}')`,
  );
  expect(await rowsMet('events_watch', { seen: now })).toBe(1);
});
