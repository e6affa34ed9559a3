import { gridDisk, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSites } from '../../../../src/demand/searches/project-sites.ts';
import { createRandom, type Random } from '../../../../src/demo/random.ts';
import { cellCentre } from '../../../../src/kit/geo/cells.ts';
import {
  greatCircleMetres,
  type LatLng,
  roundPoint,
} from '../../../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { seedOfRun } from '../../../stage/random.ts';
import { addSearches, readSites, searchesBy, startOver } from './unmet.ts';

const REACH_M = 50_000;
const METRES_PER_DEGREE = 111_195;
const LOTS_PER_PLACE = 40;

/**
 * A city, both sides of the antimeridian, a place where degrees of longitude are short, and a pole.
 */
const PLACES: readonly LatLng[] = [
  { lat: 43.65, lng: -79.38 },
  { lat: -16.8, lng: 179.98 },
  { lat: 78.22, lng: 15.65 },
  { lat: 89.8, lng: -60 },
];

type PlacedLot = LatLng & { livemode: boolean; isOpen: boolean; city: string | null };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => startOver(database));

/** A point between some metres away and out of reach. */
function randomPoint(draw: Random, { lat, lng }: LatLng): LatLng {
  const distance = (10 ** (draw.next() * 4 + 1) * 1.2) / METRES_PER_DEGREE;
  const angle = draw.next() * 2 * Math.PI;
  const east = (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180);
  const turned = lng + east;
  return {
    lat: Math.min(89.999, lat + distance * Math.sin(angle)),
    lng: ((((turned + 180) % 360) + 360) % 360) - 180,
  };
}

async function addRandomLots(draw: Random): Promise<PlacedLot[]> {
  const { operatorId } = await addCaller(database);
  const lots: PlacedLot[] = [];
  for (const place of PLACES)
    for (let i = 0; i < LOTS_PER_PLACE; i++) {
      const point = roundPoint(randomPoint(draw, place));
      const livemode = draw.next() < 0.9;
      const state = draw.pick(['open', 'open', 'open', 'closed', 'hidden', 'deleted']);
      const city = draw.next() < 0.4 ? `City ${lots.length}` : null;
      const lotId = await addLot(database, {
        operator_id: operatorId,
        latitude: point.lat,
        longitude: point.lng,
        livemode,
        status: state === 'closed' ? 'closed' : 'active',
        is_listed: state !== 'hidden',
      });
      await database.sql(
        `update lots set city = $2, state = 'State of ' || $2, taken_spaces = total_spaces,
           deleted_at = case when $3 then now() end where lot_id = $1`,
        [lotId, city, state === 'deleted'],
      );
      lots.push({ ...point, livemode, isOpen: state === 'open', city });
    }
  return lots;
}

function nearestOf(lots: readonly PlacedLot[], centre: LatLng) {
  const [nearest] = lots
    .map((lot) => ({ ...lot, distanceM: greatCircleMetres(lot, centre) }))
    .filter(({ distanceM }) => distanceM <= REACH_M)
    .sort((a, b) => a.distanceM - b.distanceM);
  return nearest;
}

test('the nearest lot, and the city of the nearest that has one, are those of great circles', async () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  const cells = PLACES.flatMap((place) => [
    ...gridDisk(latLngToCell(place.lat, place.lng, 8), 3),
    ...Array.from({ length: 20 }, () => {
      const { lat, lng } = randomPoint(draw, place);
      return latLngToCell(lat, lng, 8);
    }),
  ]);
  const centres = [...new Set(cells)].map((cell) => cellCentre(BigInt(`0x${cell}`)));
  await addSearches(
    database,
    [true, false].flatMap((livemode) =>
      centres.flatMap((centre) => searchesBy([4, 3, 3], { centre, livemode })),
    ),
  );
  await projectSites(database.pipelines);
  const lots = (await addRandomLots(draw)).filter(({ isOpen }) => isOpen);
  await projectSites(database.pipelines);
  const sites = await readSites(database);
  expect(sites).toHaveLength(2 * centres.length);
  const far = sites.filter((site) => site.nearest_lot_m === null);
  expect(far.length, `seed ${seed}`).toBeGreaterThan(0);
  for (const { livemode, latitude: lat, longitude: lng, ...site } of sites) {
    const ours = lots.filter((lot) => lot.livemode === livemode);
    const nearest = nearestOf(ours, { lat, lng });
    const named = nearestOf(
      ours.filter(({ city }) => city !== null),
      { lat, lng },
    );
    expect(site, `seed ${seed}`).toMatchObject({
      nearest_lot_m: nearest === undefined ? null : Math.round(nearest.distanceM),
      city: named?.city ?? null,
      state: named === undefined ? null : `State of ${named.city}`,
    });
  }
});

test('a lot within 50 km north and within 50 km east, but more than 50 km away, does not count', async () => {
  const { operatorId } = await addCaller(database);
  await addSearches(database, searchesBy([4, 3, 3], { centre: { lat: 0, lng: 0 } }));
  const nearestAfter = async (degrees: number) => {
    const place = { latitude: degrees, longitude: degrees };
    await addLot(database, { operator_id: operatorId, ...place });
    await projectSites(database.pipelines);
    return (await readSites(database))[0]?.nearest_lot_m;
  };
  expect(await nearestAfter(0.33)).toBeNull();
  expect(await nearestAfter(0.31)).toBeLessThan(REACH_M);
});
