import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type OwnForecasts,
  openOwnForecasts,
} from '../../../../src/demand/forecasts/own-forecasts.ts';
import { unpackForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { followNotices, type Notices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { forecastOf, publishForecasts } from '../../../stage/forecasts.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';
import { addManyLots } from '../../many-lots.ts';

const MINUTE_MS = 60_000;
const LOTS = 500;
const KEPT_MAX = LOTS / 10;

const log = pino({ level: 'silent' });
let database: TestDatabase;
let reads: ReturnType<typeof countReads>;
let now: number;
let notices: Notices;
let ownForecasts: OwnForecasts;
let lotIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
  const { operatorId } = await addCaller(database);
  await addManyLots(database, operatorId, { count: LOTS, metres: 10_000 });
  lotIds = (await database.sql<{ lot_id: string }>('select lot_id from lots')).map(
    ({ lot_id }) => lot_id,
  );
  await database.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
       longitude, country, currency, space_count, posted_hourly, posted_daily, observation_count,
       occupied_minutes, known_minutes, measured_minutes)
     select lot_id, livemode, operator_id, cell, latitude, longitude, country, currency,
       10, 350, 900, 0, 0, 0, 0
     from lots`,
  );
  await publish(1);
});
afterAll(() => database.drop());
beforeEach(() => {
  now = Date.now();
  notices = followNotices({ db: reads.db, log }, 'forecast');
  ownForecasts = open(LOTS);
});
afterEach(() => notices.close());

const open = (lotsKeptMax: number) =>
  openOwnForecasts({ db: reads.db, clock: { now: () => now }, notices, lotsKeptMax });

const publish = (fromDay: number) =>
  publishForecasts(database, new Map(lotIds.map((lotId) => [lotId, forecastOf({ fromDay })])));

/** The forecasts of the lots. */
const look = async (some: readonly string[]) =>
  (await ownForecasts(some)).map(({ bytes, lotId: _lotId, ...posted }) => ({
    ...posted,
    fromDay: unpackForecast(bytes).fromDay,
  }));

const one = (fromDay: number, postedHourly = 350, part: string | null = null) => ({
  ...{ fromDay, postedHourly, postedDaily: 900, part, spaces: 10, currency: 'cad' },
});

test('lots come with their forecasts and what they post, read once', async () => {
  const some = lotIds.slice(0, 3);
  expect(await look(some)).toEqual([one(1), one(1), one(1)]);
  await reads.untilKept(() => look(some));
  const more = await reads.readsOf(() => look(lotIds.slice(0, 4)));
  const all = await reads.readsOf(() => look(lotIds));
  expect([more.statements, all.statements]).toEqual([1, 1]);
  // One lot of some, and all but four.
  expect(more.bytes).toBeLessThan((2 * all.bytes) / LOTS);
});

test('a lot with a tariff says which part usually prices an hour', async () => {
  const [lotId = ''] = lotIds;
  const setTerms = (terms: string | null) =>
    database.sql('update marts.market_rate_by_lot set terms = $2 where lot_id = $1', [
      lotId,
      terms,
    ]);
  await setTerms(JSON.stringify({ reference: { part: 'day' }, parts: [] }));
  expect(await look([lotId])).toEqual([one(1, 350, 'day')]);
  await setTerms(null);
});

test('a new edition is seen', async () => {
  const some = lotIds.slice(0, 2);
  await reads.untilKept(() => look(some));
  await publish(2);
  await untilHolds(async () => expect(await look(some)).toEqual([one(2), one(2)]));
  await publish(1);
});

test('rates are read again after ten minutes', async () => {
  const some = lotIds.slice(0, 1);
  await reads.untilKept(() => look(some));
  await database.sql('update marts.market_rate_by_lot set posted_hourly = 500');
  now += 9 * MINUTE_MS;
  expect(await look(some)).toEqual([one(1, 350)]);
  now += 2 * MINUTE_MS;
  expect(await look(some)).toEqual([one(1, 500)]);
  await database.sql('update marts.market_rate_by_lot set posted_hourly = 350');
});

test('a lot that is no longer listed is left out, and so is one without a forecast', async () => {
  const [first = '', second = '', third = ''] = lotIds;
  await database.sql('delete from marts.market_rate_by_lot where lot_id = $1', [first]);
  await database.sql('delete from marts.lot_forecasts where lot_id = $1', [third]);
  expect(await look([first, second, third])).toEqual([one(1)]);
});

test('with ten times as many lots as are kept, only those that are asked for are read', async () => {
  ownForecasts = open(KEPT_MAX);
  const all = await reads.readsOf(() => look(lotIds));
  for (let i = 0; i < LOTS / 2; i += 10) {
    const { statements, bytes } = await reads.readsOf(() => look(lotIds.slice(i, i + 10)));
    expect(statements).toBeLessThanOrEqual(1);
    expect(bytes).toBeLessThan((2 * 10 * all.bytes) / LOTS);
  }
});
