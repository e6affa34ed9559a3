import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

// A file is imported by whoever calls, within its plan; a dry run says the same and writes nothing.

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const CSV = `ref,name,lat,lng,capacity
elm-1,Elm 1,43.651,-79.381,20
elm-2,Elm 2,43.652,-79.382,none
elm-3,Elm 3,143.6,-79.383,5
`;
const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [-79.39, 43.66] } },
      properties: { amenity: 'parking', name: 'Oak', ref: 'oak', capacity: '9' },
    },
  ],
});

const send = (key: TestKey, body: object, dryRun = false) =>
  api.request('POST', '/api/v1/lots/import', {
    ...{ key: key.secret, body, query: { dry_run: dryRun } },
  });
const namesOf = async (key: TestKey) => {
  const { body } = await api.request('GET', '/api/v1/lots?limit=100', { key: key.secret });
  return body.data.map(({ name }: { name: string }) => name).toSorted();
};

test('a dry run says what the import does then, and writes nothing', async () => {
  const key = await api.createKey();
  const would = (await send(key, { file: CSV }, true)).body;
  expect(await namesOf(key)).toEqual([]);
  const { status, body: done } = await send(key, { file: CSV });
  expect(status).toBe(200);
  expect(would).toEqual({
    ...done,
    dry_run: true,
    lots: done.lots.map((lot: object) => ({ ...lot, id: null })),
  });
  expect(done).toMatchObject({ created: 2, updated: 0, rejected_count: 1 });
  expect(done.rejected).toMatchObject([{ row: 4, name: 'Elm 3', field: 'lat' }]);
  expect(await namesOf(key)).toEqual(['Elm 1', 'Elm 2']);
  expect((await send(key, { file: CSV })).body).toMatchObject({ created: 0, unchanged: 2 });
});

test('GeoJSON and columns that are named by hand are read too', async () => {
  const key = await api.createKey();
  expect((await send(key, { file: GEOJSON })).body).toMatchObject({
    created: 1,
    format: 'GeoJSON',
  });
  const file = 'Kennung;Titel;Breite;Länge\nb;Birke;43.67;-79.37\n';
  const map = [
    { field: 'ref', column: 'Kennung' },
    { field: 'name', column: 'Titel' },
    { field: 'lat', column: 'Breite' },
    { field: 'lng', column: 'Länge' },
  ];
  expect((await send(key, { file, map })).body).toMatchObject({ created: 1 });
  expect(await namesOf(key)).toEqual(['Birke', 'Oak']);
});

test('what changes of a lot is named, from what to what, before and when it is written', async () => {
  const key = await api.createKey();
  const elm = (capacity: number, rate: string) =>
    `ref,name,lat,lng,capacity,rate,currency\nelm,Elm,43.65,-79.38,${capacity},${rate},CAD\n`;
  await send(key, { file: elm(20, '2.50') });
  const file = elm(25, '3.00');
  const [would] = (await send(key, { file }, true)).body.lots;
  expect(would.status).toBe('updated');
  expect(would.changes).toContainEqual({ field: 'total_spaces', from: 20, to: 25 });
  expect(would.changes).toContainEqual({ field: 'base_rate', from: 2.5, to: 3 });
  expect(would.changes.map(({ field }: { field: string }) => field)).not.toContain('name');
  expect((await send(key, { file }, true)).body.lots).toEqual([would]);
  expect((await send(key, { file })).body.lots).toEqual([would]);
  const [same] = (await send(key, { file })).body.lots;
  expect(same).toMatchObject({ status: 'unchanged', changes: [] });
});

test('the caller is the actor of each change', async () => {
  const key = await api.createKey();
  await send(key, { file: CSV });
  const rows = await api.database.sql(
    `select distinct actor_type, actor_id from audit_log where operator_id = $1
     and action = 'lot.created'`,
    [key.operatorId],
  );
  expect(rows).toEqual([{ actor_type: 'key', actor_id: key.keyId }]);
});

test('lots beyond the plan are rejected, in a dry run as well', async () => {
  const key = await api.createKey({ plan: 'free' });
  await api.database.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, currency, total_spaces, rate_unit)
     select gen_random_uuid(), $1, true, 'Lot', 'lot', 43.6, -79.3, '617760317196730367',
       'America/Toronto', 'cad', 1, 'hour'
     from generate_series(1, 999)`,
    [key.operatorId],
  );
  const would = (await send(key, { file: CSV }, true)).body;
  expect(would).toMatchObject({ created: 1, rejected_count: 2 });
  const done = (await send(key, { file: CSV })).body;
  expect(done).toMatchObject({ created: 1, rejected_count: 2 });
  expect(done.rejected[0].reason).toContain('1,000 lots of the Free plan');
});

test('what is no such file is refused, and a file of too many rows', async () => {
  const key = await api.createKey({ plan: 'enterprise' });
  const many = `lat,lng\n${'1,1\n'.repeat(10_001)}`;
  for (const file of [
    '<!doctype html><html>busy</html>',
    '{"type": "Feature',
    'a,a\n1,2\n',
    many,
  ]) {
    const { status, body } = await send(key, { file }, true);
    expect([status, body.error?.code, file.slice(0, 9)]).toEqual([
      400,
      'BAD_REQUEST',
      file.slice(0, 9),
    ]);
  }
});
