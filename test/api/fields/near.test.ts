import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGazetteer } from '../../../src/kit/places/gazetteer.ts';
import type { Geocoder } from '../../../src/kit/places/geocoder.ts';
import { addLot } from '../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { connect } from '../mcp/connect.ts';

const SEARCH = '/api/v1/lots/search';
const ACTIONS = '/api/agents/openai/actions';

/** One lot each, from public maps. */
const LOTS = {
  Marienplatz: { lat: 48.1374, lng: 11.5755 },
  'Oranien Deck': { lat: 52.4995, lng: 13.41 },
  'Springfield MO': { lat: 37.209, lng: -93.2923 },
  'Springfield IL': { lat: 39.7817, lng: -89.6501 },
  'Cedar Street Garage': { lat: 45.5152, lng: -122.6784 },
  'Texas Plaza': { lat: 33.6609, lng: -95.5555 },
  'Fulton Lot': { lat: 40.6782, lng: -73.9442 },
  Stephansplatz: { lat: 48.2085, lng: 16.3731 },
};

/** A provider that knows one address, and may be out of reach. */
const ADDRESS = { lat: 48.1391, lng: 11.5802, label: 'Zwirbelgasse 1, München, Germany' };
const provider = { isAway: false, asked: [] as string[] };
const gazetteer = openGazetteer();
const geocoder: Geocoder = {
  async geocode(text, limit) {
    provider.asked.push(text);
    const inTable = await gazetteer.geocode(text, limit);
    if (provider.isAway) return { ...inTable, isFallback: true };
    if (text !== 'Zwirbelgasse 1, 80331 München') return inTable;
    const place = { ...ADDRESS, radiusM: 100, country: 'DE', population: null };
    return { places: [place], attribution: '© OpenStreetMap contributors' };
  },
};

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ app: { geocoder } });
  key = await api.createKey({ rateLimits: { read: 10_000, dispatcher: 10_000 } });
  const operator_id = key.operatorId;
  for (const [name, { lat, lng }] of Object.entries(LOTS))
    await addLot(api.database, { operator_id, name, latitude: lat, longitude: lng });
});
afterAll(() => api.stop());

const search = (query: Record<string, string | number>, secret: string | undefined = key.secret) =>
  api.request('GET', SEARCH, { query, key: secret });
const dispatch = (parameters: object) =>
  api.request('POST', ACTIONS, { key: key.secret, body: { action: 'search_parking', parameters } });
const nameOf = ({ name }: { name: string }) => name;

/** What strangers write, and the lot that they find; null: refused. */
const WRITTEN: readonly (readonly [near: string, found: keyof typeof LOTS | null])[] = [
  ['München', 'Marienplatz'],
  ['muenchen', 'Marienplatz'],
  ['Munich, Germany', 'Marienplatz'],
  ['München, Deutschland', 'Marienplatz'],
  ['Мюнхен', 'Marienplatz'],
  ['parking in Munich', 'Marienplatz'],
  ['Marienplatz', 'Marienplatz'],
  ['48.1374, 11.5755', 'Marienplatz'],
  ['Kreuzberg', 'Oranien Deck'],
  ['Berlin-Kreuzberg', 'Oranien Deck'],
  ['Berlin', 'Oranien Deck'],
  ['Springfield, IL', 'Springfield IL'],
  ['springfield missouri', 'Springfield MO'],
  ['Portland, OR', 'Cedar Street Garage'],
  ['Cedar Street Garage', 'Cedar Street Garage'],
  ['Paris, Texas', 'Texas Plaza'],
  ['Brooklyn', 'Fulton Lot'],
  ['brooklyn, ny', 'Fulton Lot'],
  ['NYC', 'Fulton Lot'],
  ['Wien', 'Stephansplatz'],
  ['Vienna', 'Stephansplatz'],
  ['Springfield', null],
  ['Paris', null],
  ['Muinch', null],
  ['Berlni', null],
  ['MUC', null],
  ['Narnia', null],
  ['10 Downing Street, London', null],
  ['Tal 3, 80331 München', null],
  ['80331', null],
  ['Munich tomorrow at 9', null],
  ['Munich, 7ABC123', null],
  ['SELECT', null],
  ['🅿️', null],
];

test('a place by any name is found, several and none are refused, and no other is found', async () => {
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const [near, wanted] of WRITTEN) {
    const { status, body } = await search({ near, radius_km: 10 });
    const found = status === 200 ? body.lots.map(nameOf) : null;
    if (found !== null && (wanted === null || found[0] !== wanted)) wrong.push(`${near}: ${found}`);
    if (found === null && wanted !== null) refused.push(`${near}: ${body.error.message}`);
    if (status !== 200) expect(body.error).toMatchObject({ code: 'BAD_REQUEST' });
  }
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
});

describe('every endpoint', () => {
  test('says what was understood, and finds what the coordinates find', async () => {
    const { body } = await search({ near: 'München' });
    const { lat, lng } = body.near;
    expect(body.near).toMatchObject({ name: 'Munich, DE', lat: 48.137, lng: 11.575 });
    expect(body.near.attribution).toContain('GeoNames');
    const { near: _, ...page } = body;
    const { body: same } = await search({ lat, lng });
    expect({ ...page, lots: page.lots.map(nameOf) }).toEqual({
      ...same,
      lots: same.lots.map(nameOf),
    });
    expect((await dispatch({ near: 'München' })).body).toMatchObject({
      near: body.near,
      results: [{ name: 'Marienplatz' }],
    });
    const client = await connect(api, { key });
    const tool = await client.callTool({ name: 'search_parking', arguments: { near: 'München' } });
    expect(tool.structuredContent).toMatchObject({ near: body.near });
    await client.close();
    const rate = await api.request('GET', '/api/v2/intelligence/market-rate', {
      key: key.secret,
      query: { near: 'Springfield' },
    });
    expect(rate.body.error.details).toMatchObject({ reason: 'several_places', field: 'near' });
  });

  test('names the candidates of a name that several places have, at most three', async () => {
    const { status, body } = await search({ near: 'Springfield' });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ reason: 'several_places', field: 'near' });
    const labels = body.error.details.candidates.map(({ label }: { label: string }) => label);
    // Springfield in New Jersey has the lots of New York around it.
    expect(labels).toEqual(['Springfield, MO, US', 'Springfield, IL, US', 'Springfield, NJ, US']);
    expect(body.error.details.candidates[0]).toMatchObject({ lat: 37.215, lng: -93.298 });
    const { body: asked } = await dispatch({ near: 'Springfield' });
    expect(asked.error.details).toMatchObject({ field: 'parameters.near' });
    expect(asked.error.details.candidates).toHaveLength(3);
  });

  test.each([
    [{ near: 'München', lat: 48, lng: 11 }, ['near', 'lat']],
    [{ near: 'München', lng: 11 }, ['near', 'lng']],
    [{}, ['lat', 'lng']],
    [{ lat: 48 }, ['lng']],
    [{ near: '' }, ['near']],
    [{ near: 'x'.repeat(201) }, ['near']],
  ])('%j is refused, naming %j', async (query, fields) => {
    const named = (details: { field: string }[]) => details.map(({ field }) => field);
    const { status, body } = await search(query);
    expect([status, named(body.error.details)]).toEqual([400, fields]);
    const { body: asked } = await dispatch(query);
    expect(named(asked.error.details)).toEqual(fields.map((field) => `parameters.${field}`));
  });
});

test('a known place without lots is a place, with an empty list', async () => {
  const { status, body } = await search({ near: 'Praha' });
  expect([status, body.lots, body.near.name]).toEqual([200, [], 'Prague, CZ']);
});

test('further pages belong to the same search, by the text or by what was understood', async () => {
  for (let i = 0; i < 2; i += 1)
    await addLot(api.database, {
      operator_id: key.operatorId,
      name: `Wien ${i}`,
      latitude: 48.2085 + i / 1_000,
      longitude: 16.3731,
    });
  const { body: first } = await search({ near: 'Wien', limit: 1 });
  const cursor = first.next_cursor;
  const byText = await search({ near: 'Vienna', limit: 1, cursor });
  const byPoint = await search({ lat: first.near.lat, lng: first.near.lng, limit: 1, cursor });
  expect(byText.body.lots.map(nameOf)).toEqual(byPoint.body.lots.map(nameOf));
  expect(byText.body.lots.map(nameOf)).not.toEqual(first.lots.map(nameOf));
});

test('an address is found with a key, and without one no provider is asked', async () => {
  const near = 'Zwirbelgasse 1, 80331 München';
  const { body } = await search({ near });
  expect(body.near).toEqual({
    name: ADDRESS.label,
    lat: ADDRESS.lat,
    lng: ADDRESS.lng,
    attribution: '© OpenStreetMap contributors',
  });
  provider.asked.length = 0;
  const { status } = await api.request('GET', SEARCH, { query: { near } });
  expect([status, provider.asked]).toEqual([400, []]);
  const town = await api.request('GET', SEARCH, { query: { near: 'Kreuzberg' } });
  expect(town.body.lots.map(nameOf)).toEqual(['Oranien Deck']);
});

test('while the provider is away, what is not in the table is 503 and not unknown', async () => {
  provider.isAway = true;
  const { status, headers } = await search({ near: 'Zwirbelgasse 1, 80331 München' });
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect((await search({ near: 'München' })).status).toBe(200);
  provider.isAway = false;
});

test('a search by text is recorded by its place, and the text nowhere', async () => {
  const near = 'Zwirbelgasse 1, 80331 München';
  await search({ near });
  await expect
    .poll(() =>
      api.database.sql(
        `select round(cell_latitude::numeric, 2)::float8 as lat from search_log
         order by search_id desc limit 1`,
      ),
    )
    .toEqual([{ lat: 48.14 }]);
  const tables = await api.database.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'marts')`,
  );
  // The postcode by itself, because hashes and microseconds have its digits by chance.
  for (const { name } of tables) {
    const rows = await api.database.sql(
      `select from ${name} as one
       where to_json(one)::text ~* 'zwirbelgasse|[^0-9a-f.]80331([^0-9a-f]|$)'`,
    );
    expect(rows, name).toEqual([]);
  }
});
