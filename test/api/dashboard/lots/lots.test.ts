import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

// What the pages of lots show is what the API says, and their forms do what its operations do.

const HOSTILE = `<script>alert("1")</script>"'><img src=x onerror=alert(2)> مرآب`;

let api: TestApi;
let key: TestKey;
let owner: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { read: 10_000, write: 10_000 } });
  owner = await openVisitor(api, key);
  viewer = await openVisitor(api, { operatorId: key.operatorId, role: 'viewer' });
});
afterAll(() => api.stop());

const PLACE = { lat: 43.65, lng: -79.38 };
const call = (method: string, path: string, body?: unknown) =>
  api.request(method, `/api/v1/lots${path}`, { key: key.secret, body });

async function newLot(more: object = {}): Promise<{ id: string }> {
  const body = { name: 'Elm 1', ...PLACE, total_spaces: 5, ...more };
  const answer = await call('POST', '', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.lot;
}

const shownLot = async (id: string) => (await call('GET', `/${id}`)).body.lot;

/** What the form of a page sends when nothing is typed: its fields by name. */
function fieldsIn(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input [^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const isOff = /type="(?:checkbox|radio)"/.test(input) && !input.includes(' checked');
    if (!isOff) fields[of('name') ?? ''] = plain(of('value') ?? 'on');
  }
  for (const [, name = '', options = ''] of text.matchAll(
    /<select id="[^"]*" name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  for (const [, name = '', value = ''] of text.matchAll(
    /<textarea id="[^"]*" name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g,
  ))
    fields[name] = plain(value);
  return fields;
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('the table shows each lot with its spaces, rate and state; what is unknown is no figure', async () => {
  const yen = await newLot({ name: 'Yen', base_rate: 300, currency: 'jpy' });
  await newLot({ name: 'Shut', status: 'closed' });
  await call('POST', `/${yen.id}/occupancy`, { occupied: 2 });
  await newLot({ name: 'Uncounted' }).then(({ id }) =>
    api.database.sql('update lots set total_spaces = null where lot_id = $1', [id]),
  );
  const { text, status } = await owner.get('/dashboard/lots');
  expect(status).toBe(200);
  const row = (name: string) =>
    text.split('<tr>').find((one) => one.includes(`<bdi>${name}</bdi>`)) ?? '';
  expect(row('Yen')).toMatch(/class="number">5<.*class="number">3</s);
  expect(row('Yen')).toContain('JPY\u00a0300 an hour');
  expect(row('Shut')).toContain('>closed<');
  expect(row('Shut')).toContain('no rate posted');
  expect(row('Uncounted')).toMatch(/class="number">not known<.*class="number">not known</s);
});

test('a lot is found by its name, ref or address, also on a page that is shared', async () => {
  await newLot({ name: 'Birch 9', ref: 'B-9' });
  await newLot({ name: 'Other', address: 'Birch street' });
  const { text } = await owner.get('/dashboard/lots?text=birCH');
  expect(text).toContain('Birch 9');
  expect(text).toContain('Birch street');
  expect(text).not.toContain('Elm 1');
  expect((await owner.get('/dashboard/lots?text=b-9&state=closed')).text).toContain('No lot fits.');
  expect((await owner.get('/dashboard/lots?mode=test')).text).toContain('No lots yet');
});

test('a form makes a lot, and what the API refuses stands beside its field with what was typed', async () => {
  const form = {
    ...fieldsIn((await owner.get('/dashboard/lots/new')).text),
    ...{ name: 'Maple', lat: '43.65', lng: '-79.38', total_spaces: '4', 'spaces.ev': '9' },
  };
  const refused = await owner.post('/dashboard/lots/new', form);
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/id="spaces\.ev-error">[A-Z]/);
  expect(refused.text).toContain('value="Maple"');
  const made = await owner.post('/dashboard/lots/new', { ...form, 'spaces.ev': '2' });
  expect(made.status).toBe(303);
  const id = made.headers.location?.split('/').at(-1) ?? '';
  expect(await shownLot(id)).toMatchObject({ name: 'Maple', spaces: { ev: 2 }, is_listed: true });
});

test('an edit changes what was typed, and leaves what others changed meanwhile', async () => {
  const { id } = await newLot({ access: { gate_code: '4711' }, address: 'Old street 1' });
  const path = `/dashboard/lots/${id}/edit`;
  const form = fieldsIn((await owner.get(path)).text);
  await call('PATCH', `/${id}`, { total_spaces: 8 });
  const typed = { ...form, name: 'New name', address: '', 'access.notes': 'Mind the gap' };
  expect((await owner.post(path, typed)).status).toBe(303);
  expect(await shownLot(id)).toMatchObject({
    ...{ name: 'New name', address: null, total_spaces: 8, ...PLACE },
    access: { gate_code: '4711', notes: 'Mind the gap' },
  });
  const emptied = await owner.post(path, { ...typed, name: '' });
  expect(emptied.status).toBe(400);
  expect(emptied.text).toContain('id="name-error"');
});

test('a count is reported, and a lot deleted only by its typed name', async () => {
  const { id } = await newLot({ name: 'Ends here' });
  const path = `/dashboard/lots/${id}`;
  expect((await owner.post(path, { act: 'report', occupied: '2' })).status).toBe(303);
  expect((await owner.get('/dashboard/lots?text=ends')).text).toContain('class="number">3<');
  const wrong = await owner.post(path, { act: 'delete', typed_name: 'Ends' });
  expect([wrong.status, (await call('GET', `/${id}`)).status]).toEqual([400, 200]);
  expect((await owner.post(path, { act: 'delete', typed_name: 'Ends here' })).status).toBe(303);
  expect((await call('GET', `/${id}`)).status).toBe(404);
});

test('texts of lots are never taken for HTML', async () => {
  const { id } = await newLot({ name: HOSTILE.slice(0, 99), address: HOSTILE, ref: HOSTILE });
  for (const path of ['', `/${id}`, `/${id}/edit`, `/${id}/tariff`]) {
    const { text, status } = await owner.get(`/dashboard/lots${path}`);
    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
  }
});

test('a viewer sees the lots, is offered no change and is refused one', async () => {
  const { id } = await newLot({ name: 'Looked at' });
  const { text } = await viewer.get(`/dashboard/lots/${id}`);
  expect(text).toContain('Looked at');
  expect(text).not.toMatch(/Delete the lot|Report the count|\/edit/);
  expect((await viewer.get('/dashboard/lots')).text).not.toContain('New lot');
  const refused = await viewer.post(`/dashboard/lots/${id}`, {
    ...{ act: 'delete', typed_name: 'Looked at' },
  });
  expect(refused.status).not.toBe(303);
  expect((await call('GET', `/${id}`)).status).toBe(200);
});

test('lots of others have no page, though the API shows them', async () => {
  const { id } = await newLot();
  const stranger = await openVisitor(api, await api.createKey());
  for (const page of ['', '/edit', '/tariff'])
    expect((await stranger.get(`/dashboard/lots/${id}${page}`)).status).toBe(404);
});
