import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Postgres } from '../../../src/stores/postgres.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';
import { sampleOperations } from '../sample-operations.ts';

const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const READ = '/api/v1/things/search';
const PER_MINUTE = 120;

let house: TestApi;
let api: TestApi;
let isAway = false;

beforeAll(async () => {
  house = await startTestApi({ operations: sampleOperations });
  const db: Postgres = {
    ...house.app.db,
    query(name, values) {
      if (isAway) return Promise.reject(new Error('Connection terminated'));
      return house.app.db.query(name, values);
    },
  };
  api = await startTestApi({ operations: sampleOperations, clock, app: { db } });
});
afterAll(async () => {
  await api.stop();
  await house.stop();
});
beforeEach(() => {
  clock.ms += 60_000;
});

/** Uses up calls until the address has this many left in the minute. */
async function leave(calls: number): Promise<void> {
  await Promise.all(Array.from({ length: PER_MINUTE - calls }, () => read()));
}

const unknownKey = (index: number) => `pk_live_${String(index).padStart(43, '0')}`;
const read = (key?: string) => api.request('GET', READ, key === undefined ? {} : { key });

async function statusesOf(bytes: string, count: number, localAddress = '127.0.0.1') {
  const statuses: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const text = await sendBytes(api.port, bytes, '127.0.0.1', localAddress);
    statuses.push(parseAnswer(text).status);
  }
  return statuses;
}

test('calls while the database is away do not count as calls with unknown keys', async () => {
  const { secret } = await house.createKey();
  isAway = true;
  for (let call = 0; call < 2 * PER_MINUTE; call += 1)
    expect((await read(secret)).status).toBe(503);
  isAway = false;
  expect((await read(secret)).status).toBe(200);
});

test('of the calls of an address with unknown keys, 120 a minute are 401, and the rest 429', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 130; index += 1)
    statuses.push((await read(unknownKey(index))).status);
  expect(statuses).toEqual([...Array(PER_MINUTE).fill(401), ...Array(10).fill(429)]);
  expect((await read()).status).toBe(429);
});

test('unknown keys from an address refuse no valid key of it, used lately or not', async () => {
  const used = await house.createKey();
  expect((await read(used.secret)).status).toBe(200);
  const keys = [used, ...(await Promise.all(Array.from({ length: 54 }, () => house.createKey())))];
  const flood = async (from: number) => {
    for (let index = from; index < from + 100; index += 1) await read(unknownKey(index));
  };
  const attack = Promise.all([0, 100, 200].map(flood));
  const during = await Promise.all(keys.slice(0, 30).map(({ secret }) => read(secret)));
  await attack;
  const after = await Promise.all(keys.slice(30).map(({ secret }) => read(secret)));
  expect([...during, ...after].map(({ status }) => status)).toEqual(Array(55).fill(200));
});

test('valid keys draw nothing from the budget of their address', async () => {
  for (let index = 0; index < 5; index += 1)
    expect((await read((await house.createKey()).secret)).status).toBe(200);
  for (let index = 0; index < PER_MINUTE; index += 1)
    expect((await read(unknownKey(index))).status).toBe(401);
});

test('many calls at once with a key that was not used lately are all answered', async () => {
  const { secret } = await house.createKey();
  const calls = Array.from({ length: 4 * PER_MINUTE }, () => read(secret));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['no Host', `GET ${READ} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['two Hosts', `GET ${READ} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`, 400],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
])(
  '%s: refused and counted, and 429 once the budget of the address is used up',
  async (_name, bytes, status) => {
    await leave(2);
    expect(await statusesOf(bytes, 3)).toEqual([status, status, 429]);
  },
);

test('all addresses of this machine count as one', async () => {
  const bytes = `GET ${READ} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  await leave(1);
  expect(await statusesOf(bytes, 1, '127.9.9.9')).toEqual([200]);
  expect(await statusesOf(bytes, 1, '127.0.0.7')).toEqual([429]);
});

test('a caller that reads no answers is cut off, and delays no other', async () => {
  const socket = connect(api.port, '127.0.0.1');
  const closed = new Promise((done) => socket.once('close', done));
  socket.on('error', () => undefined);
  socket.write(`GET ${READ} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2_000));
  await closed;
  clock.ms += 60_000;
  expect((await read()).status).toBe(200);
});
