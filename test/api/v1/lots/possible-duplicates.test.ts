import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDuplicates } from '../../../../src/parking/lots/duplicates/find-duplicates.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let first: TestKey;
let other: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  first = await api.createKey();
  other = await api.createKey();
});
afterAll(() => api.stop());

const LOT = { name: 'P4 Am Bahnhof', lat: 47.99897, lng: 7.84292, total_spaces: 178 };
const SIX_METRES = 0.000054;

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
type Any = any;

async function call(key: TestKey | undefined, method: string, path: string, body?: object) {
  const answer = await api.request(method, `/api/v1/lots${path}`, { key: key?.secret, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const create = (key: TestKey, more: object = {}): Promise<Any> =>
  call(key, 'POST', '', { ...LOT, ...more });

test('a new lot, a changed one and one of a batch say what is listed there already', async () => {
  const made = await create(first);
  expect(made.possible_duplicates).toEqual([]);
  const named = [{ lot_id: made.lot.id, name: LOT.name, distance_m: 6 }];
  const copy = await create(other, { lat: LOT.lat + SIX_METRES, ref: 'copy' });
  expect(copy.possible_duplicates).toEqual(named);
  const away = await call(other, 'PATCH', `/${copy.lot.id}`, { lat: LOT.lat + 0.01 });
  expect(away.possible_duplicates).toEqual([]);
  const back = await call(other, 'PATCH', `/${copy.lot.id}`, { lat: LOT.lat + SIX_METRES });
  expect(back.possible_duplicates).toEqual(named);
  const rows = [
    { ...LOT, lat: LOT.lat + SIX_METRES, ref: 'copy' },
    { ...LOT, name: 'P5 Am Bahnhof', ref: 'next' },
  ];
  const batch = await call(other, 'POST', '/batch', rows);
  expect(batch.results).toMatchObject([{ status: 'unchanged', possible_duplicates: named }, {}]);
  expect(batch.results[1]).not.toHaveProperty('possible_duplicates');
  await call(other, 'DELETE', `/${copy.lot.id}`);
});

test('a repeat has the answer of the first call', async () => {
  const place = { lat: 48.1, lng: 7.9 };
  await create(first, place);
  const options = {
    key: other.secret,
    body: { ...LOT, ...place },
    headers: { 'idempotency-key': 'listed once' },
  };
  const made = await api.request('POST', '/api/v1/lots', options);
  await create(other, { ...place, ref: 'another' });
  const again = await api.request('POST', '/api/v1/lots', options);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(made.body);
  expect(made.body.possible_duplicates).toHaveLength(1);
});

test('an operator sees its own lots off the list, and never those of others', async () => {
  const place = { lat: 48.2, lng: 7.9 };
  const hidden = await create(first, { ...place, is_listed: false });
  expect((await create(other, place)).possible_duplicates).toEqual([]);
  const mine = await create(first, { ...place, ref: 'mine' });
  expect(mine.possible_duplicates.map(({ lot_id }: Any) => lot_id)).toContain(hidden.lot.id);
});

test('both stay in search and feeds, and the later one names the lot that it looks like a copy of', async () => {
  const place = { lat: 48.3, lng: 7.9 };
  const { lot } = await create(first, place);
  const { lot: copy } = await create(other, { ...place, lat: place.lat + SIX_METRES });
  await api.database.passHorizon();
  await findDuplicates(api.database.pipelines);
  const query = `?lat=${place.lat}&lng=${place.lng}&radius_km=1`;
  const marks = [
    [lot.id, null],
    [copy.id, lot.id],
  ];
  const { lots } = await call(undefined, 'GET', `/search${query}`);
  expect(lots.map((one: Any) => [one.id, one.possible_duplicate_of])).toEqual(marks);
  const map = await call(undefined, 'GET', '.geojson?bbox=7.8,48.2,8,48.4');
  expect(map.features.map((one: Any) => [one.id, one.properties.possible_duplicate_of])).toEqual(
    expect.arrayContaining(marks),
  );
  const shown = await call(undefined, 'GET', `/${copy.id}`);
  expect(shown.lot.possible_duplicate_of).toBe(lot.id);
  expect(shown).not.toHaveProperty('possible_duplicates');
  const own = await call(first, 'GET', `/${lot.id}`);
  expect(own.possible_duplicates).toEqual([{ lot_id: copy.id, name: LOT.name, distance_m: 6 }]);
});

test('the public learns which lot replaced a merged one, and its operator sees it', async () => {
  const place = { lat: 48.4, lng: 7.9 };
  const { lot } = await create(first, place);
  const { lot: copy } = await create(other, place);
  await api.database.sql(
    'update lots set merged_into = $2, is_listed = false, is_waiting = true where lot_id = $1',
    [copy.id, lot.id],
  );
  const ask = (method: string, path: string, body?: object) =>
    api.request(method, path, { key: first.secret, body });
  const action = { action: 'check_availability', parameters: { lot_id: copy.id } };
  const answers = [
    await ask('GET', `/api/v1/lots/${copy.id}`),
    await ask('GET', `/api/v1/lots/${copy.id}/rates`),
    await ask('GET', `/api/v1/lots/${copy.id}/osm-tags`),
    await ask('POST', '/api/agents/openai/actions', action),
  ];
  for (const gone of answers)
    expect(gone).toMatchObject({
      status: 404,
      body: { error: { details: { reason: 'merged', merged_into: lot.id } } },
    });
  const own = await call(other, 'GET', `/${copy.id}`);
  expect(own.lot).toMatchObject({
    merged_into: lot.id,
    is_listed: false,
    is_waiting_for_check: false,
  });
});
