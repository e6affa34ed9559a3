import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { createLocalEvent } from '../../../../src/demand/local-events/create-local-event.ts';
import { listLocalEvents } from '../../../../src/demand/local-events/list-local-events.ts';
import { LOCAL_EVENT_TYPES } from '../../../../src/demand/local-events/local-event.ts';
import type { LocalEventDetails } from '../../../../src/demand/local-events/new-local-event.ts';
import { openCalendarEvents } from '../../../../src/demand/outlook/calendar-events.ts';
import { expectedEvents } from '../../../../src/demand/outlook/expected-events.ts';
import { cellAt } from '../../../../src/kit/geo/cells.ts';
import type { LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { followNotices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { detailsOf } from './details.ts';

const HOUR_MS = 3_600_000;
const PLACE: LatLng = { lat: 43.6532, lng: -79.3832 };
/** So far north of the place, along its meridian. */
const northBy = (km: number): LatLng => ({ ...PLACE, lat: PLACE.lat + km / 111.195 });

/** The change of a lot that moves it along the meridian. */
const movedTo = (latitude: number) =>
  `latitude = ${latitude}, cell = ${cellAt(latitude, PLACE.lng)}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.sql('truncate local_events, lots cascade'));

const lotOf = (
  { operatorId }: Principal,
  spaces: number,
  more: Partial<Parameters<typeof addLot>[1]> = {},
) => addLot(database, { operator_id: operatorId, total_spaces: spaces, ...more });

/** The operator of a lot at the place. */
async function operatorWith(spaces: number): Promise<Principal> {
  const caller = await addCaller(database);
  await lotOf(caller, spaces);
  return caller;
}

const context = { requestId: 'req_test', remember: undefined };
const enter = (caller: Principal, more: Partial<LocalEventDetails> = {}) =>
  createLocalEvent(database.db, caller, detailsOf([30, 31], { radiusKm: 20, ...more }), context);

/** What is shown of all that happens, in a circle around a place. */
async function shownAt(centre: LatLng, radiusM = 0, livemode = true) {
  const now = Date.now();
  const [from, to] = [new Date(now), new Date(now + 72 * HOUR_MS)];
  const events = await listLocalEvents(database.db, { from, to });
  const question = { centre, radiusM, livemode, from, to, places: new Set<string>() };
  return expectedEvents({ holidays: [], events }, question);
}

/** How far north of the place something is felt, in whole km up to 20; -1: not even there. */
async function feltKm(): Promise<number> {
  for (let km = 20; km >= 0; km -= 1) if ((await shownAt(northBy(km))).length > 0) return km;
  return -1;
}

/** `count` events of each type, as one operator calls with ten keys; how many were taken. */
async function flood(caller: Principal, count: number): Promise<number> {
  const keys = Array.from({ length: 10 }, () => newId('key'));
  for (const keyId of keys) await addCaller(database, { ...caller, id: keyId });
  const calls = LOCAL_EVENT_TYPES.flatMap((type) =>
    Array.from({ length: count }, (_, i) => {
      const as = { ...caller, id: keys[i % keys.length] ?? caller.id };
      return enter(as, { type, impact: 'high', name: `${caller.operatorId} ${type} ${i}` });
    }),
  );
  const outcomes = await Promise.allSettled(calls);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe('invented events', () => {
  test('61 of an operator with one space are three of a type, and felt within 100 m', async () => {
    const faker = await operatorWith(1);
    expect(await flood(faker, 8)).toBe(3 * LOCAL_EVENT_TYPES.length);
    expect(await shownAt(northBy(0.09))).toHaveLength(3 * LOCAL_EVENT_TYPES.length);
    expect(await shownAt(northBy(0.11))).toEqual([]);
    expect(await shownAt(northBy(6), 5_000)).toEqual([]);
  });

  test('those that were entered before there was a limit are three of a type in an answer', async () => {
    const faker = await operatorWith(1);
    await database.sql('alter table local_events disable trigger local_events_limit');
    for (let i = 0; i < 61; i += 1)
      await enter(faker, { name: `Concert ${i}`, impact: i < 59 ? 'low' : 'high' });
    await database.sql('alter table local_events enable trigger local_events_limit');
    const shown = await shownAt(PLACE);
    expect(shown.map(({ impact }) => impact)).toEqual(['high', 'high', 'low']);
  });

  test('those of three colluding operators displace no event of one with more spaces', async () => {
    await enter(await operatorWith(400), { name: 'Fair', type: 'market', impact: 'low' });
    for (let i = 0; i < 3; i += 1) await flood(await operatorWith(1), 4);
    const shown = await shownAt(PLACE, 1_000);
    expect(shown).toHaveLength(50);
    expect(shown.at(-1)).toEqual({ name: 'Fair', type: 'market', impact: 'low' });
    expect(await shownAt(northBy(1.5))).toHaveLength(1);
  });

  test('an event that several entered is as the one with most spaces says', async () => {
    await enter(await operatorWith(1), { name: 'the match', impact: 'high' });
    await enter(await operatorWith(400), { name: 'The Match', impact: 'low' });
    expect(await shownAt(PLACE)).toEqual([{ name: 'The Match', type: 'concert', impact: 'low' }]);
  });
});

describe('an event is felt as far as the spaces around it vouch for', () => {
  test.each([
    [1, 0.09, 0.11],
    [100, 0.99, 1.01],
    [400, 1.99, 2.01],
  ])('with %d spaces', async (spaces, near, far) => {
    await enter(await operatorWith(spaces));
    expect(await shownAt(northBy(near))).toHaveLength(1);
    expect(await shownAt(northBy(far))).toEqual([]);
  });

  test('one of an operator with 400 spaces is felt 1.5 km away, but not beyond its radius', async () => {
    const honest = await operatorWith(400);
    await enter(honest, { radiusKm: 1.5 });
    expect(await shownAt(northBy(1.49))).toHaveLength(1);
    expect(await shownAt(northBy(1.51))).toEqual([]);
  });

  test('the spaces of several lots within 20 km count together, at most 500 of each', async () => {
    const caller = await operatorWith(900);
    await enter(caller);
    expect(await feltKm()).toBe(2);
    await lotOf(caller, 410, { latitude: northBy(19.9).lat });
    expect(await feltKm()).toBe(3);
    await lotOf(caller, 5_000, { latitude: northBy(20.1).lat });
    await lotOf(await operatorWith(500), 500);
    await lotOf(caller, 500, { livemode: false });
    await lotOf(caller, 500, { is_listed: false });
    await lotOf(caller, 500, { status: 'closed' });
    expect(await feltKm()).toBe(3);
  });

  test('a lot whose spaces are not known counts as one', async () => {
    const caller = await operatorWith(400);
    await database.sql('update lots set total_spaces = null');
    await enter(caller);
    expect(await shownAt(northBy(0.09))).toHaveLength(1);
    expect(await shownAt(northBy(0.11))).toEqual([]);
  });

  test('in the test world lots of that world count', async () => {
    const caller = { ...(await operatorWith(400)), livemode: false };
    await lotOf(caller, 100, { livemode: false });
    await enter(caller);
    expect(await shownAt(northBy(0.9), 0, false)).toHaveLength(1);
    expect(await shownAt(northBy(1.1), 0, false)).toEqual([]);
    expect(await shownAt(PLACE)).toEqual([]);
  });

  test('without a lot near it nothing is felt, and a new lot brings it back', async () => {
    const caller = await operatorWith(400);
    await enter(caller);
    const changes = ['is_listed = false', "status = 'closed'", 'deleted_at = now()', movedTo(44)];
    for (const change of changes) {
      await database.sql(`update lots set ${change} where operator_id = $1`, [caller.operatorId]);
      expect(await shownAt(PLACE)).toEqual([]);
      await lotOf(caller, 400);
      expect(await shownAt(northBy(1.9))).toHaveLength(1);
    }
  });
});

test('readers that keep days are told of each change of the lots of who entered something', async () => {
  const log = pino({ level: 'silent' });
  const notices = followNotices({ db: database.db, log }, 'forecast');
  const clock = { now: () => Date.now() };
  const read = openCalendarEvents({ db: database.db, clock, notices });
  const day = Math.floor((Date.now() + 30 * HOUR_MS) / 86_400_000);
  const untilFelt = (felt: number[]) =>
    untilHolds(async () => {
      const { events } = await read(day, { centre: PLACE, radiusM: 1_000 });
      expect(events.map(({ feltM }) => feltM)).toEqual(felt);
    });
  try {
    await untilHolds(() => expect(notices.isListening()).toBe(true));
    const caller = await operatorWith(100);
    await enter(caller);
    await untilFelt([1_000]);
    const extra = await lotOf(caller, 300);
    await untilFelt([2_000]);
    for (const [change, felt] of [
      ['total_spaces = 125', 1_500],
      ['is_listed = false', 1_000],
      ['is_listed = true', 1_500],
      ["status = 'closed'", 1_000],
      ["status = 'active'", 1_500],
      [movedTo(44), 1_000],
      [movedTo(PLACE.lat), 1_500],
      ['deleted_at = now()', 1_000],
    ] as const) {
      await database.sql(`update lots set ${change} where lot_id = $1`, [extra]);
      await untilFelt([felt]);
    }
    const before = notices.changeCount();
    const stranger = await operatorWith(100);
    await database.sql('update lots set taken_spaces = taken_spaces + 1 where operator_id = $1', [
      caller.operatorId,
    ]);
    await database.sql('update lots set is_listed = false where operator_id = $1', [
      stranger.operatorId,
    ]);
    await database.sql("update lots set status = 'closed' where operator_id = $1", [
      caller.operatorId,
    ]);
    await untilFelt([]);
    expect(notices.changeCount()).toBe(before + 1);
  } finally {
    await notices.close();
  }
});
