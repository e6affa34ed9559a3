import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ForecastTiles,
  openForecastTiles,
} from '../../../../src/demand/forecasts/forecast-tiles.ts';
import { TILE_RESOLUTION } from '../../../../src/demand/tiles/cap-tree.ts';
import { unpackForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { followNotices, type Notices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { forecastOf, publishAreas, publishForecasts } from '../../../stage/forecasts.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';

const MINUTE_MS = 60_000;
const HERE = { latitude: 43.6532, longitude: -79.3832 };
const THERE = { latitude: 45.5019, longitude: -73.5674 };
const cellOf = ({ latitude, longitude }: typeof HERE, resolution = TILE_RESOLUTION) =>
  cellParent(cellAt(latitude, longitude), resolution);

const log = pino({ level: 'silent' });
let database: TestDatabase;
let reads: ReturnType<typeof countReads>;
let now: number;
let notices: Notices;
let forecasts: ForecastTiles;
let lotIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
  const { operatorId } = await addCaller(database);
  lotIds = [];
  for (const place of [HERE, THERE, HERE])
    lotIds.push(await addLot(database, { operator_id: operatorId, ...place }));
  await database.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
       longitude, country, currency, space_count, posted_hourly, posted_daily, observation_count,
       occupied_minutes, known_minutes, measured_minutes)
     select lot_id, livemode, operator_id, cell, latitude, longitude, country, currency,
       total_spaces, rate_minor, 24 * rate_minor, 0, 0, 0, 0
     from lots`,
  );
  await publish(1);
});
afterAll(() => database.drop());
beforeEach(() => {
  now = Date.now();
  notices = followNotices({ db: reads.db, log }, 'forecast');
  forecasts = openForecastTiles({ db: reads.db, clock: { now: () => now }, notices });
});
afterEach(() => notices.close());

const publish = (fromDay: number) =>
  publishForecasts(database, new Map(lotIds.map((lotId) => [lotId, forecastOf({ fromDay })])));

/** The first days of the forecasts of each place, and where their lots are by now. */
async function look(places = [HERE, THERE]) {
  const { tiles } = await forecasts.read(
    true,
    places.map((place) => cellOf(place)),
  );
  return tiles.map(({ lots }) =>
    lots.map(({ closed, at }) => ({ fromDay: closed.fromDay, lng: at.lng })),
  );
}

const one = (fromDay: number, { longitude: lng } = HERE) => ({ fromDay, lng });

test('each tile has the forecasts of its own lots, and they are read once', async () => {
  expect(await look()).toEqual([[one(1), one(1)], [one(1, THERE)]]);
  expect(await look([THERE, HERE])).toEqual([[one(1, THERE)], [one(1), one(1)]]);
  await reads.untilKept(() => look());
});

test('a new edition is seen, of all lots at once', async () => {
  await reads.untilKept(() => look());
  await publish(2);
  await untilHolds(async () => expect(await look()).toEqual([[one(2), one(2)], [one(2, THERE)]]));
  await publish(1);
});

test('of a new edition only lots whose days have changed are sent, with those of their tile', async () => {
  await reads.untilKept(() => look());
  const lotCounts: number[] = [];
  forecasts = openForecastTiles({
    db: {
      ...reads.db,
      async query<Row extends object>(name: string, values?: Record<string, unknown>) {
        const rows = await reads.db.query<Row>(name, values);
        for (const row of rows) if ('lots' in row) lotCounts.push((row.lots as unknown[]).length);
        return rows;
      },
    },
    clock: { now: () => now },
    notices,
  });
  const sent = async (change: () => Promise<unknown>, expected: unknown) => {
    await change();
    lotCounts.length = 0;
    await untilHolds(async () => {
      expect(await look()).toEqual(expected);
      expect(lotCounts.length).toBeGreaterThan(0);
    });
    return lotCounts.reduce((sum, count) => sum + count, 0);
  };
  const before = [[one(1), one(1)], [one(1, THERE)]];
  expect(await sent(async () => undefined, before)).toBe(3);
  expect(await sent(() => publish(1), before)).toBe(0);
  const publishThere = (fromDay: number) =>
    publishForecasts(database, new Map([[lotIds[1] ?? '', forecastOf({ fromDay })]]));
  expect(await sent(() => publishThere(3), [[one(1), one(1)], [one(3, THERE)]])).toBe(1);
  const gone = async () => {
    await database.sql('delete from marts.lot_forecasts where lot_id = $1', [lotIds[1]]);
    await database.sql('update marts.forecast_edition set edition_id = edition_id + 1');
  };
  expect(await sent(gone, [[one(1), one(1)], []])).toBe(0);
  await publish(1);
});

test('places are read again after ten minutes', async () => {
  const moved = { ...THERE, longitude: THERE.longitude + 0.001 };
  const move = (from: typeof HERE, to: typeof HERE) =>
    database.sql('update marts.market_rate_by_lot set longitude = $2 where longitude = $1', [
      from.longitude,
      to.longitude,
    ]);
  await reads.untilKept(() => look());
  await move(THERE, moved);
  now += 9 * MINUTE_MS;
  expect((await look())[1]).toEqual([one(1, THERE)]);
  now += 2 * MINUTE_MS;
  expect((await look())[1]).toEqual([one(1, moved)]);
  await move(moved, THERE);
});

test('a lot that is no longer listed has no forecast', async () => {
  await database.sql('delete from marts.market_rate_by_lot where lot_id = $1', [lotIds[1]]);
  expect(await look()).toEqual([[one(1), one(1)], []]);
});

test('areas come with the tiles in which their lots can be, in the same edition', async () => {
  const area = ({ latitude, longitude }: typeof HERE, fromDay: number, more = {}) => ({
    cell: cellOf({ latitude, longitude }, 7),
    forecast: forecastOf({ fromDay }),
    ...more,
  });
  await publishAreas(database, [
    area(HERE, 5),
    area(THERE, 6),
    area(HERE, 7, { cell: 0n }),
    area(HERE, 8, { livemode: false }),
  ]);
  const keys = [cellOf(HERE, 7), cellOf(THERE, 7), 0n].map((cell) => `CA ${cell}`);
  const days = async (place: typeof HERE) => {
    const { areas } = await forecasts.read(true, [cellOf(place)]);
    return keys.map((key) => {
      const bytes = areas.get(key)?.bytes;
      return bytes && unpackForecast(bytes).fromDay;
    });
  };
  await untilHolds(async () => expect(await days(HERE)).toEqual([5, undefined, 7]));
  expect(await days(THERE)).toEqual([undefined, 6, 7]);
  await publishAreas(database, [area(HERE, 9)]);
  await untilHolds(async () => expect(await days(HERE)).toEqual([9, undefined, 7]));
});

test('what exceeds the memory limit is read again', async () => {
  forecasts = openForecastTiles({
    db: reads.db,
    clock: { now: () => now },
    notices,
    forecastsKeptMax: 0,
  });
  for (let i = 0; i < 5; i += 1) {
    await look([HERE]);
    const before = reads.readCount();
    await look([THERE]);
    expect(reads.readCount()).toBe(before + 1);
  }
});
