import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOsmLot } from '../../../stage/osm-lots.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

async function tagsOf(columns: Record<string, unknown>, secret?: string) {
  const lotId = await addOsmLot(api.database, key.operatorId, columns);
  const call = secret === undefined ? {} : { key: secret };
  const { status, body } = await api.request('GET', `/api/v1/lots/${lotId}/osm-tags`, call);
  return { lotId, status, body };
}

const SPEC_KEYS = [
  ...['amenity', 'name', 'capacity', 'fee', 'parking:rate', 'parking:type'],
  ...['opening_hours', 'website', 'operator'],
];

test('a lot has the nine tags of the interface, and today’s beside them', async () => {
  const { lotId, status, body } = await tagsOf({
    name: 'City Hall',
    ref: 'P5',
    total_spaces: 120,
    lot_type: 'underground',
    opening_hours: 'Mo-Fr 07:00-19:00',
    website: 'https://example.com/p5?a=1&b=2',
    max_daily_minor: 2400,
    max_height_cm: 210,
    features: ['accessible', 'ev_charging', 'maxstay:4 hours', 'access:customers'],
    accessible_spaces: 3,
    data_license: 'CC0-1.0',
  });
  expect(status).toBe(200);
  const own = {
    amenity: 'parking',
    name: 'City Hall',
    parking: 'underground',
    capacity: '120',
    'capacity:disabled': '3',
    'capacity:charging': 'yes',
    fee: 'yes',
    charge: '3.50 CAD/hour',
    opening_hours: 'Mo-Fr 07:00-19:00',
    maxstay: '4 hours',
    maxheight: '2.1',
    access: 'customers',
    website: 'https://example.com/p5?a=1&b=2',
    operator: 'test',
    ref: 'P5',
  };
  expect(body).toMatchObject({
    lot_id: lotId,
    tags: {
      ...{ ...own, operator: expect.any(String) },
      'parking:rate': '3.50 CAD/hour',
      'parking:type': 'underground',
      'charge:max': '24.00 CAD/day',
    },
    left_out: [],
    osm_id: null,
    data_license: 'CC0-1.0',
    attribution: null,
    is_osm_export_allowed: true,
  });
  expect(Object.keys(body.tags)).toEqual(expect.arrayContaining(SPEC_KEYS));
  expect(body.upload_tags).toEqual({ ...own, operator: body.tags.operator });
});

describe('links into editors', () => {
  test('JOSM gets exactly the tags for upload, whatever they contain', async () => {
    const name = 'Größe & +Co="50%"?#';
    const { body } = await tagsOf({
      name,
      latitude: 43.65,
      longitude: -79.38,
      osm_tags: { 'opening_hours:office': 'Mo-Fr || "by appointment"', note: 'a\nb' },
    });
    const link = new URL(body.links.josm_tags);
    expect(body.links.josm_tags).toMatch(
      /^http:\/\/127\.0\.0\.1:8111\/add_node\?[\w=&%.~!*'()-]+$/,
    );
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ lat: '43.65', lon: '-79.38' });
    const tags = link.searchParams.get('addtags')?.split('|') ?? [];
    const { 'opening_hours:office': _, note: __, ...rest } = body.upload_tags;
    expect(rest.name).toBe(name);
    expect(tags).toEqual(Object.entries(rest).map(([tag, value]) => `${tag}=${value}`));
    expect(body.links).toMatchObject({
      josm:
        'http://127.0.0.1:8111/load_and_zoom?' +
        'left=-79.3814&right=-79.3786&top=43.6514&bottom=43.6486',
      id: 'https://www.openstreetmap.org/edit?editor=id#map=19/43.65/-79.38',
    });
  });

  test('a lot of OpenStreetMap is opened as the object that it is', async () => {
    const { body } = await tagsOf({ osm_id: 'way/7', latitude: 43.65, longitude: -79.38 });
    expect(body).toMatchObject({ osm_id: 'way/7', attribution: '© OpenStreetMap contributors' });
    expect(body.links.josm).toMatch(/&select=way7$/);
    expect(body.links.josm_tags).toMatch(/\/load_and_zoom\?.*&select=way7&addtags=amenity%3D/);
    expect(body.links.id).toBe(
      'https://www.openstreetmap.org/edit?editor=id&way=7#map=19/43.65/-79.38',
    );
  });

  test('at the edges of the map the area ends there', async () => {
    const { body } = await tagsOf({ latitude: 90, longitude: 180 });
    expect(body.links.josm).toContain('?left=179.9986&right=180&top=90&bottom=89.9986');
  });
});

test('without the operator’s leave, tags are shown but not given away', async () => {
  const { body } = await tagsOf({ is_osm_export_allowed: false, name: 'Ours' });
  expect(body.tags.name).toBe('Ours');
  expect(body).toMatchObject({ upload_tags: null, links: { josm_tags: null } });
});

test('a charge is the posted rate, not the dynamic one, and not one that is to come', async () => {
  const later = { rate_id: 'rate_2', rate_minor: 900, rate_unit: 'hour', max_daily_minor: null };
  const scheduled = (effective_from: string) =>
    JSON.stringify([{ ...later, billing_step_minutes: 30, price_rules: null, effective_from }]);
  const to = await tagsOf({ scheduled_rates: scheduled('2999-01-01T00:00:00Z') });
  expect(to.body.tags.charge).toBe('3.50 CAD/hour');
  const begun = await tagsOf({ scheduled_rates: scheduled('2020-01-01T00:00:00Z') });
  expect(begun.body.tags.charge).toBe('4.50 CAD/30 minutes');
});

test('only its own operator sees a lot that is not listed', async () => {
  const mine = await tagsOf({ is_listed: false }, key.secret);
  expect(mine.status).toBe(200);
  const path = `/api/v1/lots/${mine.lotId}/osm-tags`;
  const other = await api.createKey();
  for (const call of [{}, { key: other.secret }])
    expect((await api.request('GET', path, call)).status).toBe(404);
  expect((await api.request('GET', '/api/v1/lots/nothing/osm-tags')).status).toBe(404);
});

test('the answer is cached like a feed', async () => {
  const { lotId } = await tagsOf({ name: 'Cached' });
  const path = `/api/v1/lots/${lotId}/osm-tags`;
  const { headers } = await api.request('GET', path);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding, Authorization',
  });
  const known = { headers: { 'if-none-match': String(headers.etag) } };
  expect((await api.request('GET', path, known)).status).toBe(304);
});

describe('a tariff', () => {
  const hour = { from_minutes: 0, per_minutes: 60, billing_step_minutes: 1 };
  const usual = { name: 'day', steps: [{ ...hour, price_minor: 200 }] };
  const posted = { id: null, first_hour_minor: 200 };
  const plain = { rate_minor: null, rate_unit: 'hour' };

  test('becomes tags, with the most that a day costs among the product’s own names', async () => {
    const sundays = { name: 'free', when: { days: ['sun', 'holiday'] }, flat_minor: 0 };
    const maxima = [{ per: '24h', amount_minor: 1_500 }];
    const tariff = { ...posted, parts: [sundays, usual], maxima };
    const { body } = await tagsOf({
      ...{ ...plain, tariff, currency: 'eur' },
      osm_tags: { 'charge:conditional': '9 EUR @ (stay > 1 day)', surface: 'asphalt' },
    });
    const said = { fee: 'yes', charge: '2.00 EUR/hour', 'fee:conditional': 'no @ (Su,PH)' };
    expect(body.upload_tags).toMatchObject({ ...said, surface: 'asphalt' });
    expect(Object.keys(body.upload_tags).filter((key) => key.startsWith('charge'))).toEqual([
      'charge',
    ]);
    expect(body.tags).toMatchObject({
      ...said,
      'charge:max': '15.00 EUR/day',
      'parking:rate': '2.00 EUR/hour',
    });
    expect(body.tariff_left_out).toEqual([]);
  });

  test('leaves no amount where a part of it cannot be said', async () => {
    const night = { name: 'night', when: { from_minute: 1_080, to_minute: 480 }, flat_minor: 500 };
    const tariff = { ...posted, parts: [night, usual], maxima: null };
    const { body } = await tagsOf({ ...plain, tariff, currency: 'eur' });
    expect(body.tags.fee).toBe('yes');
    expect(Object.keys(body.tags).filter((key) => /^charge|rate/.test(key))).toEqual([]);
    expect(body.tariff_left_out).toEqual([
      { part: 'night', reason: 'has a flat price for each time that it holds' },
    ]);
  });

  test('is in the files for OpenStreetMap', async () => {
    const name = 'Only by day';
    const day = { ...usual, when: { from_minute: 480, to_minute: 1_080 } };
    const parts = [day, { name: 'free', flat_minor: 0 }];
    await tagsOf({ ...plain, name, currency: 'eur', tariff: { ...posted, parts, maxima: null } });
    const { text } = await api.request('GET', '/api/v1/lots.osm');
    const node = text.split('<node ').find((one) => one.includes(`v="${name}"`));
    expect(node).toContain('<tag k="fee" v="no"/>');
    expect(node).toContain('<tag k="charge" v="2.00 EUR/hour"/>');
    expect(node).toContain('<tag k="fee:conditional" v="yes @ (08:00-18:00)"/>');
  });
});
