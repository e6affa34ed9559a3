import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../../src/access/keys/create-key.ts';
import { rotateKey } from '../../../../src/access/keys/rotate-key.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { reasonOf } from '../../../../src/kit/errors.ts';
import { createMeter, type Meter } from '../../../../src/money/usage/meter.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { addCharge, monthFromNow } from './ledger.ts';

const CAP = 35;

let database: TestDatabase;
let meter: Meter;
beforeAll(async () => {
  database = await openTestDatabase();
  meter = createMeter(database.db, pino({ level: 'silent' }));
});
afterAll(async () => {
  await meter.close();
  await database.drop();
});

async function newBuyer(more: Partial<Principal> = {}): Promise<Principal> {
  const owner = await addCaller(database);
  const { key } = await createKey(database.owner, {
    operatorId: owner.operatorId,
    name: 'capped',
    mode: 'live',
    scopes: ['intelligence'],
    spendCapCents: CAP,
    actorId: 'test',
  });
  return { ...owner, id: key.id, spendCapCents: CAP, ...more };
}

const rotate = async (caller: Principal): Promise<Principal> => {
  const { key } = await rotateKey(database.owner, { keyId: caller.id, actorId: 'test' });
  return { ...caller, id: key.id };
};

const charge = (caller: Principal, costCents = 10) =>
  meter.charge({ caller, endpoint: '/x', costCents, requestId: 'req_test' });

/** `paid`, or the reason of the refusal. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'paid',
    (error: unknown) => reasonOf(error) ?? String(error),
  );

async function spentBy(caller: Principal): Promise<number> {
  const [row] = await database.sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where operator_id = $1',
    [caller.operatorId],
  );
  return row?.cents ?? Number.NaN;
}

test('of many calls at once, with an old key and the keys in its place, the cap lets no more in', async () => {
  const first = await newBuyer();
  const second = await rotate(first);
  const third = await rotate(second);
  const calls = [first, second, third].flatMap((caller) => Array(6).fill(caller));
  const outcomes = await Promise.all(calls.map((caller) => outcome(charge(caller))));
  expect(outcomes.filter((one) => one === 'paid')).toHaveLength(3);
  expect(outcomes.filter((one) => one !== 'paid')).toEqual(Array(15).fill('spend_cap_reached'));
  expect(await spentBy(first)).toBe(30);
});

test('a call with the old key that ends after the new key has paid counts what it paid', async () => {
  const old = await newBuyer();
  const current = await rotate(old);
  await charge(current, 30);
  expect(await outcome(charge(old))).toBe('spend_cap_reached');
  expect(await outcome(charge(old, 5))).toBe('paid');
});

test('a charge waits for one that is not committed yet, also to the key in its place', async () => {
  const old = await newBuyer();
  const current = await rotate(old);
  const late = await meanwhile(
    database,
    async (connection) => {
      await connection.query('api_keys_lock', { keyId: old.id });
      const row = { operator_id: old.operatorId, key_id: old.id, livemode: true };
      const rows = [{ ...row, endpoint: '/x', cost_cents: 30, request_id: 'req_test' }];
      await connection.query('usage_insert', { rows: JSON.stringify(rows) });
    },
    () => outcome(charge(current)),
  );
  expect(late).toBe('spend_cap_reached');
});

test('each calendar month (UTC) has the whole cap: months before and after do not count', async () => {
  await awayFromWholeHour();
  const caller = await newBuyer();
  const begin = `${monthFromNow(0)}-01T00:00:00Z`;
  const before = new Date(Date.parse(begin) - 1).toISOString();
  await addCharge(database, caller, { at: before, cents: CAP });
  await addCharge(database, caller, { at: `${monthFromNow(1)}-01T00:00:00Z`, cents: CAP });
  expect(await outcome(charge(caller, CAP))).toBe('paid');
  expect(await outcome(charge(caller, 1))).toBe('spend_cap_reached');
});

test('free answers and test keys pass any cap and are not charged', async () => {
  const poor = await newBuyer({ spendCapCents: 0 });
  const sandbox = await newBuyer({ spendCapCents: 0, livemode: false });
  expect(await outcome(charge(poor, 0))).toBe('paid');
  expect(await outcome(charge(sandbox))).toBe('paid');
  expect(await outcome(meter.check({ caller: sandbox, costCents: 10 }))).toBe('paid');
  expect(await outcome(meter.check({ caller: poor, costCents: 10 }))).toBe('spend_cap_reached');
  expect((await spentBy(poor)) + (await spentBy(sandbox))).toBe(0);
});

test('the database takes no charge of a test key', async () => {
  const caller = await newBuyer();
  const row = { operator_id: caller.operatorId, key_id: caller.id, livemode: false };
  const rows = [{ ...row, endpoint: '/x', cost_cents: 10, request_id: 'req_test' }];
  await expect(
    database.db.query('usage_insert', { rows: JSON.stringify(rows) }),
  ).rejects.toMatchObject({ constraint: 'usage_is_live' });
});
