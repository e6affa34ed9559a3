import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { openVisitor } from '../visitor.ts';

// Everybody of an operator sees what differs between its lots and OpenStreetMap.

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

const PAGE = '/dashboard/lots/osm';
const node = (id: number, lat: number, name: string) =>
  `<node id="${id}" lat="${lat}" lon="24.94"><tag k="amenity" v="parking"/>
<tag k="name" v="${name}"/><tag k="capacity" v="10"/></node>`;
const FILE = `<osm version="0.6">${node(1, 60.171, 'Kamppi')}
${node(2, 60.18, '&lt;script&gt;alert(1)&lt;/script&gt;')}</osm>`;

test('a viewer sees tags with both values, and links to the lot and to the object', async () => {
  const body = { name: 'Kamppi', lat: 60.171, lng: 24.94, total_spaces: 20 };
  const { lot } = (await api.request('POST', '/api/v1/lots', { key: key.secret, body })).body;
  const viewer = await openVisitor(api, { operatorId: key.operatorId, role: 'viewer' });
  const { status, text } = await viewer.post(PAGE, { file: FILE });
  expect(status).toBe(200);
  expect(text).toContain(`href="/dashboard/lots/${lot.id}"`);
  expect(text).toContain('href="https://www.openstreetmap.org/node/1"');
  expect(text).toMatch(/<code>capacity<\/code><\/td><td><bdi>20<\/bdi><\/td><td><bdi>10</);
  expect(text).toContain('Only there (1)');
  expect(text).not.toContain('<script>alert');
});

test('a file that cannot be read is refused beside it, with its text kept', async () => {
  const owner = await openVisitor(api, key);
  const { status, text } = await owner.post(PAGE, { file: '<osm>\n<node' });
  expect(status).toBe(400);
  expect(text).toMatch(/id="file-error">Line \d/);
  expect(text).toContain('&lt;node');
  const none = await owner.post(PAGE, { file: '<osm version="0.6"></osm>' });
  expect(none.text).toContain('no car park of OpenStreetMap');
});
