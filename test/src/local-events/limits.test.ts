import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import type { Caller } from '../../../src/keys/caller.ts';
import { createLocalEvent } from '../../../src/local-events/create-local-event.ts';
import { deleteLocalEvent } from '../../../src/local-events/delete-local-event.ts';
import { EVENTS_AHEAD_MAX, EVENTS_PAST_MAX } from '../../../src/local-events/local-event.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { addCaller, addLot } from '../../fixtures.ts';
import { meanwhile } from '../../meanwhile.ts';
import { outcomesOf } from '../../parking.ts';
import { detailsOf } from './details.ts';
import { addManyLocalEvents } from './many-local-events.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function newOperator(): Promise<Caller> {
  const caller = await addCaller(database);
  await addLot(database, { operator_id: caller.operatorId });
  return caller;
}

const context = { requestId: 'req_test', remember: undefined };
const add = (caller: Caller, hours: [from: number, to: number], on = database.db) =>
  createLocalEvent(on, caller, detailsOf(hours), context);

const FUTURE: [number, number] = [1, 2];
const UNDER_WAY: [number, number] = [-1, 1];
const PAST: [number, number] = [-2, -1];
const refusedAt = (eventsMax: number) => ({
  code: 'CONFLICT',
  details: { reason: 'local_event_limit', events_max: eventsMax },
});

test('an operator has at most so many local events that are not over, even in a race', async () => {
  const caller = await newOperator();
  const keys = [caller, await addCaller(database, { ...caller, keyId: newId('key') })];
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
  if (!('localEvent' in added)) expect.unreachable();
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
  await deleteLocalEvent(database.db, caller, added.localEvent.event_id, 'req_test');
  await add(caller, FUTURE);
  await expect(add(caller, FUTURE)).rejects.toMatchObject(refusedAt(EVENTS_AHEAD_MAX));
  await database.sql(
    `update local_events
     set starts_at = now() - interval '1 hour', ends_at = now()
     where event_id = (select min(event_id::text)::uuid from local_events where operator_id = $1)`,
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
