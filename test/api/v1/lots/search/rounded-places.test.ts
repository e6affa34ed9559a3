import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../stage.ts';

const HAIR = 5e-324;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

/** The latitudes and longitudes in rows about one lot. */
const told = (text: string, lotId: string) =>
  stage.api.database.sql<{ lat: number; lng: number }>(text, [lotId]);

async function newLot(lat: number, lng: number) {
  const details = { name: 'Fine', lat, lng, total_spaces: 5, base_rate: 2, currency: 'usd' };
  const { status, body } = await stage.post('/api/v1/lots', details);
  expect(status).toBe(201);
  return body.lot;
}

test.each([
  [43.65000000001, -79.38999999999, 43.65, -79.39],
  [HAIR, -HAIR, 0, 0],
  [-1e-320, 1e-8, 0, 0],
  [0.00000005, -0.00000015, 0.0000001, -0.0000001],
  [90, 180, 90, 180],
  [-90, -180, -90, -180],
])('a lot at %s, %s is stored, answered and audited at %s, %s', async (lat, lng, ...place) => {
  const [keptLat, keptLng] = place;
  const kept = { lat: keptLat, lng: keptLng };
  const lot = await newLot(lat, lng);
  expect(lot).toMatchObject(kept);
  expect(
    await told(
      `select latitude as lat, longitude as lng from lots where lot_id = $1
       union all select position[1], position[0] from lots where lot_id = $1
       union all
       select (diff #>> '{after,latitude}')::float8, (diff #>> '{after,longitude}')::float8
       from audit_log where entity_id = $1::text`,
      lot.id,
    ),
  ).toEqual([kept, kept, kept]);
});

test('a moved lot is audited and announced at its stored place; smaller moves change nothing', async () => {
  const { id } = await newLot(10, 10);
  const path = `/api/v1/lots/${id}`;
  const { body } = await stage.send('PATCH', path, { lat: 10.12345678901, lng: HAIR });
  const kept = { lat: 10.1234568, lng: 0 };
  expect(body.lot).toMatchObject(kept);
  await stage.send('PATCH', path, { lat: 10.12345679, lng: -HAIR });
  expect(
    await told(
      `select (diff #>> '{after,latitude}')::float8 as lat,
         (diff #>> '{after,longitude}')::float8 as lng
       from audit_log where entity_id = $1::text and action = 'lot.updated'
       union all
       select (data #>> '{after,lat}')::float8, (data #>> '{after,lng}')::float8
       from events where entity_id = $1::text`,
      id,
    ),
  ).toEqual([kept, kept]);
});

test('rows of a batch are rounded in every form, and found by the place that was sent', async () => {
  const row = { ref: 'row', name: 'Row', lat: 20.000000049, lng: HAIR, total_spaces: 1 };
  const geometry = { type: 'Point', coordinates: [HAIR, 20.000000049] };
  const properties = { ref: 'feature', name: 'Feature', capacity: 1 };
  const feature = { type: 'Feature', geometry, properties };
  const features = { type: 'FeatureCollection', features: [feature] };
  for (const sent of [[row], features, [row], features])
    expect((await stage.post('/api/v1/lots/batch', sent)).body).toMatchObject({ rejected: 0 });
  const around = { lat: 20.00000004, lng: -HAIR, radius_km: 0.1 };
  const { body } = await stage.get('/api/v1/lots/search', around);
  expect(body.lots).toMatchObject([
    { lat: 20, lng: 0, distance_m: 0 },
    { lat: 20, lng: 0, distance_m: 0 },
  ]);
  const feed = await stage.get('/api/v1/lots.geojson', { bbox: `-1e-320,20.00000004,5e-324,20` });
  expect(feed.body.features).toHaveLength(2);
});

test('the place of a search is stored to a ten-millionth of a degree', async () => {
  await stage.get('/api/v1/lots/search', { lat: 1e-320, lng: 179.99999999999 });
  await stage.api.app.searches.close();
  expect(
    await stage.api.database.sql(
      'select latitude as lat, longitude as lng from search_callers where longitude > 179',
    ),
  ).toEqual([{ lat: 0, lng: 180 }]);
});

test('a dispatch near a point with too many digits finds its lots', async () => {
  await newLot(30, HAIR);
  const near = { lat: 30.00000000001, lng: -HAIR, radius_km: 0.1 };
  const asked = { fleet_id: 'fleet', vehicles: [{ plate: 'FINE1' }], near };
  expect((await stage.post('/av-fleet/dispatch', asked)).status).toBe(201);
});
