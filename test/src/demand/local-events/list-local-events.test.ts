import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createLocalEvent } from '../../../../src/demand/local-events/create-local-event.ts';
import { deleteLocalEvent } from '../../../../src/demand/local-events/delete-local-event.ts';
import { listLocalEvents } from '../../../../src/demand/local-events/list-local-events.ts';
import type { LocalEvent } from '../../../../src/demand/local-events/local-event.ts';
import type { LocalEventDetails } from '../../../../src/demand/local-events/new-local-event.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import { detailsOf } from './details.ts';
import { addManyLocalEvents } from './many-local-events.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function newOperator(livemode = true): Promise<Principal> {
  const caller = await addCaller(database, { livemode });
  await addLot(database, { operator_id: caller.operatorId, livemode });
  return caller;
}

async function add(caller: Principal, details: LocalEventDetails): Promise<LocalEvent> {
  const context = { requestId: 'req_test', remember: undefined };
  return createLocalEvent(database.db, caller, details, context);
}

test('forecasts read what all operators of both worlds entered, by its start', async () => {
  const [one, other, sandbox] = [
    await newOperator(),
    await newOperator(),
    await newOperator(false),
  ];
  const hours = [10, 20] as const;
  const third = await add(one, detailsOf([12, 13], { name: 'C' }));
  const first = await add(other, detailsOf(hours, { name: 'A', radiusKm: 2.5, impact: 'low' }));
  const second = await add(sandbox, detailsOf([11, 13], { name: 'B', type: 'market' }));
  const gone = await add(one, detailsOf(hours, { name: 'deleted' }));
  await deleteLocalEvent(database.db, one, gone.eventId, 'req_test');
  const now = Date.now();
  const found = await listLocalEvents(database.db, {
    from: new Date(now + 9 * HOUR_MS),
    to: new Date(now + 21 * HOUR_MS),
  });
  const asRead = (
    { eventId: _id, radiusM: _radius, ...rest }: LocalEvent,
    { operatorId, livemode }: Principal,
  ) => ({
    ...rest,
    operatorId,
    livemode,
    feltM: 100 * Math.sqrt(10),
  });
  expect(found).toEqual([asRead(first, other), asRead(second, sandbox), asRead(third, one)]);
});

test('a local event overlaps a period unless it ends at its start or begins at its end', async () => {
  const { startsAt, endsAt } = await add(await newOperator(), detailsOf([-100, -90]));
  const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
  const count = async (from: Date, to: Date) =>
    (await listLocalEvents(database.db, { from, to })).length;
  expect(await count(later(startsAt, -1_000), startsAt)).toBe(0);
  expect(await count(later(startsAt, -1_000), later(startsAt, 1))).toBe(1);
  expect(await count(later(startsAt, 1_000), later(startsAt, 2_000))).toBe(1);
  expect(await count(later(endsAt, -1), later(endsAt, 1_000))).toBe(1);
  expect(await count(endsAt, later(endsAt, 1_000))).toBe(0);
});

test('of 5 000 only those of the period are read, by index', async () => {
  const { operatorId } = await newOperator();
  await addManyLocalEvents(database, operatorId, { count: 5_000 });
  await database.sql('analyze local_events');
  const now = Date.now();
  const steps = await runExplained(database, 'local_events_list', {
    fromAt: new Date(now - 1_024 * HOUR_MS),
    toAt: new Date(now - 1_000 * HOUR_MS),
    boxes: null,
    nearM: 20_000,
    spaceReachM: 100,
    lotSpacesMax: 500,
  });
  const read = steps.filter((step) => step['Relation Name'] === 'local_events');
  expect(read.map((step) => step['Node Type'])).not.toContain('Seq Scan');
  for (const step of read) expect(step['Actual Rows']).toBeLessThanOrEqual(26);
});

test.each([
  ['name', "''"],
  ['name', "repeat('x', 121)"],
  ['type', "'rave'"],
  ['impact', "'huge'"],
  ['starts_at', 'ends_at'],
  ['ends_at', "starts_at + interval '745 hours'"],
  ['ends_at', "'infinity'"],
  ['created_at', "starts_at - interval '9601 hours'"],
  ['created_at', "'-infinity'"],
  ['latitude', "'NaN'"],
  ['latitude', '90.1'],
  ['longitude', '-79.38320000001'],
  ['radius_m', '99'],
  ['radius_m', '20001'],
])('the database itself refuses %s = %s', async (column, value) => {
  const { eventId } = await add(await newOperator(), detailsOf([1, 2]));
  const change = `update local_events set ${column} = ${value} where event_id = $1`;
  await expect(database.sql(change, [eventId])).rejects.toMatchObject({ code: '23514' });
});
