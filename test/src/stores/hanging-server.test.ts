import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';
import { openPostgresLink, type PostgresLink } from '../../faults/database/postgres-link.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

const NAME = 'behind a link';
const POOL_SIZE = 2;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let link: PostgresLink;
let db: Postgres;

beforeAll(async () => {
  database = await openTestDatabase();
  link = await openPostgresLink(database.connectionString);
  const { connectionString } = link;
  const options = { connectionString, poolSize: POOL_SIZE, name: NAME, log };
  db = openPostgres({ ...options, statementTimeoutMs: 200 });
});
afterEach(() => {
  vi.useRealTimers();
  link.thaw();
});
afterAll(async () => {
  await db.abandon();
  await link.close();
  await database.drop();
});

const ask = () => db.query('clock_read');

test('what a server leaves without an answer is given up, with its connections, and no later call', async () => {
  await Promise.all([ask(), db.transaction((connection) => connection.query('clock_read'))]);
  link.freeze();
  const hanging = [ask(), db.transaction((connection) => connection.query('clock_read'))];
  const ended = await Promise.allSettled(hanging);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  link.thaw();
  await Promise.all([ask(), ask(), ask()]);
  const count = async () => {
    const [row] = await database.sql<{ count: number }>(
      `select count(*)::integer from pg_stat_activity where application_name = $1`,
      [`hexlot ${NAME}`],
    );
    return row?.count;
  };
  await expect.poll(count).toBeLessThanOrEqual(POOL_SIZE);
});

test('a connection for notices that the network lost without closing it is noticed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
  let isLost = false;
  const onLost = () => {
    isLost = true;
  };
  await db.listen('key_changed', { onNotice: () => undefined, onLost });
  link.freeze();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isLost).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => isLost).toBe(true);
});
