import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { openVisitor } from '../visitor.ts';

const PATH = '/dashboard/plan';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const planOf = async (key: TestKey) =>
  (await api.request('GET', '/api/v1/plan', { key: key.secret })).body.plan;

async function newOwner(plan: 'free' | 'pro') {
  const key = await api.createKey({ plan });
  return { key, visitor: await openVisitor(api, { operatorId: key.operatorId }) };
}

test('every plan is shown with its price and limits, and that which is held', async () => {
  const { visitor } = await newOwner('free');
  const { status, text } = await visitor.get(PATH);
  expect(status).toBe(200);
  for (const shown of ['USD\u00a099.00 a month', '50,000 lots in each mode', '1,000 keys', 'yours'])
    expect(text).toContain(shown);
  expect(text).not.toContain('Change up to Free');
});

test('a higher plan is bought once its price and beginning were shown', async () => {
  const { visitor, key } = await newOwner('free');
  const asked = await visitor.get(`${PATH}?to=pro`);
  expect(asked.text).toContain('It holds at once');
  expect(asked.text).toContain('USD\u00a099.00 for it');
  expect((await planOf(key)).plan).toBe('free');
  expect((await visitor.post(PATH, { plan: 'pro' })).status).toBe(303);
  expect(await planOf(key)).toMatchObject({ plan: 'pro', due_cents: 9_900 });
});

test('a lower plan needs its name typed, is planned, and is taken back', async () => {
  const { visitor, key } = await newOwner('pro');
  const refused = await visitor.post(PATH, { plan: 'free', typed_name: 'free!' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="typed_name-error"');
  expect((await planOf(key)).next).toBeNull();
  await visitor.post(PATH, { plan: 'free', typed_name: 'Free' });
  expect((await planOf(key)).next.plan).toBe('free');
  expect((await visitor.get(PATH)).text).toContain('you have Free');
  await visitor.post(PATH, { plan: 'pro' });
  expect((await planOf(key)).next).toBeNull();
});

test.each(['', 'gold', '<b>'])('a plan that is not there is refused: %s', async (plan) => {
  const { visitor, key } = await newOwner('free');
  const { status, text } = await visitor.post(PATH, { plan });
  expect(status).toBe(400);
  expect(text).toContain('role="alert"');
  expect((await planOf(key)).plan).toBe('free');
});

test('only an owner is offered another plan', async () => {
  const key = await api.createKey({ plan: 'free' });
  const manager = await openVisitor(api, { operatorId: key.operatorId, role: 'manager' });
  expect((await manager.get(`${PATH}?to=pro`)).text).not.toContain('name="plan"');
  expect((await manager.post(PATH, { plan: 'pro' })).text).toContain('role="alert"');
  expect((await planOf(key)).plan).toBe('free');
});
