import { millisecondsInDay } from 'date-fns/constants';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NowcastLots, openNowcasts } from '../../../../src/demand/outlook/nowcast-lots.ts';
import { NO_SHARES, packShares, readShares } from '../../../../src/demand/outlook/soon-shares.ts';
import { shareAt } from '../../../../src/kit/forecast/lot-day.ts';
import { carryAt } from '../../../../src/kit/forecast/lot-facts.ts';
import { packForecast } from '../../../../src/kit/forecast/packed-forecast.ts';
import { followNotices, type Notices } from '../../../../src/stores/notices.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { forecastOf } from '../../../stage/forecasts.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';
import { addManyLots } from '../../many-lots.ts';

const MINUTE_MS = 60_000;
const LOTS = 2_000;
const KEPT_MAX = LOTS / 10;
const PAGE = 20;
/** A packed forecast, its lot and its zone. */
const LOT_BYTES_MAX = 1_700;
const TODAY = Math.floor(Date.now() / millisecondsInDay);
const seed = seedOfRun();
const random = randomFrom(seed);

const log = pino({ level: 'silent' });
let database: TestDatabase;
let reads: ReturnType<typeof countReads>;
let now: number;
let notices: Notices;
let nowcastLots: NowcastLots;
let lotIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
  const { operatorId } = await addCaller(database);
  lotIds = await addManyLots(database, operatorId, { count: LOTS, metres: 1_000 });
  await publish(0.5);
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = Date.now();
  notices = followNotices({ db: database.db, log }, 'forecast');
  await untilHolds(() => expect(notices.isListening()).toBe(true));
  nowcastLots = open(LOTS);
});
afterEach(() => notices.close());

const open = (lotsKeptMax: number) =>
  openNowcasts({ db: reads.db, clock: { now: () => now }, notices, lotsKeptMax });

async function publish(share: number, fromDay = TODAY - 2): Promise<void> {
  const figures = Buffer.from(packForecast(forecastOf({ share, carry: 0, fromDay })));
  await database.sql('delete from marts.lot_forecasts');
  await database.sql(
    `with put as (
       insert into marts.lot_forecasts (lot_id, livemode, cell, lot_type, space_count, has_history,
         made_at, due_at, figures)
       select lot_id, livemode, cell, lot_type, total_spaces, true, now(), 'infinity', $1
       from lots)
     update marts.forecast_edition set edition_id = edition_id + 1`,
    [figures],
  );
}

const shown = (ids: readonly string[]) =>
  ids.map((lot_id) => ({
    lotId: lot_id,
    timezone: 'America/Toronto',
    totalSpaces: 10,
    availableSpaces: 3,
  }));
const ask = (ids: readonly string[]) => nowcastLots(shown(ids), new Date(now));
const freeSoon = async (ids: readonly string[]) =>
  (await ask(ids)).map((soon) => soon?.map(({ available_spaces }) => available_spaces) ?? null);
const pick = () => Array.from({ length: PAGE }, () => lotIds[Math.floor(random() * LOTS)] ?? '');

test('the lots asked for are read by one statement, once, and no others', async () => {
  const page = lotIds.slice(0, PAGE);
  const first = await reads.readsOf(() => ask(page));
  expect(first.statements).toBe(1);
  expect(first.bytes).toBeLessThan(PAGE * LOT_BYTES_MAX);
  expect((await reads.readsOf(() => ask(page))).statements).toBe(0);
  const both = await reads.readsOf(() => ask(lotIds.slice(PAGE - 1, PAGE + 1)));
  expect(both.bytes).toBeLessThan(LOT_BYTES_MAX);
});

test(`with ten times as many lots as are kept, a page reads no more than its lots (seed ${seed})`, async () => {
  nowcastLots = open(KEPT_MAX);
  for (let i = 0; i < LOTS / PAGE; i += 1) {
    const page = await reads.readsOf(() => ask(lotIds.slice(PAGE * i, PAGE * (i + 1))));
    expect(page.bytes).toBeLessThan(PAGE * LOT_BYTES_MAX);
  }
  for (let i = 0; i < 50; i += 1) {
    const { statements, bytes } = await reads.readsOf(() => ask(pick()));
    expect(statements).toBeLessThanOrEqual(1);
    expect(bytes).toBeLessThan(PAGE * LOT_BYTES_MAX);
  }
});

test('a new edition is seen, and within ten minutes half hours that have begun since', async () => {
  const [lotId = ''] = lotIds;
  expect(await freeSoon([lotId])).toEqual([[5, 5, 5]]);
  await publish(0.2);
  await untilHolds(async () => expect(await freeSoon([lotId])).toEqual([[8, 8, 8]]));
  now += 9 * MINUTE_MS;
  expect((await reads.readsOf(() => ask([lotId]))).statements).toBe(1);
  expect(await freeSoon([lotId])).toEqual([[8, 8, 8]]);
});

test('a lot without a forecast, or with one of another year, has no nowcast', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await ask([unknown])).toEqual([null]);
  await publish(0.5, TODAY - 400);
  await untilHolds(async () => expect(await ask(lotIds.slice(0, 1))).toEqual([null]));
});

test(`what is kept of a forecast reads as the forecast does (seed ${seed})`, () => {
  for (let i = 0; i < 200; i += 1) {
    const isKnown = random() < 0.9;
    const bytes = packForecast({
      ...forecastOf({
        share: isKnown ? random() : Number.NaN,
        peak: random(),
        isHourly: random() < 0.2,
        carry: random(),
        fromDay: 20_000,
      }),
    });
    const slot = 48 * (20_000 + Math.floor(14 * random())) + Math.floor(48 * random());
    const soon = readShares(packShares(bytes, slot));
    // Clocks may have gone forward or back by an hour, or half an hour may have begun.
    for (let at = slot - 2; at <= slot + 7; at += 1) {
      const near = [at, at - 1, at + 1].map((one) => shareAt(bytes, one));
      const share = near.find((one) => !Number.isNaN(one)) ?? Number.NaN;
      // After two weeks a share is a product of what was packed, and no longer in its steps.
      expect(Math.fround(soon.shareNear(at))).toBe(Math.fround(share));
    }
    for (const position of [0, 1, 2]) expect(soon.carryAt(position)).toBe(carryAt(bytes, position));
  }
  expect(readShares(NO_SHARES).shareNear(960_000)).toBeNaN();
});
