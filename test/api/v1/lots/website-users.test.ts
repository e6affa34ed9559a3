import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesUser } from '../../../../src/kit/text/web-address.ts';
import { osmFeature } from '../../../src/imports/lots/geojson.ts';
import { addOsmLot } from '../../../stage/osm-lots.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';

const PAGE = 'https://user:hunter2@host.example/';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

const LOT = { name: 'Elm', lat: 43.65, lng: -79.38, total_spaces: 5 };
const asKey = (method: string, path: string, body: unknown) =>
  api.request(method, path, { key: key.secret, body });

test('a page with a user is refused naming website, in a new lot, a change and each form of a batch', async () => {
  const made = await asKey('POST', '/api/v1/lots', LOT);
  const change = await asKey('PATCH', `/api/v1/lots/${made.body.lot.id}`, { website: PAGE });
  expect([change.status, fieldsOf(change)]).toEqual([400, ['website']]);
  const created = await asKey('POST', '/api/v1/lots', { ...LOT, website: PAGE });
  expect([created.status, fieldsOf(created)]).toEqual([400, ['website']]);
  const batch = await asKey('POST', '/api/v1/lots/batch', [{ ...LOT, website: PAGE }]);
  expect(JSON.stringify(batch.body)).toContain('website');
  const lines = await api.request('POST', '/api/v1/lots/batch', {
    key: key.secret,
    headers: { 'content-type': 'application/x-ndjson' },
    raw: JSON.stringify({ ...LOT, website: PAGE }),
  });
  expect(JSON.stringify(lines.body)).toContain('website');
  const rows = await api.database.sql('select 1 from lots where website is not null');
  expect(rows).toEqual([]);
});

test.each(['website', 'contact:website', 'url', 'note'])(
  'a page with a user in the tag %s of a file is left out and never shown',
  async (tag) => {
    const text = `see ${PAGE}`.slice(tag === 'note' ? 0 : 4);
    const body = {
      type: 'FeatureCollection',
      features: [osmFeature(-79.4, 43.7, { name: 'Oak', ref: tag, capacity: 5, [tag]: text })],
    };
    const { status, body: done } = await asKey('POST', '/api/v1/lots/batch', body);
    expect([status, done.created]).toEqual([200, 1]);
    if (tag !== 'note') expect(JSON.stringify(done)).toContain('names a user');
    const [row] = await api.database.sql<{ text: string }>(
      'select to_jsonb(lots)::text as text from lots where ref = $1',
      [tag],
    );
    expect(row?.text).not.toContain('hunter2');
  },
);

test('tags that were kept before are shown without it, in every public form', async () => {
  const osm_tags = JSON.stringify({ 'contact:website': PAGE, description: `at ${PAGE}` });
  const lotId = await addOsmLot(api.database, key.operatorId, { osm_tags });
  for (const path of [`/api/v1/lots/${lotId}/osm-tags`, '/api/v1/lots.osm', '/api/v1/lots.osc']) {
    const { status, text } = await api.request('GET', path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('hunter2');
  }
});

test.each([
  ['https://u@h.example', true],
  ['see http:/u:p@h.example/ now', true],
  ['ftp:\\\\u:p@h.example', true],
  ['https://h.example/@u', false],
  ['mailto:info@h.example', false],
  ['info@h.example', false],
])('whether "%s" names a user: %s', (text, is) => {
  expect(namesUser(text)).toBe(is);
});
