import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openForecastTiles } from '../../../../src/demand/forecasts/forecast-tiles.ts';
import { openOwnForecasts } from '../../../../src/demand/forecasts/own-forecasts.ts';
import { findDemandForecast } from '../../../../src/demand/outlook/find-demand-forecast.ts';
import type { AreaQuestion } from '../../../../src/demand/rates/area.ts';
import { findMarketRate } from '../../../../src/demand/rates/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../../../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../../../src/kit/clock.ts';
import { packForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { cellParent } from '../../../../src/kit/geo/cells.ts';
import { greatCircleMetres, type LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { followNotices, type Notices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { forecastOf } from '../../../stage/forecasts.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';
import { addManyLots, MIDDLE } from '../../many-lots.ts';
import { destination } from '../../places.ts';

const LOTS = 2_000;
/** In about ten tiles. */
const METRES = 50_000;
const KEPT_MAX = LOTS / 10;
const ROUNDS = 60;
const AT_ONCE = 6;
/** What is read around a circle reaches at most so many of its radii beyond it. */
const REACH = 4;
/** Those of own lots are read whole, by a statement of their own. */
const LOT_BYTES_MAX = { rate: 700, forecast: 700 };
const STATEMENTS_MAX = { rate: 1, forecast: 2 };
/** Areas and percentiles that contain the circle. */
const AROUND_BYTES_MAX = { rate: 10_000, forecast: 30_000 };
const TOMORROW = Math.floor(Date.now() / 86_400_000) + 1;

const seed = seedOfRun();
const random = randomFrom(seed);
const log = pino({ level: 'silent' });
const clock = systemClock;

let database: TestDatabase;
let reads: ReturnType<typeof countReads>;
let notices: Notices;
let lots: LatLng[];
let whole: Figures;
let crowded: Figures;

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
  notices = followNotices({ db: database.db, log }, 'forecast');
  await layOut();
  whole = openFigures(LOTS * 10);
  await whole.rate({ ...questionAt(0, 2 * METRES), centre: MIDDLE });
});
afterAll(async () => {
  await whole.market.close();
  await notices.close();
  await database.drop();
});
beforeEach(async () => {
  await untilHolds(() => expect(notices.isListening()).toBe(true));
  crowded = openFigures(KEPT_MAX);
  return () => crowded.market.close();
});

/** Lots of seven operators, and areas of three sizes, as the pipelines would publish them. */
async function layOut(): Promise<void> {
  const { sql } = database;
  const { operatorId } = await addCaller(database);
  await addManyLots(database, operatorId, { count: LOTS, metres: METRES });
  const figures = Buffer.from(packForecast(forecastOf({ fromDay: TOMORROW - 1 })));
  await sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
       longitude, country, currency, space_count, list_hourly, list_daily, posted_hourly,
       posted_daily, observation_count, occupied_minutes, known_minutes, measured_minutes)
     select lot_id, livemode, 'op_' || n % 7, cell, latitude, longitude, country, currency,
       1 + n % 90, 100 + n % 300, 900, 100 + n % 300, 900, 0, 0, 0, 0
     from (select *, row_number() over (order by lot_id) as n from lots) as lots`,
  );
  await sql(
    `insert into marts.lot_forecasts (lot_id, livemode, cell, lot_type, space_count, has_history,
       made_at, due_at, figures)
     select lot_id, livemode, cell, lot_type, total_spaces, true, now(), 'infinity', $1 from lots`,
    [figures],
  );
  const rows = await sql<{ cell: string; latitude: number; longitude: number }>(
    'select cell::text, latitude, longitude from lots',
  );
  lots = rows.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }));
  const areasAt = (resolution: number) =>
    new Set(rows.map(({ cell }) => cellParent(BigInt(cell), resolution)));
  const areas = [
    0n,
    ...areasAt(5),
    ...[...areasAt(6), ...areasAt(8)].filter((_, i) => i % 3 === 0),
  ];
  await sql(
    `insert into marts.areas (livemode, country, cell, median_space_count, stay_count,
       paid_stay_count, paid_pct, occupied_pct, measured_pct)
     select true, 'CA', cell, 10, 1000 + n, 1000 + n, 90 + n % 20, 20 + n % 60, 0
     from unnest($1::bigint[]) with ordinality as area (cell, n)`,
    [areas],
  );
  await sql(
    `insert into marts.area_forecasts (livemode, country, cell, currency, has_history, made_for,
       made_at, due_at, figures)
     select true, 'CA', cell, 'cad', true, '', now(), 'infinity', $2
     from unnest($1::bigint[]) as area (cell)`,
    [areas, figures],
  );
  await sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('1', '0', 0, now())`,
  );
  await sql('analyze');
}

type Figures = ReturnType<typeof openFigures>;

function openFigures(keptMax: number) {
  const { db } = reads;
  const market: MarketTiles = openMarketTiles({ db, clock, log, entriesKeptMax: keptMax });
  const forecasts = openForecastTiles({ db, clock, notices, forecastsKeptMax: keptMax });
  const ownForecasts = openOwnForecasts({ db, clock, notices, lotsKeptMax: keptMax });
  const calendarEvents = async () => ({ holidays: [], events: [] });
  return {
    market,
    rate: (question: AreaQuestion) => findMarketRate(market, question),
    // Where its market is kept already, so that only forecasts are counted.
    forecast: (question: AreaQuestion) =>
      findDemandForecast(
        { db, market: whole?.market ?? market, forecasts, ownForecasts, calendarEvents, clock },
        { ...question, day: TOMORROW },
      ),
  };
}

/** At a lot, so that there is one. */
function questionAt(i: number, radiusM: number): AreaQuestion {
  const centre = lots[i % LOTS] ?? MIDDLE;
  return { centre, radiusM, operatorId: 'op_3', livemode: true };
}

/** Another part of the city each time. */
const questionOf = (round: number) =>
  questionAt(Math.floor(random() * LOTS), 300 * 20 ** ((round % 10) / 10));

function lotsAround({ centre, radiusM }: AreaQuestion): number {
  const reachM = (1 + REACH) * radiusM;
  return lots.filter((lot) => greatCircleMetres(centre, lot) <= reachM).length;
}

for (const kind of ['rate', 'forecast'] as const) {
  test(`with ten times as many lots as are kept, a ${kind} reads only what is around its circle (seed ${seed})`, async () => {
    const ask = crowded[kind];
    // Fills the memory, and a look all around: few of the first tiles remain.
    for (let turn = 0; turn < 7; turn += 1) {
      const centre = destination(MIDDLE, 0.8 * METRES, turn);
      await ask({ ...questionAt(0, 8_000), centre });
    }
    let readCount = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const question = questionOf(round);
      const { statements, bytes } = await reads.readsOf(() => ask(question));
      expect(statements).toBeLessThanOrEqual(STATEMENTS_MAX[kind]);
      expect(bytes, JSON.stringify(question)).toBeLessThan(
        AROUND_BYTES_MAX[kind] + LOT_BYTES_MAX[kind] * lotsAround(question),
      );
      readCount += statements;
    }
    expect(readCount).toBeGreaterThan(ROUNDS / 2);
  });

  test(`what is read in smaller pieces gives the same ${kind} (seed ${seed})`, async () => {
    for (let round = 0; round < ROUNDS / 2; round += AT_ONCE) {
      // Those at the same time share a reading, of small and large pieces of the same ground.
      const near = Math.floor(random() * LOTS);
      const questions = Array.from({ length: AT_ONCE }, (_, i) =>
        questionAt(i % 2 === 0 ? near : near + i, 300 * 100 ** random()),
      );
      const askAll = (figures: Figures) =>
        Promise.all<object>(questions.map((question) => figures[kind](question)));
      expect(await askAll(crowded)).toEqual(await askAll(whole));
    }
  });
}
