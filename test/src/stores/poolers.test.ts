import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileLocked } from '../../../src/stores/advisory-lock.ts';
import { checkSession } from '../../../src/stores/check-session.ts';
import { runHexlot } from '../../bin/stage/run-hexlot.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { openTransactionPooler } from './transaction-pooler.ts';

const IN_TRANSACTION_MODE = /a connection pool in transaction mode answers there/;
/** What a connection asks for, so that a pool of such connections seems to pass it on. */
const SETTINGS = { statement_timeout: 599_999 };
const LOCK = { key: 42, name: 'the test' };

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const close of closing) await close();
  await database.drop();
});

async function openPooler(size: number, settings: pg.ClientConfig = SETTINGS): Promise<string> {
  const pooler = await openTransactionPooler(database.connectionString, { size, settings });
  closing.push(pooler.close);
  return pooler.connectionString;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

test('a server of its own is no pool, however many check it at once', async () => {
  await Promise.all([1, 2, 3].map(() => checkSession(database.connectionString)));
});

test.each([1, 3])('an idle pool of %i connections in transaction mode is refused', async (size) => {
  await expect(checkSession(await openPooler(size))).rejects.toThrow(IN_TRANSACTION_MODE);
});

test('a busy pool in transaction mode is refused', async () => {
  const connectionString = await openPooler(3);
  const others = await Promise.all([1, 2, 3, 4].map(() => connect(connectionString)));
  let isDone = false;
  const busy = others.map(async (client) => {
    while (!isDone) await client.query('select pg_sleep(0.002)');
    await client.end();
  });
  await expect(checkSession(connectionString)).rejects.toThrow(IN_TRANSACTION_MODE);
  isDone = true;
  await Promise.all(busy);
});

test('a pool that drops the settings of its callers is refused', async () => {
  const connectionString = await openPooler(1, {});
  await expect(checkSession(connectionString)).rejects.toThrow('which drops settings');
});

test('each process refuses such a pool in one line that says what to do', async () => {
  const settings = { HEXLOT_DATABASE_URL: await openPooler(1), HEXLOT_PORT: '0' };
  for (const command of ['api', 'migrate', 'status'])
    expect(await runHexlot([command], settings), command).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'hexlot: HEXLOT_DATABASE_URL cannot be used ' +
        '(a connection pool in transaction mode answers there, which loses locks and notices: ' +
        'give the address of PostgreSQL itself)\n',
    });
});

test('a lock is given back by a statement: the end of a connection to a pool would keep it', async () => {
  const client = await connect(await openPooler(1));
  await whileLocked(client, LOCK, {}, async () => undefined);
  await client.end();
  const held = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK.key}`;
  expect(await database.sql(held)).toEqual([]);
});
