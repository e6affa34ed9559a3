import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import type { Remember } from '../../../../src/access/idempotency/remember.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { extendSession } from '../../../../src/parking/sessions/extend-session.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import type { Querier } from '../../../../src/stores/postgres.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const HOUR_MS = 3_600_000;
const times = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, call);

test('an extension moves the expected end and the estimate, at the rate of the start', async () => {
  const lotId = await parking.addLot({ rate_minor: 350 });
  const session = await parking.park(lotId);
  await parking.database.sql('update lots set rate_minor = 9900 where lot_id = $1', [lotId]);
  const result = await parking.extend(session, 90);
  expect(result).toMatchObject({
    expectedEnd: new Date(session.expectedEnd.getTime() + 1.5 * HOUR_MS),
    extendedCount: 1,
    estimatedMinor: 875,
  });
  expect(await parking.stored(session)).toMatchObject({
    expected_end: new Date(session.expectedEnd.getTime() + 1.5 * HOUR_MS),
    estimated_minor: 875,
    actions: ['session.created', 'session.extended'],
    events: ['session.created', 'session.extended'],
  });
});

test('of 49 parallel steps of 30 minutes 48 count, and the last is refused naming its field', async () => {
  const session = await parking.park(await parking.addLot({ rate_minor: 350 }));
  const settled = await Promise.allSettled(times(49, () => parking.extend(session, 30)));
  const refused = settled.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field: 'extend_minutes' }],
  });
  expect(await parking.stored(session)).toMatchObject({
    expected_end: new Date(session.expectedEnd.getTime() + 24 * HOUR_MS),
    extended_count: 48,
    extended_minutes: 1440,
    estimated_minor: 25 * 350,
  });
  const { events } = await parking.stored(session);
  expect(events).toHaveLength(49);
});

test('an extension that races an end is counted or refused, and the stay ends once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const session = await parking.park(await parking.addLot());
    const calls = [...times(4, () => parking.extend(session, 30)), parking.end(session)];
    const { refusals } = await outcomesOf(calls);
    const stored = await parking.stored(session);
    expect(stored).toMatchObject({ status: 'completed', extended_count: 4 - refusals.length });
    expect(refusals.every((reason) => reason === 'not_active')).toBe(true);
  }
});

test('a stay that is over, or whose time has run out, cannot be extended', async () => {
  const ended = await parking.park(await parking.addLot());
  await parking.end(ended);
  const overdue = await parking.park(await parking.addLot());
  await parking.passMinutes(75);
  const notActive = { code: 'CONFLICT', details: { reason: 'not_active' } };
  await expect(parking.extend(ended, 30)).rejects.toMatchObject(notActive);
  await expect(parking.extend(overdue, 30)).rejects.toMatchObject(notActive);
});

test('within the grace period a stay can still be extended', async () => {
  const session = await parking.park(await parking.addLot());
  await parking.passMinutes(74);
  await expect(parking.extend(session, 30)).resolves.toMatchObject({ extendedCount: 1 });
});

test('a stay whose time runs out while it is being extended is not extended', async () => {
  const { sessionId } = await parking.park(await parking.addLot());
  await parking.passMinutes(70);
  const db: Querier = {
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      if (name === 'session_extend') await parking.passMinutes(10);
      return parking.db.query<Row>(name, values);
    },
  };
  const request = { sessionId, sessionCode: null, minutes: 30, field: 'extend_minutes' };
  const context = { requestId: 'req_test', remember: undefined };
  const deps = { ...parking, db };
  await expect(extendSession(deps, parking.caller, request, context)).rejects.toMatchObject({
    details: { reason: 'not_active' },
  });
});

test('the last space is not kept longer than until a hold on it begins', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const session = await parking.park(lotId);
  expect(await parking.hold(lotId, { from: 90 })).toBeTypeOf('object');
  await expect(parking.extend(session, 30)).resolves.toBeDefined();
  await expect(parking.extend(session, 30)).rejects.toMatchObject({
    details: { reason: 'lot_full' },
  });
  expect(await parking.stored(session)).toMatchObject({ extended_count: 1 });
});

const extendOnce = (session: Session, more: { as?: Principal; remember: Remember<Session> }) =>
  answerOnce(parking.db, more.remember, () => parking.extend(session, 30, more));

test('a repeated call extends once and gets the first answer', async () => {
  const session = await parking.park(await parking.addLot());
  const remember = {
    keyId: parking.caller.id,
    operation: 'extendSession',
    idempotencyKey: 'extend-1',
    bodySha256: hashBody({ minutes: 30 }),
    toResponse: ({ extendedCount }: Session) => ({ extendedCount }),
  };
  const results = await Promise.all(
    Array.from({ length: 100 }, () => extendOnce(session, { remember })),
  );
  expect(results.filter((result) => 'sessionId' in result)).toHaveLength(1);
  for (const result of results.filter((each) => 'response' in each))
    expect(result).toEqual({ status: 200, response: { extendedCount: 1 } });
  expect(await parking.stored(session)).toMatchObject({ extended_count: 1 });
});

test('an idempotency key belongs to one API key and one operation', async () => {
  const session = await parking.park(await parking.addLot());
  const { id: keyId, operatorId } = parking.caller;
  const colleague = await addCaller(parking.database, { operatorId });
  const rememberAs = (more: { keyId?: string; operation?: string } = {}) => ({
    keyId,
    operation: 'extendSession',
    idempotencyKey: 'shared',
    bodySha256: hashBody({ minutes: 30 }),
    toResponse: () => ({}),
    ...more,
  });
  const calls = [
    { remember: rememberAs() },
    { remember: rememberAs({ operation: 'prolongSession' }) },
    { remember: rememberAs({ keyId: colleague.id }), as: colleague },
  ];
  for (const call of calls) expect(await extendOnce(session, call)).toHaveProperty('sessionId');
  expect(await parking.stored(session)).toMatchObject({ extended_count: 3 });
});

test('a body is the same in whatever order its fields are written', () => {
  const [one, other] = [
    { a: 1, b: { c: [1, 2], d: null } },
    { b: { d: null, c: [1, 2] }, a: 1 },
  ];
  expect(hashBody(one)).toEqual(hashBody(other));
  expect(hashBody({ a: [1, 2] })).not.toEqual(hashBody({ a: [2, 1] }));
});

test('a wrong code, another operator and another fleet see no such session', async () => {
  const session = await parking.park(await parking.addLot());
  const stranger = await addCaller(parking.database);
  const notFound = { code: 'NOT_FOUND' };
  for (const more of [
    { sessionCode: 'XXXX-XXXX' },
    { as: stranger },
    { as: { ...parking.caller, fleetId: 'fleet-x' } },
  ])
    await expect(parking.extend(session, 30, more)).rejects.toMatchObject(notFound);
});
