import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

// The tariff editor shows what stays cost before anything is posted, by the API's own pricing.

let api: TestApi;
let key: TestKey;
let owner: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { read: 10_000, write: 10_000 } });
  owner = await openVisitor(api, key);
});
afterAll(() => api.stop());

const call = (method: string, path: string, body?: unknown) =>
  api.request(method, `/api/v1/lots${path}`, { key: key.secret, body });

async function newLot(more: object = {}): Promise<string> {
  const body = { name: 'Lot', lat: 43.65, lng: -79.38, total_spaces: 5, base_rate: 2, ...more };
  const answer = await call('POST', '', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.lot.id;
}

const ratesOf = async (id: string) => (await call('GET', `/${id}/rates`)).body.rates;
const pageOf = (id: string) => `/dashboard/lots/${id}/tariff`;

test('costs are shown while typing, and nothing is posted', async () => {
  const id = await newLot();
  const before = (await ratesOf(id)).current;
  const form = { act: 'costs', kind: 'plain', base_rate: '3.5', max_daily_rate: '20' };
  const { body } = await owner.post(pageOf(id), form);
  expect(body.costs).toEqual([
    ['1 h', 'CAD\u00a03.50'],
    ['4 h', 'CAD\u00a014.00'],
    ['24 h', 'CAD\u00a020.00'],
  ]);
  const refused = await owner.post(pageOf(id), { ...form, base_rate: '-1' });
  expect(refused.body.problem).toMatch(/^Base_rate: must be /);
  const shown = await owner.post(pageOf(id), { ...form, act: 'show' });
  expect(shown.text).toMatch(/data-length="24 h">CAD\u00a020\.00</);
  expect((await ratesOf(id)).current).toEqual(before);
});

test('a tariff of parts is posted as typed, and shown again as it is', async () => {
  const id = await newLot();
  const part = (i: number, name: string) => `tariff.parts.${i}.${name}`;
  const form = {
    ...{ act: 'post', kind: 'parts', 'maxima.calendar_day': '15', 'tariff.free_minutes': '10' },
    ...{ [part(0, 'name')]: 'day', [part(0, 'when.from')]: '08:00', [part(0, 'when.to')]: '18:00' },
    ...{ [`${part(0, 'when.days')}:mon`]: 'on', [part(0, 'steps')]: '0, 2, 60\n60, 0.6, 30' },
    // The second part is left empty.
    ...{ [part(2, 'name')]: 'else', [part(2, 'flat')]: '5' },
  };
  expect((await owner.post(pageOf(id), form)).status).toBe(303);
  const { tariff } = (await ratesOf(id)).current;
  expect(tariff).toMatchObject({
    parts: [
      {
        ...{ name: 'day', when: { days: ['mon'], from: '08:00', to: '18:00' } },
        steps: [
          { from_minutes: 0, price: 2, per_minutes: 60 },
          { from_minutes: 60, price: 0.6, per_minutes: 30 },
        ],
      },
      { name: 'else', flat: 5 },
    ],
    ...{ free_minutes: 10, maxima: [{ amount: 15, per: 'calendar_day' }] },
  });
  const { text } = await owner.get(pageOf(id));
  expect(text).toMatch(/value="parts" checked/);
  expect(text).toContain('0, 2, 60\n60, 0.6, 30');
  const wrong = await owner.post(pageOf(id), { ...form, [part(2, 'flat')]: '5.001' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(`id="${part(2, 'flat')}-error"`);
});

test('what the fields cannot say is kept as the text of the API, with the rules that move it', async () => {
  const id = await newLot();
  const tariff = {
    parts: [
      { name: 'fair', when: { dates: ['2031-07-01'] }, flat: 9 },
      { name: 'else', flat: 3 },
    ],
  };
  const dynamic = { surge: { max_multiplier: 1.3 } };
  await call('PUT', `/${id}/rates`, { tariff, dynamic });
  const { text } = await owner.get(pageOf(id));
  expect(text).toMatch(/value="text" checked/);
  expect(text).toContain('2031-07-01');
  expect(text).toContain('max_multiplier');
  const wrong = await owner.post(pageOf(id), { act: 'post', kind: 'text', text: '{' });
  expect(wrong.text).toContain('id="text-error">Is not valid JSON.');
  const sent = { act: 'post', kind: 'text', text: JSON.stringify(tariff) };
  const posted = await owner.post(pageOf(id), { ...sent, dynamic: JSON.stringify(dynamic) });
  expect(posted.status).toBe(303);
  expect((await ratesOf(id)).current.dynamic.surge).toMatchObject({ max_multiplier: 1.3 });
});

test('a rate for later begins at the local time of the lot', async () => {
  const id = await newLot();
  const form = { act: 'post', kind: 'plain', base_rate: '4', effective_from: '2027-07-01T08:00' };
  expect((await owner.post(pageOf(id), form)).status).toBe(303);
  expect((await ratesOf(id)).scheduled).toMatchObject([
    { base_rate: 4, effective_from: '2027-07-01T12:00:00.000Z' },
  ]);
});
