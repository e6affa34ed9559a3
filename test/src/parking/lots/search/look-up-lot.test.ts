import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Window } from '../../../../../src/kit/hours/opening-hours.ts';
import { lookUpLot } from '../../../../../src/parking/lots/search/look-up-lot.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import type { FoundLot } from '../../../../../src/parking/lots/search/show-lots.ts';
import { openLotTiles } from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { readClock } from '../../../../../src/stores/postgres.ts';
import { dailyHours } from '../../../../stage/daily-hours.ts';
import type { LotColumns } from '../../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';

const LOT_COUNT = 12;
const WINDOW_COUNT = 40;
const MINUTE_MS = 60_000;
const PLACE = { latitude: 43.6532, longitude: -79.3832 };

const seed = seedOfRun();
const random = randomFrom(seed);
const upTo = (most: number) => Math.floor(random() * (most + 1));

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const set = (lotId: string, columns: object) =>
  parking.database.sql(
    `update lots set
       (opening_hours, timezone, scheduled_rates, price_rules, reported_occupied, reported_at) =
       (select opening_hours, timezone, scheduled_rates, price_rules, reported_occupied,
               reported_at
        from jsonb_populate_record(lots, $2))
     where lot_id = $1`,
    [lotId, JSON.stringify(columns)],
  );

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

/** A lot with stays, holds, hours, a counted occupancy and rates that change. */
async function addBusyLot(i: number): Promise<string> {
  const lotId = await parking.addLot({
    ...PLACE,
    total_spaces: 2 + upTo(3),
    rate_minor: 300 + i,
  });
  if (random() < 0.6) await parking.park(lotId, { durationHours: 1 + upTo(5) });
  if (random() < 0.6) await parking.hold(lotId, { from: upTo(300), minutes: 60 + upTo(200) });
  const later = { rate_id: 'rate_later', rate_unit: 'hour', max_daily_minor: null };
  const rate = { ...later, price_rules: null, rate_minor: 900, effective_from: inMinutes(200) };
  const bands = [{ from_pct: 30, multiplier_pct: 150 }];
  const rules = [{ id: 'rule_1', kind: 'occupancy', bands }];
  await set(lotId, {
    ...(i % 3 === 0 && { opening_hours: dailyHours(-60, 240), timezone: 'UTC' }),
    ...(i % 4 === 0 && { scheduled_rates: [rate] }),
    ...(i % 4 === 1 && { price_rules: { floor_minor: null, ceiling_minor: null, rules } }),
    ...(i % 5 === 0 && { reported_occupied: 1, reported_at: inMinutes(-upTo(20)) }),
  });
  return lotId;
}

function randomWindow(): Window | null {
  if (random() < 0.2) return null;
  const from = 1 + upTo(600);
  return { from: inMinutes(from), to: inMinutes(from + 5 + upTo(600)) };
}

/** Without the instants of the questions, which differ. */
function timeless({ now, availableAsOf, isReported, ...lot }: FoundLot) {
  return { ...lot, is_reported: isReported, ...(isReported && { available_as_of: availableAsOf }) };
}

test(`a look-up says of a lot what a search says, now and in any window (seed ${seed})`, async () => {
  const { db } = parking;
  const lotIds: string[] = [];
  for (let i = 0; i < LOT_COUNT; i += 1) lotIds.push(await addBusyLot(i));
  const lotTiles = openLotTiles(db);
  const search = {
    centre: { lat: PLACE.latitude, lng: PLACE.longitude },
    ...{ radiusM: 100, livemode: true, features: [], isOpenNow: false, isAvailable: false },
    ...{ maxRate: null, currency: null, maxHeightCm: null },
    ...{ sort: 'distance' as const, limit: 50, cursor: null },
  };
  const states = new Set<string>();
  for (let i = 0; i < WINDOW_COUNT; i += 1) {
    const window = randomWindow();
    const now = (await readClock(db)).getTime();
    const { lots } = await searchLots({ db, lotTiles }, { ...search, window }, now, null);
    expect(lots).toHaveLength(LOT_COUNT);
    for (const lot of lots) {
      const found = await lookUpLot(db, {
        lotId: lot.lotId,
        livemode: true,
        window,
        ownerId: null,
      });
      expect(timeless(found)).toEqual(timeless(lot));
      const isTaken = Number(lot.availableSpaces) < Number(lot.totalSpaces);
      states.add(lot.openState).add(`taken: ${isTaken}`);
    }
  }
  expect([...states].toSorted()).toEqual([
    ...['closed', 'open', 'taken: false', 'taken: true', 'unknown'],
  ]);
});

const lookUp = (lotId: string, more: { livemode?: boolean; window?: Window } = {}) =>
  lookUpLot(parking.db, { lotId, livemode: true, window: null, ownerId: null, ...more });

test.each<[string, Partial<LotColumns>]>([
  ['of the other world', { livemode: false }],
  ['that is not listed', { is_listed: false }],
])('there is no lot %s', async (_what, columns) => {
  const lotId = await parking.addLot(columns);
  await expect(lookUp(lotId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('there is no lot that is unknown or deleted', async () => {
  const lotId = await parking.addLot();
  await parking.database.sql('update lots set deleted_at = now() where lot_id = $1', [lotId]);
  for (const id of [lotId, '0199b0d4-7c1e-7a52-9c3b-000000000000', 'x'])
    await expect(lookUp(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a lot whose status is closed is shown as closed, at its rate', async () => {
  const lotId = await parking.addLot({ status: 'closed', rate_minor: 700 });
  const window = { from: inMinutes(60), to: inMinutes(120) };
  for (const found of [await lookUp(lotId), await lookUp(lotId, { window })])
    expect(found).toMatchObject({
      openState: 'closed',
      tariff: { first_hour_minor: 700 },
      availableSpaces: 10,
    });
});

test('a window in the past is refused naming its start', async () => {
  const lotId = await parking.addLot();
  const window = { from: inMinutes(-60), to: inMinutes(60) };
  await expect(lookUp(lotId, { window })).rejects.toMatchObject({
    details: [{ field: 'starts_at', reason: 'must not be in the past' }],
  });
});
