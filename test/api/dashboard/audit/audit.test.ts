import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/audit';
const NAME = 'Elm <script>alert(1)</script>';

let stage: Stage;
let owner: Visitor;
let lotId: string;

beforeAll(async () => {
  stage = await openStage();
  const { operatorId } = stage.key;
  owner = await openVisitor(stage.api, { operatorId, person: { name: 'Ada & Co' } });
  const place = { lat: 43.6532, lng: -79.3832, total_spaces: 20, base_rate: 3 };
  const made = await stage.post('/api/v1/lots', { name: NAME, ...place });
  expect(made.status, made.text).toBe(201);
  lotId = made.body.lot.id;
  const rates = { base_rate: 3.5 };
  expect((await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, rates)).status).toBe(200);
  await owner.post('/dashboard/members', { act: 'invite', role: 'viewer' });
});
afterAll(() => stage.api.stop());

test('says who did what to what, by their names, and leads there', async () => {
  const { status, text } = await owner.get(PATH);
  expect(status).toBe(200);
  expect(text).not.toContain('<script>alert');
  expect(text).toMatch(
    /changed the tariff of <a href="[^"]+"><bdi>Elm &lt;[^<]+<\/bdi><\/a>, CAD\s3.00 to\sCAD\s3.50/,
  );
  expect(text).toContain(`href="/dashboard/lots/${lotId}"`);
  expect(text).toContain(`href="/dashboard/keys/${stage.key.keyId}"`);
  expect(text).toMatch(/Ada &amp; Co<\/bdi><\/a>\s+invited somebody as <bdi>viewer</);
});

test('shows only what is asked for, and keeps it in the address of the next page', async () => {
  const made = await owner.get(`${PATH}?action=lot.created&entity_id=${lotId}`);
  expect(made.text).toMatch(/made\s<a/);
  expect(made.text).not.toContain('changed the tariff');
  const none = await owner.get(`${PATH}?until=2020-01-01T00:00`);
  expect(none.text).toContain('Nothing was done that fits.');
  for (let number = 0; number < 26; number += 1)
    await stage.post(`/api/v1/lots/${lotId}/occupancy`, { occupied: number % 20 });
  const first = (await owner.get(`${PATH}?action=occupancy.reported`)).text;
  const [, next = ''] = /href="(\/dashboard\/audit\?[^"]+)" rel="next"/.exec(first) ?? [];
  expect(next).toContain('action=occupancy.reported');
  expect((await owner.get(next.replaceAll('&amp;', '&'))).text).toContain(
    'reported 0 taken spaces',
  );
});

test.each(['action=fly', 'since=yesterday', 'cursor=x'])(
  '%s is refused in words, with the form',
  async (query) => {
    const { status, text } = await owner.get(`${PATH}?${query}`);
    expect(status).toBe(400);
    expect(text).toMatch(/role="alert"|class="error"/);
    expect(text).toContain('name="actor_id"');
  },
);

test('a viewer reads it, without links to keys, and another operator reads its own', async () => {
  const { operatorId } = stage.key;
  const viewer = await openVisitor(stage.api, { operatorId, role: 'viewer' });
  const { status, text } = await viewer.get(PATH);
  expect(status).toBe(200);
  expect(text).not.toContain('href="/dashboard/keys/');
  const other = await openVisitor(stage.api, await stage.api.createKey());
  expect((await other.get(PATH)).text).not.toContain('Elm');
});
