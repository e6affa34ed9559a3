import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  openCalendarEvents,
  type ReadCalendarEvents,
} from '../../../../src/demand/outlook/calendar-events.ts';
import { dateOf } from '../../../../src/kit/time/days.ts';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { followNotices, type Notices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';

const TODAY = Math.floor(Date.now() / 86_400_000);
const HERE = { centre: { lat: 43, lng: -79 }, radiusM: 1_000 };
const PLACES = 120;
const DAYS = [0, 1, 2, 3, 4, 5, 6].map((ahead) => TODAY + ahead);

const log = pino({ level: 'silent' });
let database: TestDatabase;
let operatorId: string;
let reads: ReturnType<typeof countReads>;
let notices: Notices;
let read: ReadCalendarEvents;
let now: number;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId } = await addCaller(database));
  await addLot(database, { operator_id: operatorId, latitude: 43, longitude: -79 });
  reads = countReads(database.db);
});
afterAll(() => database.drop());
beforeEach(() => {
  notices = followNotices({ db: database.db, log }, 'forecast');
  now = Date.now();
  read = openCalendarEvents({ db: reads.db, clock: { now: () => now }, notices });
});
afterEach(() => notices.close());

/** At noon (UTC) of a day. */
async function addEvent(name: string, day: number): Promise<void> {
  await database.sql(
    `insert into local_events (event_id, operator_id, livemode, name, type, impact, starts_at,
       ends_at, latitude, longitude, radius_m)
     select $1, $2, true, $3, 'concert', 'low', starts_at, starts_at + interval '1 hour', 43, -79,
       1000
     from (select $4::timestamptz as starts_at) as event`,
    [newUuid(), operatorId, name, `${dateOf(day)}T12:00:00Z`],
  );
}

async function addHoliday(name: string, day: number): Promise<void> {
  await database.sql(
    "insert into marts.public_holidays (country, state, day, name) values ('CA', '', $1, $2)",
    [dateOf(day), name],
  );
}

async function namesOn(day: number): Promise<string[]> {
  const { holidays, events } = await read(day, HERE);
  return [...holidays, ...events].map(({ name }) => name);
}

const untilKept = () => reads.untilKept(() => Promise.all(DAYS.map((day) => read(day, HERE))));

test('a day has its holidays, and the events that may be felt on it by any wall clock', async () => {
  await addHoliday('Parking Day', TODAY + 3);
  await addEvent('Fair', TODAY + 3);
  const seen = await Promise.all(DAYS.map(namesOn));
  expect(seen).toEqual([[], [], ['Fair'], ['Parking Day', 'Fair'], ['Fair'], [], []]);
});

test('days are read once, until an event or a holiday is added, changed or removed', async () => {
  await untilKept();
  await addEvent('Match', TODAY + 6);
  await untilHolds(async () => expect(await namesOn(TODAY + 6)).toEqual(['Match']));
  await database.sql("update local_events set deleted_at = now() where name = 'Match'");
  await untilHolds(async () => expect(await namesOn(TODAY + 6)).toEqual([]));
  await addHoliday('Late', TODAY + 6);
  await untilHolds(async () => expect(await namesOn(TODAY + 6)).toEqual(['Late']));
  await database.sql("delete from marts.public_holidays where name = 'Late'");
  await untilHolds(async () => expect(await namesOn(TODAY + 6)).toEqual([]));
  await untilKept();
});

test('a change whose notice was lost is seen after half a minute', async () => {
  await untilKept();
  await database.sql('alter table local_events disable trigger local_events_changed');
  await addEvent('Silent', TODAY);
  expect(await namesOn(TODAY)).toEqual([]);
  now += 31_000;
  expect(await namesOn(TODAY)).toEqual(['Silent']);
  await database.sql('alter table local_events enable trigger local_events_changed');
});

test('while the database cannot notify, every call reads, and none waits for ever', async () => {
  await notices.close();
  for (const name of ['First', 'Second']) {
    await addEvent(name, TODAY + 5);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => namesOn(DAYS[i % DAYS.length] ?? 0)),
    );
    for (const [i, names] of all.entries())
      expect(names.includes(name)).toBe([4, 5, 6].includes(i % DAYS.length));
  }
});

test('with ten times as many events as are kept, an answer reads those that may be felt around it', async () => {
  await untilHolds(() => expect(notices.isListening()).toBe(true));
  const places = Array.from({ length: PLACES }, (_, i) => ({
    lat: -60 + 8 * (i % 15),
    lng: -179.875 + 16 * Math.floor(i / 15),
  }));
  for (const { lat, lng } of places)
    await addLot(database, { operator_id: operatorId, latitude: lat, longitude: lng });
  const day = TODAY + 30;
  await database.sql(
    `insert into local_events (event_id, operator_id, livemode, name, type, impact, starts_at,
       ends_at, latitude, longitude, radius_m)
     select uuidv7(), $1, true, 'Fair ' || n, 'concert', 'low', starts_at,
       starts_at + interval '1 hour', lat, lng, 20000
     from unnest($2::float8[], $3::float8[]) with ordinality as place (lat, lng, n)
     cross join (select $4::timestamptz as starts_at) as event`,
    [
      operatorId,
      places.map(({ lat }) => lat),
      places.map(({ lng }) => lng),
      `${dateOf(day)}T12:00:00Z`,
    ],
  );
  read = openCalendarEvents({
    ...{ db: reads.db, clock: { now: () => now }, notices },
    calendarEventsKeptMax: PLACES / 10,
  });
  for (const [i, centre] of places.entries()) {
    // Some kilometres to the west, for some of them across the antimeridian.
    const lng = centre.lng - 0.15;
    const circle = { centre: { ...centre, lng: lng < -180 ? lng + 360 : lng }, radiusM: 1_000 };
    let names: string[] = [];
    const { rows } = await reads.readsOf(async () => {
      names = (await read(day, circle)).events.map(({ name }) => name);
    });
    expect(names).toEqual([`Fair ${i + 1}`]);
    expect(rows).toBeLessThanOrEqual(1);
  }
});
