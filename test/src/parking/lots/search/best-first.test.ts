import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LatLng } from '../../../../../src/kit/geo/great-circle.ts';
import { openStates } from '../../../../../src/kit/hours/opening-hours.ts';
import { lotsOf, tilesAround, timesOf } from '../../../../../src/parking/lots/search/look.ts';
import { lookAtAll } from '../../../../../src/parking/lots/search/look-at-all.ts';
import { lookAtBest } from '../../../../../src/parking/lots/search/look-at-best.ts';
import type { Match } from '../../../../../src/parking/lots/search/match/match-lots.ts';
import { listNear } from '../../../../../src/parking/lots/search/match/near-lots.ts';
import type { SearchPosition } from '../../../../../src/parking/lots/search/match/search-cursor.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import {
  type LotTiles,
  openLotTiles,
} from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import type { OrderedBy } from '../../../../../src/parking/lots/search/tiles/tile-orders.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { isFull } from '../../../../stage/size.ts';
import { untilHolds } from '../../../../stage/until-holds.ts';
import type { ManyLots } from '../../../many-lots.ts';
import { destination } from '../../../places.ts';
import { searchOf } from './search-of.ts';
import { addVariedLots } from './varied-lots.ts';

const SEARCHES = isFull ? 500 : 200;
const AT_ONCE = 20;
const PAGES_MAX = 4;
const HOUR_MS = 3_600_000;
const HOURS = ['Mo-Fr 08:00-18:00', 'Sa,Su 09:00-17:00'];
const SCHEDULE = { timezone: 'America/Toronto', country: 'CA', state: null };
/** West of Greenwich all lots have one currency, east of it two. */
const PLACES: [ManyLots & { around: LatLng }, ManyLots & { around: LatLng }] = [
  { around: { lat: 43.6532, lng: -79.3832 }, metres: 15_000, count: 900 },
  { around: { lat: 52.4, lng: 13.1 }, metres: 4_000, count: 300 },
];

const seed = seedOfRun();
const random = randomFrom(seed);
const pick = <T>(items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0];
const chance = (part: number) => random() < part;

let database: TestDatabase;
let lotTiles: LotTiles;
let ownerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ownerId = await addVariedLots(database, PLACES);
  lotTiles = openLotTiles(database.db);
  // Hours that are worked out later, on a busy machine, would change what the same search finds.
  const window = { from: new Date(), to: new Date(Date.now() + 5 * 24 * HOUR_MS) };
  const schedules = HOURS.map((opening_hours) => ({
    ...SCHEDULE,
    openingHours: opening_hours,
    isOvernightAllowed: false,
  }));
  await untilHolds(async () =>
    expect(await openStates(schedules, window)).not.toContain('unknown'),
  );
});
afterAll(() => database.drop());

function randomSearch() {
  const { around, metres } = pick(PLACES);
  const from = Date.now() + HOUR_MS * (0.1 + 60 * random() ** 2);
  const to = from + HOUR_MS * pick([0.2, 1, 2.6, 30, 75]);
  return {
    ...searchOf({
      centre: destination(around, metres * random(), 7 * random()),
      radiusM: 600 * 60 ** random(),
      livemode: !chance(0.1),
      window: chance(0.5) ? { from: new Date(from), to: new Date(to) } : null,
      features: chance(0.2) ? [pick(['av', 'ev_charging', 'accessible', 'covered'])] : [],
      isOpenNow: chance(0.1),
      isAvailable: chance(0.25),
      maxRate: chance(0.2) ? pick([0.5, 1.2, 2, 3]) : null,
      currency: chance(0.15) ? pick(['cad', 'usd']) : null,
      maxHeightCm: chance(0.15) ? 210 : null,
      limit: pick([1, 3, 10, 25]),
    }),
    sort: pick<OrderedBy>(['price', 'availability']),
  };
}

const told = ({ lot, key, distanceM, isFull }: Match) => [lot.lotId, key, distanceM, isFull];

const changeLots = (lots: readonly { lot_id: string }[], set: string) =>
  database.sql(
    `with changed as (
       update lots set ${set} where lot_id = any($1::uuid[]) returning *)
     insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'system', 'test', operator_id, livemode, 'lot.updated', lot_id::text, '{}'
     from changed`,
    [lots.map(({ lot_id }) => lot_id)],
  );

async function checkPages(): Promise<{ shown: number; fewer: number }> {
  const search = randomSearch();
  const where = JSON.stringify(search);
  const { tiles, now } = await lotTiles.readTiles(tilesAround(search));
  const asked = { ...timesOf(search, now, now.getTime()), ownerId: chance(0.3) ? ownerId : null };
  const near = await listNear(lotsOf(tiles), search);
  const counts = { shown: 0, fewer: 0 };
  const after: { [who in 'all' | 'best']: SearchPosition | null } = { all: null, best: null };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const all = await lookAtAll(database.db, near, search, after.all, asked);
    const best = await lookAtBest(database.db, tiles, search, after.best, asked);
    expect(best.shown.map(told), where).toEqual(all.shown.map(told));
    expect(best.last?.lotId, where).toBe(all.last?.lotId);
    expect(best.availableCount > 0, where).toBe(all.availableCount > 0);
    if (best.last === null) expect(best.foundCount, where).toBe(all.foundCount);
    counts.shown += best.shown.length;
    if (best.foundCount < all.foundCount) counts.fewer += 1;
    if (all.last === null) break;
    Object.assign(after, { all: all.last, best: best.last });
  }
  return counts;
}

test(`pages by price and free spaces are those of a look at all lots, with all wishes, rates, rules, surges, stays and holds (seed ${seed})`, async () => {
  let [shown, fewer] = [0, 0];
  for (let i = 0; i < SEARCHES; i += AT_ONCE)
    for (const one of await Promise.all(Array.from({ length: AT_ONCE }, checkPages))) {
      shown += one.shown;
      fewer += one.fewer;
    }
  expect(shown).toBeGreaterThan(2 * SEARCHES);
  // Most of them did not have to look at all lots.
  expect(fewer).toBeGreaterThan(SEARCHES / 2);
});

test('a lot that becomes cheaper, or larger, is first in the next search', async () => {
  const { around } = PLACES[0];
  const search = (sort: 'price' | 'availability') =>
    searchLots(
      { db: database.db, lotTiles },
      searchOf({ centre: around, radiusM: 15_000, sort, limit: 3 }),
      Date.now(),
      null,
    );
  for (const sort of ['price', 'availability'] as const) await search(sort);
  const lots = await database.sql<{ lot_id: string }>(
    `select lot_id from lots where longitude < 0 and livemode and currency = 'cad'
       and opening_hours = '24/7' and total_spaces > 2 and scheduled_rates = '[]'
       and rate_minor is not null and availability_shown = 'exact' and taken_spaces = 0
     order by lot_id limit 1`,
  );
  const [lot] = lots;
  const change = (set: string) =>
    changeLots(lots, `${set}, rate_unit = 'hour', price_rules = null`);
  await change('rate_minor = 1');
  expect((await search('price')).lots[0]?.lotId).toBe(lot?.lot_id);
  await change('total_spaces = 5000');
  expect((await search('availability')).lots[0]?.lotId).toBe(lot?.lot_id);
});

test('pages are still those of a look at all lots when lots were gone, came back, and changed hands', async () => {
  const lots = await database.sql<{ lot_id: string }>(
    'select lot_id from lots order by md5(lot_id::text) limit 300',
  );
  for (const set of ['is_listed = false', 'is_listed = true', "operator_id = 'op_varied1'"]) {
    await changeLots(lots, set);
    for (let i = 0; i < SEARCHES / 5; i += 1) await checkPages();
  }
});
