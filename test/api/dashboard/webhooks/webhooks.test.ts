import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { openWebhooks } from '../../v1/webhooks/operator.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/webhooks';
const HOSTILE = '<script>alert(1)</script>';
const URL_FIELD = 'https://hooks.example.com/parking';
const REDIRECTED = 303;

let stage: Awaited<ReturnType<typeof openWebhooks>>;
let key: TestKey;
let owner: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  stage = await openWebhooks();
  key = await stage.newKey();
  const { operatorId } = key;
  owner = await openVisitor(stage.api, { operatorId });
  viewer = await openVisitor(stage.api, { operatorId, role: 'viewer' });
});
afterAll(() => stage.api.stop());

const webhooks = async () => (await stage.get(key, '')).body.data;
const stateOf = async (id: string) => (await stage.get(key, `/${id}`)).body.webhook;

test('without a webhook the page says what one is good for, and leads to a new one', async () => {
  const { text } = await owner.get(PATH);
  expect(text).toContain('No webhook yet');
  expect(text).toContain('href="/dashboard/webhooks/new"');
  expect((await viewer.get(PATH)).text).not.toContain('/webhooks/new');
});

test('a form makes a webhook and shows its secret, which no other page has', async () => {
  const form = { url: URL_FIELD, description: HOSTILE, 'event:session.ended': 'on' };
  const made = await owner.post(`${PATH}/new`, form);
  const [secret = ''] = /whsec_[A-Za-z0-9+/=_-]{20,}/.exec(made.text) ?? [];
  expect(secret).not.toBe('');
  const [webhook] = await webhooks();
  expect(webhook).toMatchObject({
    ...{ url: URL_FIELD, events: ['session.ended'], description: HOSTILE },
  });
  for (const page of [PATH, `${PATH}/${webhook.id}`]) {
    const { status, text } = await owner.get(page);
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(HOSTILE);
    expect(text).toContain('&lt;script&gt;');
  }
});

test('what is wrong stands beside its field, with what was typed', async () => {
  const form = { url: 'http://plain.example.com', description: 'Till', 'event:lot.updated': 'on' };
  const { status, text } = await owner.post(`${PATH}/new`, form);
  expect(status).toBe(400);
  expect(text).toMatch(/id="url-error">[^<]+https/);
  expect(text).toContain('value="http://plain.example.com"');
  expect(text).toMatch(/name="event:lot.updated" checked/);
});

test('buttons pause, resume, change and try it', async () => {
  const { id } = await stage.made(key);
  const page = `${PATH}/${id}`;
  expect((await owner.post(page, { act: 'pause' })).status).toBe(REDIRECTED);
  expect((await owner.get(page)).text).toContain('It is paused: by you.');
  const refused = await owner.post(page, { act: 'test', type: 'session.ended' });
  expect(refused.text).toContain('resume it first');
  await owner.post(page, { act: 'resume' });
  expect(await stateOf(id)).toMatchObject({ status: 'active' });
  const changed = { act: 'change', url: URL_FIELD, description: 'Gate', 'event:lot.updated': 'on' };
  await owner.post(page, changed);
  expect(await stateOf(id)).toMatchObject({ description: 'Gate', events: ['lot.updated'] });
  const tested = await owner.post(page, { act: 'test', type: 'session.ended' });
  expect((await owner.get(tested.headers.location ?? '')).text).toContain('A made-up event');
});

test('a new secret is shown once, and the old one can be ended', async () => {
  const { id, secret } = await stage.made(key);
  const rotated = await owner.post(`${PATH}/${id}`, { act: 'rotate' });
  const [next] = /whsec_[A-Za-z0-9+/=_-]{20,}/.exec(rotated.text) ?? [];
  expect(next).toBeDefined();
  expect(next).not.toBe(secret);
  const ended = await owner.post(`${PATH}/${id}`, { act: 'end_previous' });
  expect(ended.text).toContain('Only the newest secret signs now.');
});

test('a delivery shows its body and each attempt as text, and can be sent again', async () => {
  const { id } = await stage.made(key, { events: ['occupancy.changed'] });
  await stage.happened(key, 'occupancy.changed');
  await stage.relay();
  const said = { status: 500, failure: 'answered 500', answer: HOSTILE };
  const attempt = { at: new Date().toISOString(), ms: 12, ...said };
  await stage.send({ outcome: 'failed', attempt });
  const [delivery] = (await stage.get(key, `/${id}/deliveries`)).body.data;
  expect((await owner.get(`${PATH}/${id}`)).text).toContain(delivery.id);
  const page = `${PATH}/${id}/deliveries/${delivery.id}`;
  const { text } = await owner.get(page);
  expect(text).not.toContain(HOSTILE);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).toContain('occupancy_pct');
  expect((await owner.post(page, { act: 'redeliver' })).status).toBe(REDIRECTED);
  const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
  const replayed = await owner.post(`${PATH}/${id}`, { act: 'replay', since });
  expect(replayed.text).toContain('1 event was found');
});

test('a webhook is deleted only by its typed name', async () => {
  const { id } = await stage.made(key);
  const wrong = await owner.post(`${PATH}/${id}`, { act: 'delete', typed_name: 'other.example' });
  expect(wrong.text).toContain('id="typed_name-error"');
  expect((await stateOf(id)).id).toBe(id);
  await owner.post(`${PATH}/${id}`, { act: 'delete', typed_name: 'hooks.example.com' });
  expect((await stage.get(key, `/${id}`)).status).toBe(404);
});

test('a viewer sees all of it, without buttons, and is refused', async () => {
  const { id } = await stage.made(key);
  const page = `${PATH}/${id}`;
  expect((await viewer.get(page)).text).not.toContain('name="act"');
  for (const act of ['pause', 'rotate', 'delete', 'constructor'])
    await viewer.post(page, { act, typed_name: 'hooks.example.com' });
  expect((await stateOf(id)).status).toBe('active');
  expect((await viewer.post(page, { act: 'pause' })).status).toBe(400);
});

test('a webhook of another operator is not found', async () => {
  const { id } = await stage.made(await stage.newKey());
  expect((await owner.get(`${PATH}/${id}`)).status).toBe(404);
});
