import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import {
  createEventWatch,
  type EventWatch,
  WAITING_MAX,
} from '../../../../../src/outbound/webhooks/listen/event-watch.ts';
import type { Querier } from '../../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';

const log = pino({ level: 'silent' });
const LONG_MS = 60_000;
const OTHERS = 10_000;
const never = new AbortController().signal;

let database: TestDatabase;
let callers: Principal[];
beforeAll(async () => {
  database = await openTestDatabase();
  callers = await Promise.all(Array.from({ length: 20 }, () => addCaller(database)));
});
afterAll(() => database.drop());

let asked: string[];
let isDown: boolean;
let watch: EventWatch;
beforeEach(() => {
  asked = [];
  isDown = false;
  const db: Querier = {
    query(name, values) {
      asked.push(name);
      if (isDown) return Promise.reject(new Error('the database is down'));
      return database.db.query(name, values);
    },
  };
  watch = createEventWatch(db, log);
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const addEvent = ({ operatorId, livemode }: Principal) =>
  database.sql(
    `insert into events (type, livemode, operator_id, entity_id, data)
     values ('occupancy.changed', $1, $2, 'x', '{}')`,
    [livemode, operatorId],
  );

test('all who wait share one query', async () => {
  const waiters = callers.flatMap((caller) =>
    Array.from({ length: WAITING_MAX }, () => watch.join(caller, null)),
  );
  // Nobody knows yet what was there before the first look.
  for (const woken of await Promise.all(waiters.map((one) => one.next(LONG_MS, never))))
    expect(woken).toBe(true);
  expect(asked).toEqual(['events_read_position']);
  const all = waiters.map((one) => one.next(LONG_MS, never));
  for (const caller of callers) await addEvent(caller);
  for (const woken of await Promise.all(all)) expect(woken).toBe(true);
  // The events may have been written during several of its looks.
  expect(asked.length).toBeLessThan(waiters.length / 2);
});

test('while nobody waits, nothing is asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [caller] = callers as [Principal];
  await vi.advanceTimersByTimeAsync(LONG_MS);
  const waiter = watch.join(caller, null);
  await waiter.next(LONG_MS, never);
  waiter.leave();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(asked).toEqual(['events_read_position']);
});

test('a wait ends when its time is up, and when its caller leaves', async () => {
  const [caller] = callers as [Principal];
  const waiter = watch.join(caller, null);
  await waiter.next(LONG_MS, never);
  expect(await waiter.next(1, never)).toBe(false);
  const leaving = new AbortController();
  const left = waiter.next(LONG_MS, leaving.signal);
  leaving.abort();
  expect(await left).toBe(false);
  expect(await waiter.next(LONG_MS, leaving.signal)).toBe(false);
});

test('when the database fails, everybody looks, and the watch goes on afterwards', async () => {
  const [caller] = callers as [Principal];
  const waiter = watch.join(caller, null);
  await waiter.next(LONG_MS, never);
  isDown = true;
  expect(await waiter.next(LONG_MS, never)).toBe(true);
  isDown = false;
  expect(await waiter.next(LONG_MS, never)).toBe(true);
  const next = waiter.next(LONG_MS, never);
  await addEvent(caller);
  expect(await next).toBe(true);
});

test('a key waits WAITING_MAX times at once, and other keys of its operator beside it', () => {
  const [caller] = callers as [Principal];
  const waiters = Array.from({ length: WAITING_MAX }, () => watch.join(caller, null));
  const refusal = `${WAITING_MAX} calls of this key wait for events already`;
  expect(() => watch.join(caller, null)).toThrow(refusal);
  watch.join({ ...caller, id: 'key_other' }, null);
  waiters[0]?.leave();
  watch.join(caller, null);
});

test('of ten thousand that wait, an event is compared with those of its operator, and a call with those of its own', async () => {
  const [caller] = callers as [Principal];
  let looks = 0;
  const others = Array.from({ length: OTHERS }, (_, i) => ({
    ...caller,
    get operatorId() {
      looks += 1;
      return `op_other${i}`;
    },
    get keyId() {
      looks += 1;
      return `key_other${i}`;
    },
  }));
  const waiters = others.map((one) => watch.join(one, null));
  expect(looks).toBeLessThanOrEqual(3 * OTHERS);
  const own = watch.join(caller, ['occupancy.changed']);
  await own.next(LONG_MS, never);
  looks = 0;
  const before = asked.length;
  const next = own.next(LONG_MS, never);
  await addEvent(caller);
  expect(await next).toBe(true);
  expect(looks).toBe(0);
  expect(asked.slice(before).every((name) => name === 'events_watch')).toBe(true);
  expect(waiters.length).toBe(OTHERS);
});
