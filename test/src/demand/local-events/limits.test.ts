import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { PLAN_LIMITS } from '../../../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createLocalEvent } from '../../../../src/demand/local-events/create-local-event.ts';
import { deleteLocalEvent } from '../../../../src/demand/local-events/delete-local-event.ts';
import {
  EVENTS_OF_A_TYPE_MAX,
  LOCAL_EVENT_TYPES,
} from '../../../../src/demand/local-events/local-event.ts';
import type { LocalEventDetails } from '../../../../src/demand/local-events/new-local-event.ts';
import { dateOf } from '../../../../src/kit/time/days.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { outcomesOf } from '../../../stage/parking.ts';
import { detailsOf } from './details.ts';
import { addManyLocalEvents } from './many-local-events.ts';

const { free, pro } = PLAN_LIMITS;
const { local_events_ahead_max: EVENTS_AHEAD_MAX, local_events_past_max: EVENTS_PAST_MAX } = pro;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function newOperator(plan: Principal['plan'] = 'pro'): Promise<Principal> {
  const caller = await addCaller(database, { plan });
  await addLot(database, { operator_id: caller.operatorId });
  return caller;
}

const context = { requestId: 'req_test', remember: undefined };
/** Those of many events are `other`. */
const TYPES = LOCAL_EVENT_TYPES.filter((type) => type !== 'other');
let addedCount = 0;
/** Each is of another type than the previous one, so that there are not too many of one. */
function add(caller: Principal, hours: [from: number, to: number]) {
  const type = TYPES[addedCount % TYPES.length] ?? 'concert';
  addedCount += 1;
  return createLocalEvent(database.db, caller, detailsOf(hours, { type }), context);
}

const FUTURE: [number, number] = [1, 2];
const UNDER_WAY: [number, number] = [-1, 1];
const PAST: [number, number] = [-2, -1];
const refusedAt = (eventsMax: number, plan = 'pro') => ({
  code: 'CONFLICT',
  details: { reason: 'local_event_limit', events_max: eventsMax, plan },
});

test('an operator has at most so many local events that are not over, even in a race', async () => {
  const caller = await newOperator();
  const keys = [caller, await addCaller(database, { ...caller, id: newId('key') })];
  await addManyLocalEvents(database, caller.operatorId, {
    count: EVENTS_AHEAD_MAX - 3,
    startHours: 1,
  });
  const calls = Array.from({ length: 20 }, (_, i) =>
    add(keys[i % 2] ?? caller, i < 10 ? FUTURE : UNDER_WAY),
  );
  expect(await outcomesOf(calls)).toEqual({
    succeeded: 3,
    refusals: Array.from({ length: 17 }, () => 'local_event_limit'),
  });
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
  // Those of the past, of other operators and of the test world have limits of their own.
  await add(caller, PAST);
  await add(await newOperator(), FUTURE);
  await addLot(database, { operator_id: caller.operatorId, livemode: false });
  await add({ ...caller, livemode: false }, FUTURE);
});

test('one that was deleted or is over makes room for another', async () => {
  const caller = await newOperator();
  await addManyLocalEvents(database, caller.operatorId, {
    count: EVENTS_AHEAD_MAX - 1,
    startHours: 1,
  });
  const added = await add(caller, FUTURE);
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
  await deleteLocalEvent(database.db, caller, added.eventId, 'req_test');
  await add(caller, FUTURE);
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
  await database.sql(
    `update local_events
     set starts_at = now() - interval '1 hour', ends_at = now()
     where event_id = (
       select min(event_id::text)::uuid from local_events
       where operator_id = $1 and deleted_at is null)`,
    [caller.operatorId],
  );
  await add(caller, FUTURE);
});

test('what an operator is about to enter counts for its next call', async () => {
  const caller = await newOperator();
  await addManyLocalEvents(database, caller.operatorId, {
    count: EVENTS_AHEAD_MAX - 1,
    startHours: 1,
  });
  const outcome = await meanwhile(
    database,
    (connection) => createLocalEvent(connection, caller, detailsOf(FUTURE), context),
    () => add(caller, FUTURE).catch((error: unknown) => error),
  );
  expect(outcome).toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
});

test('of the past an operator has at most so many that ended in the last 400 days', async () => {
  const caller = await newOperator();
  await addManyLocalEvents(database, caller.operatorId, { count: EVENTS_PAST_MAX });
  await expect(add(caller, PAST)).rejects.toMatchObject(refusedAt(EVENTS_PAST_MAX));
  await add(caller, FUTURE);
  await database.sql(
    `update local_events
     set created_at = created_at - interval '800 days',
       starts_at = starts_at - interval '800 days', ends_at = ends_at - interval '800 days'
     where event_id = (
       select event_id from local_events where operator_id = $1 order by starts_at limit 1)`,
    [caller.operatorId],
  );
  await add(caller, PAST);
  await expect(add(caller, PAST)).rejects.toMatchObject(refusedAt(EVENTS_PAST_MAX));
});

test('how many follows from the plan; what an operator has above it stays', async () => {
  const caller = await newOperator('free');
  const { local_events_ahead_max: aheadMax, local_events_past_max: pastMax } = free;
  const { operatorId } = caller;
  await addManyLocalEvents(database, operatorId, { count: aheadMax - 1, startHours: 1 });
  await addManyLocalEvents(database, operatorId, { count: pastMax });
  const calls = Array.from({ length: 10 }, () => add(caller, FUTURE));
  expect(await outcomesOf(calls)).toMatchObject({ succeeded: 1 });
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(aheadMax, 'free'));
  await expect(add(caller, PAST)).rejects.toMatchObject(refusedAt(pastMax, 'free'));
  const starter = { ...caller, plan: 'starter' } as const;
  await addManyLocalEvents(database, operatorId, { count: aheadMax, startHours: 1 });
  await add(starter, FUTURE);
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(aheadMax, 'free'));
});

describe('of one type on one day within 20 km', () => {
  const more = (details: Partial<LocalEventDetails>, caller: Principal, hours = FUTURE) =>
    createLocalEvent(database.db, caller, detailsOf(hours, details), context);
  const refused = expect.objectContaining({
    code: 'CONFLICT',
    details: { reason: 'local_event_limit', events_max: EVENTS_OF_A_TYPE_MAX },
  });
  const northBy = (km: number) => ({ lat: 43.6532 + km / 111.195 });

  /** An operator that has three concerts, at the same time and in the same place. */
  async function withThree(details: Partial<LocalEventDetails> = {}): Promise<Principal> {
    const caller = await newOperator();
    for (let i = 0; i < EVENTS_OF_A_TYPE_MAX; i += 1) await more(details, caller);
    await expect(more(details, caller)).rejects.toEqual(refused);
    return caller;
  }

  test('an operator has at most three with ten keys, also in a race', async () => {
    const caller = await newOperator();
    const keys = await Promise.all(
      Array.from({ length: 10 }, () => addCaller(database, { ...caller, id: newId('key') })),
    );
    expect(await outcomesOf([...keys, ...keys].map((each) => more({}, each)))).toEqual({
      succeeded: EVENTS_OF_A_TYPE_MAX,
      refusals: Array.from({ length: 17 }, () => 'local_event_limit'),
    });
    await expect(more({}, caller)).rejects.toMatchObject({
      message: expect.stringContaining('of type concert on one day within 20 km'),
    });
  });

  test('others of another type, place, day, world or operator are not counted', async () => {
    const caller = await withThree();
    await more({ type: 'market' }, caller);
    await expect(more(northBy(19.9), caller)).rejects.toEqual(refused);
    await addLot(database, { operator_id: caller.operatorId, latitude: northBy(39).lat });
    await more(northBy(20.1), caller);
    await more({}, caller, [49, 50]);
    await addLot(database, { operator_id: caller.operatorId, livemode: false });
    await more({}, { ...caller, livemode: false });
    await more({}, await newOperator());
  });

  test('a deleted one makes room for another', async () => {
    const caller = await withThree();
    const [first] = await database.sql<{ event_id: string }>(
      'select event_id from local_events where operator_id = $1 limit 1',
      [caller.operatorId],
    );
    await deleteLocalEvent(database.db, caller, first?.event_id ?? '', 'req_test');
    await more({}, caller);
    await expect(more({}, caller)).rejects.toEqual(refused);
  });

  /** An instant so many days after the day in ten days, by a clock of Toronto in winter. */
  const instant = (days: number, time: string) => {
    const date = dateOf(Math.floor(Date.now() / 86_400_000) + 10 + days);
    return new Date(`${date}T${time}-05:00`);
  };

  test('one of several days is counted on each of them', async () => {
    const caller = await withThree({ startsAt: instant(0, '12:00'), endsAt: instant(2, '12:00') });
    const on = (day: number) => ({
      startsAt: instant(day, '18:00'),
      endsAt: instant(day, '19:00'),
    });
    for (const day of [0, 1, 2]) await expect(more(on(day), caller)).rejects.toEqual(refused);
    await more(on(3), caller);
  });

  test('days are those of the clock of the nearest lot', async () => {
    // By the clock of UTC, the first two are on the same day.
    const evening = { startsAt: instant(0, '20:00'), endsAt: instant(0, '22:00') };
    const night = { startsAt: instant(1, '01:00'), endsAt: instant(1, '02:00') };
    const morning = { startsAt: instant(0, '01:00'), endsAt: instant(0, '02:00') };
    const caller = await withThree(evening);
    await more(night, caller);
    await expect(more(morning, caller)).rejects.toEqual(refused);
  });
});
