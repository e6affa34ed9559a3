import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../client.ts';
import { fieldsOf } from '../oauth/browser.ts';
import { type Fields, openVisitor, type Visitor } from './visitor.ts';

let api: TestApi;
let operatorId: string;
let owner: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId } = await api.createKey());
  owner = await openVisitor(api, { operatorId });
});
afterAll(() => api.stop());

const LOT = { name: 'Elm Street', lat: '40.7', lng: '-74', total_spaces: '10' };
const HOOK = { url: 'https://hooks.example.com/x', 'event:session.created': 'on' };

/** Each form that makes something, and what is counted of it. */
const FORMS: readonly (readonly [string, string, Fields, string])[] = [
  ['key', '/dashboard/keys/new', { name: 'till', 'scope:lots:read': 'on' }, 'api_keys'],
  ['lot', '/dashboard/lots/new', LOT, 'lots'],
  ['webhook', '/dashboard/webhooks/new', HOOK, 'webhooks'],
  ['invitation', '/dashboard/members', { act: 'invite', role: 'viewer' }, 'invitations'],
];

/** The key that a page gives the form it shows. */
async function onceAt(path: string): Promise<string> {
  const { text } = await owner.get(path);
  return fieldsOf(text).once ?? '';
}
async function countOf(table: string): Promise<number> {
  const [row] = await api.database.sql<{ n: number }>(
    `select count(*)::int as n from ${table} where operator_id = $1`,
    [operatorId],
  );
  return row?.n ?? 0;
}

test.each(FORMS)('a form that is sent twice makes one %s', async (_, path, form, table) => {
  const before = await countOf(table);
  const sent = { ...form, once: await onceAt(path) };
  const [first, second] = [await owner.post(path, sent), await owner.post(path, sent)];
  expect([first.status, first.text]).not.toEqual([400, first.text]);
  expect(second.status).toBe(first.status);
  expect(await countOf(table)).toBe(before + 1);
  const made = await owner.post(path, { ...form, once: await onceAt(path) });
  expect([made.status, await countOf(table)]).toEqual([first.status, before + 2]);
});

test.each(FORMS)('at the same time, too: one %s', async (_, path, form, table) => {
  const before = await countOf(table);
  const sent = { ...form, once: await onceAt(path) };
  const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post(path, sent)));
  expect(new Set(answers.map(({ status }) => status)).size, answers[0]?.text).toBe(1);
  expect(await countOf(table)).toBe(before + 1);
});

test('what is shown once is in one answer, and the other says so', async () => {
  const sent = { name: 'once', 'scope:lots:read': 'on', once: await onceAt('/dashboard/keys/new') };
  const answers = await Promise.all([1, 2].map(() => owner.post('/dashboard/keys/new', sent)));
  const shown = answers.filter(({ text }) => /sk_live_|shown this once/.test(text));
  const said = answers.filter(({ text }) => text.includes('This form was sent before'));
  expect([shown.length, said.length]).toEqual([1, 1]);
});

test('each form of a page, and each page, has a key of its own', async () => {
  const texts = [await owner.get('/dashboard/account'), await owner.get('/dashboard/account')];
  const keys = texts.flatMap(({ text }) => [...text.matchAll(/name="once" value="([^"]+)"/g)]);
  expect(keys.length).toBeGreaterThan(4);
  expect(new Set(keys.map(([, key]) => key)).size).toBe(keys.length);
});

test('every form that a person sends has one', async () => {
  for (const path of ['/dashboard/keys/new', '/dashboard/lots/new', '/dashboard/plan']) {
    const { text } = await owner.get(path);
    const forms = [...text.matchAll(/<form method="post"[\s\S]*?<\/form>/g)];
    expect(forms.length).toBeGreaterThan(0);
    for (const [form] of forms) expect(form).toContain('name="once"');
  }
});

test('the key of a form is no way to repeat what another person did', async () => {
  const [once, other] = [
    await onceAt('/dashboard/keys/new'),
    await openVisitor(api, { operatorId }),
  ];
  const before = await countOf('api_keys');
  const form = { name: 'till', 'scope:lots:read': 'on', once };
  await owner.post('/dashboard/keys/new', form);
  await other.post('/dashboard/keys/new', form);
  expect(await countOf('api_keys')).toBe(before + 2);
});
