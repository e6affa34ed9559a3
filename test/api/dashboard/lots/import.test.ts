import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

// A file is shown with what it would do before anything is written; only what was shown is done.

let api: TestApi;
let key: TestKey;
let owner: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { read: 10_000, write: 10_000 } });
  owner = await openVisitor(api, key);
});
afterAll(() => api.stop());

const PAGE = '/dashboard/lots/import';
const CSV = `ref,name,lat,lng,capacity
elm-1,"<script>alert(1)</script>",43.651,-79.381,20
elm-3,Elm 3,143.6,-79.383,5
`;
const lotCount = async () =>
  (await api.request('GET', '/api/v1/lots', { key: key.secret })).body.data.length;
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('what is created and what is rejected is shown with its reason, and then done', async () => {
  const would = await owner.post(PAGE, { act: 'preview', file: CSV });
  expect(would.status).toBe(200);
  expect(would.text).toMatch(/would be created<\/h3>\s*<p class="figure">1</);
  expect(would.text).toMatch(/rejected<\/h3>\s*<p class="figure">1</);
  expect(would.text).toMatch(/Elm 3<\/bdi><\/td><td><code>lat</);
  expect(would.text).not.toContain('<script>alert');
  expect(await lotCount()).toBe(0);
  const form = { act: 'import', file: CSV, seen: seenIn(would.text) };
  const done = await owner.post(PAGE, form);
  expect(done.text).toContain('The file is imported');
  expect(await lotCount()).toBe(1);
});

test('nothing is written when the file, or what it would do, is not what was shown', async () => {
  const file = CSV.replaceAll('elm', 'oak');
  const seen = seenIn((await owner.post(PAGE, { act: 'preview', file })).text);
  const before = await lotCount();
  const other = await owner.post(PAGE, { act: 'import', file: file.replace(',20', ',21'), seen });
  expect(other.text).toContain('Nothing was written');
  const body = { name: 'Oak', ref: 'oak-1', lat: 43.7, lng: -79.4, total_spaces: 5 };
  await api.request('POST', '/api/v1/lots', { key: key.secret, body });
  const changed = await owner.post(PAGE, { act: 'import', file, seen });
  expect(changed.text).toContain('Nothing was written');
  expect(await lotCount()).toBe(before + 1);
});

test('a file that cannot be read is refused with its text kept, and a viewer imports nothing', async () => {
  const refused = await owner.post(PAGE, { act: 'preview', file: 'only,these\n1,2\n' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('only,these');
  const viewer = await openVisitor(api, { operatorId: key.operatorId, role: 'viewer' });
  const before = await lotCount();
  expect((await viewer.post(PAGE, { act: 'preview', file: CSV })).status).toBe(400);
  expect(await lotCount()).toBe(before);
});

test('a lot that is known is shown with what changes of it, and that is what is done', async () => {
  const row = (name: string, spaces: number) =>
    `ref,name,lat,lng,capacity,rate,currency\nash,"${name}",43.68,-79.35,${spaces},2.50,CAD\n`;
  await owner.post(PAGE, { act: 'preview', file: row('Ash', 20) });
  const seen = seenIn((await owner.post(PAGE, { act: 'preview', file: row('Ash', 20) })).text);
  await owner.post(PAGE, { act: 'import', file: row('Ash', 20), seen });
  const file = row('<b>Ash</b>', 25).replace('2.50', '3.00');
  const would = await owner.post(PAGE, { act: 'preview', file });
  expect(would.text).toContain('<code>total_spaces</code>: <bdi>20</bdi> → <bdi>25</bdi>');
  expect(would.text).toContain('<bdi>&lt;b&gt;Ash&lt;/b&gt;</bdi>');
  const done = await owner.post(PAGE, { act: 'import', file, seen: seenIn(would.text) });
  expect(done.text).toContain('The file is imported');
});
