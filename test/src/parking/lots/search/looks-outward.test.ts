import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LatLng } from '../../../../../src/kit/geo/great-circle.ts';
import { openStates } from '../../../../../src/kit/hours/opening-hours.ts';
import type { LotSearch } from '../../../../../src/parking/lots/search/match/lot-search.ts';
import { RING_M, ringOf } from '../../../../../src/parking/lots/search/match/rank-lots.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import type { FoundLot } from '../../../../../src/parking/lots/search/show-lots.ts';
import {
  type LotTiles,
  openLotTiles,
} from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { untilHolds } from '../../../../stage/until-holds.ts';
import { addManyLots } from '../../../many-lots.ts';
import { destination } from '../../../places.ts';
import { searchOf } from './search-of.ts';

const SEARCHES = 300;
const AT_ONCE = 15;
/** More than there are, so that a page of all lots needs all of the circle. */
const ALL = 10_000;
const OPERATORS = 9;
const HOUR_MS = 3_600_000;
const HOURS = ['Mo-Fr 08:00-18:00', 'Sa,Su 09:00-17:00'];
const SCHEDULE = {
  ...{ timezone: 'America/Toronto', country: 'CA', state: null },
  isOvernightAllowed: false,
};
/** A crowd, a sparse country, and one on both sides of the antimeridian. */
const COUNTRIES = [
  { around: { lat: 43.6532, lng: -79.3832 }, metres: 4_000, count: 400 },
  { around: { lat: 52.4, lng: 13.1 }, metres: 40_000, count: 400 },
  { around: { lat: -17.5, lng: 179.98 }, metres: 12_000, count: 400 },
];

const seed = seedOfRun();
const random = randomFrom(seed);
const pick = <T>(items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0];

let database: TestDatabase;
let lotTiles: LotTiles;
let ownerId: string;
let now: number;

beforeAll(async () => {
  database = await openTestDatabase();
  for (let i = 0; i < OPERATORS; i += 1)
    ownerId = (await addCaller(database, { operatorId: `op_many${i}` })).operatorId;
  for (const country of COUNTRIES) await addManyLots(database, ownerId, country);
  // By the last digits of their ids, which are random.
  await database.sql(
    `with given as (
       select lot_id, ('x' || right(lot_id::text, 6))::bit(24)::integer as r from lots)
     update lots set
       operator_id = 'op_many' || (r % $1 * (r % 7) / 7),
       livemode = r % 11 <> 0,
       total_spaces = case when r % 13 = 0 then null else 1 + r % 5 end,
       taken_spaces = case when r % 13 = 0 then 0 else r / 5 % (2 + r % 5) end,
       rate_minor = case when r % 9 = 0 then null else 100 * (1 + r % 4) end,
       currency = case when r % 6 = 0 then 'usd' else 'cad' end,
       features = (case r % 4
         when 0 then '{}' when 1 then '{ev_charging}' when 2 then '{accessible,covered}'
         else '{av,ev_charging,accessible,covered}' end)::text[],
       max_height_cm = case when r % 3 = 0 then 190 + r % 40 end,
       opening_hours = case r % 5
         when 0 then '24/7' when 1 then $2 when 2 then $3 end,
       availability_shown = case r % 8 when 0 then 'none' when 1 then 'level' else 'exact' end
     from given where given.lot_id = lots.lot_id`,
    [OPERATORS, ...HOURS],
  );
  await database.sql('analyze lots');
  lotTiles = openLotTiles(database.db);
  now = Date.parse('2026-11-18T15:00:00Z');
  // Hours that are worked out later, on a busy machine, would change what the same search finds.
  for (const from of [now, Date.now()]) await untilHolds(() => expectKnownHours(from));
});
afterAll(() => database.drop());

async function expectKnownHours(from: number): Promise<void> {
  const window = { from: new Date(from), to: new Date(from + 3 * 24 * HOUR_MS) };
  const schedules = HOURS.map((opening_hours) => ({ ...SCHEDULE, openingHours: opening_hours }));
  expect(await openStates(schedules, window)).not.toContain('unknown');
}

const find = (search: LotSearch) => searchLots({ db: database.db, lotTiles }, search, now, ownerId);

function windowIn(hours: number) {
  const from = Date.now() + (hours + 1) * HOUR_MS;
  return { from: new Date(from), to: new Date(from + 2 * HOUR_MS) };
}

function randomSearch(): LotSearch {
  const { around, metres } = pick(COUNTRIES as [(typeof COUNTRIES)[0]]);
  const chance = (part: number) => random() < part;
  return searchOf({
    centre: destination(around, 1.3 * metres * Math.sqrt(random()), 7 * random()) as LatLng,
    radiusM: 300 * 170 ** random(),
    livemode: !chance(0.15),
    window: chance(0.2) ? windowIn(48 * random()) : null,
    features: chance(0.25) ? [pick(['av', 'ev_charging', 'accessible', 'covered'])] : [],
    isOpenNow: chance(0.15),
    isAvailable: chance(0.3),
    maxRate: chance(0.2) ? pick([0.5, 1, 2, 3]) : null,
    currency: chance(0.1) ? pick(['cad', 'usd']) : null,
    maxHeightCm: chance(0.15) ? 210 : null,
    limit: pick([1, 3, 10, 25]),
  });
}

/** All lots in the order in which pages take them, of one page that needs the whole circle. */
async function inOrder(search: LotSearch) {
  const all = await find({ ...search, limit: ALL });
  expect(all.hasMore).toBe(false);
  // Ranks count lots with the equipment asked for, also those that are too dear, full or closed.
  const { lots: equipped } = await find({
    ...search,
    ...{ limit: ALL, isOpenNow: false, isAvailable: false, maxRate: null },
  });
  const rankOf = (lot: FoundLot) =>
    equipped.filter(
      (other) =>
        other.operatorId === lot.operatorId &&
        ring(other) === ring(lot) &&
        other.distanceM < lot.distanceM,
    ).length;
  const placed = all.lots.map((lot) => [ring(lot), rankOf(lot), lot.distanceM, lot] as const);
  placed.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return { all, lots: placed.map(([, , , lot]) => lot) };
}

const ring = (lot: FoundLot) => ringOf({ distanceM: lot.distanceM });
const idsOf = (lots: readonly FoundLot[]) => lots.map(({ lotId }) => lotId);

async function checkPages(): Promise<{ found: number; cut: number }> {
  const search = randomSearch();
  const where = JSON.stringify(search);
  const { all, lots } = await inOrder(search);
  let cut = 0;
  for (let from = 0, cursor: string | null = null; from === 0 || cursor !== null; ) {
    const page = await find({ ...search, cursor });
    const taken = lots.slice(from, from + search.limit);
    const shown = taken.toSorted((a, b) => a.distanceM - b.distanceM);
    expect(idsOf(page.lots), where).toEqual(idsOf(shown));
    expect(page.hasMore, where).toBe(from + search.limit < lots.length);
    expect(page.nearestM, where).toBe(all.nearestM);
    expect(page.availableCount > 0, where).toBe(all.availableCount > 0);
    expect(page.foundCount, where).toBeLessThanOrEqual(all.foundCount);
    if (!page.hasMore) expect(page.foundCount, where).toBe(all.foundCount);
    if (page.foundCount < all.foundCount) cut += 1;
    from += search.limit;
    cursor = from > 4 * search.limit ? null : page.nextCursor;
  }
  return { found: lots.length, cut };
}

test(`pages by distance are those of a look at the whole circle, with all wishes, in both worlds and across the antimeridian (seed ${seed})`, async () => {
  let [found, cut] = [0, 0];
  for (let i = 0; i < SEARCHES; i += AT_ONCE)
    for (const one of await Promise.all(Array.from({ length: AT_ONCE }, checkPages))) {
      found += one.found;
      cut += one.cut;
    }
  expect(found).toBeGreaterThan(SEARCHES);
  // Most of them did not have to look that far.
  expect(cut).toBeGreaterThan(SEARCHES / 4);
});

test('a search whose page is full of full lots looks on for one that is not', async () => {
  const around = { lat: 10, lng: 10 };
  const [id = ''] = await addManyLots(database, ownerId, {
    ...{ around, count: 1, fromMetres: 20 * RING_M, metres: 20 * RING_M + 1 },
  });
  await addManyLots(database, ownerId, { around, count: 20, metres: RING_M });
  await database.sql(
    `update lots set taken_spaces = total_spaces where lot_id <> $1 and latitude between 9 and 11`,
    [id],
  );
  const search = searchOf({ centre: around, radiusM: 30_000, limit: 5 });
  expect(await find(search)).toMatchObject({ hasMore: true, availableCount: 1 });
  expect(await find({ ...search, radiusM: 5_000 })).toMatchObject({ availableCount: 0 });
});
