import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

let stage: Stage;
let viewer: Visitor;

beforeAll(async () => {
  stage = await openStage();
  viewer = await openVisitor(stage.api, { operatorId: stage.key.operatorId, role: 'viewer' });
});
afterAll(() => stage.api.stop());

test('a call that was refused is found by its request id, and one that is unknown is not', async () => {
  const refused = await stage.post('/api/v1/lots', { name: '' });
  const id = refused.headers['x-request-id'] ?? '';
  await expect
    .poll(async () => (await viewer.get(`/dashboard/requests?request_id=${id}`)).text)
    .toContain('400 BAD_REQUEST');
  const unknown = await viewer.get('/dashboard/requests?request_id=%3Cb%3E');
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain('value="&lt;b&gt;"');
});

test('what a call changed leads to the audit log', async () => {
  const made = await stage.post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] });
  const { text } = await viewer.get(
    `/dashboard/requests?request_id=${made.headers['x-request-id']}`,
  );
  expect(text).toContain('key.created');
  expect(text).toContain(`/dashboard/audit?entity_id=${made.body.key.id}`);
});

test('calls are counted by how they were answered, as the API counts them', async () => {
  await stage.get('/api/v1/me');
  const pages = ['day', 'hour', 'operation', 'key'].map((by) => `/dashboard/usage?calls_by=${by}`);
  await expect
    .poll(async () => (await viewer.get(pages[2] ?? '')).text, { timeout: 10_000 })
    .toContain('<code>getMe</code>');
  for (const page of pages) {
    const { status, text } = await viewer.get(page);
    expect(status).toBe(200);
    expect(text).toContain('class="bar"');
  }
});

test('calls of a person are counted under their name', async () => {
  const { operatorId } = stage.key;
  const ada = await openVisitor(stage.api, { operatorId, person: { name: 'Ada Byron' } });
  await ada.get('/dashboard/lots');
  const [member] = await stage.api.database.sql<{ member_id: string }>(
    `select member_id from members join people using (person_id) where name = 'Ada Byron'`,
  );
  const id = member?.member_id ?? '';
  // The key has a budget for polling; the viewer would use theirs up.
  await expect
    .poll(async () => (await stage.get('/api/v1/calls', { group_by: 'key' })).text)
    .toContain(id);
  const { text } = await viewer.get('/dashboard/usage?calls_by=key');
  expect(text).toContain(`<a href="/dashboard/members/${id}"><bdi>Ada Byron</bdi></a>`);
});
