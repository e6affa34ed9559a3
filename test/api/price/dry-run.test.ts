import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_BUDGETS } from '../../../src/access/principals/rate-limits.ts';
import type { Call, TestKey } from '../client.ts';
import { FIGURE, getReading, getReadingMap, openSale, RULE, type Sale } from './sample-sale.ts';

let sale: Sale;
beforeAll(async () => {
  sale = await openSale();
});
afterAll(() => sale.api.stop());

const tryOut = (key: TestKey, query: Call['query'] = {}, more: Call = {}, operation = getReading) =>
  sale.ask(key, { dry_run: true, ...query }, more, operation);
const underKey = (name: string) => ({ headers: { 'idempotency-key': name } });

/** Everything that a call of a priced operation may write. */
const written = () =>
  sale.api.database.sql(
    `select (select count(*) from usage) as usage, (select count(*) from purchases) as purchases,
       (select count(*) from idempotency) as idempotency`,
  );

test('it says what the answer would cost and its confidence, free of charge', async () => {
  const key = await sale.api.createKey();
  const before = await written();
  const { status, body, headers, text } = await tryOut(key, { level: 'medium' }, underKey('a'));
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { would_cost_cents: 50, confidence: 'medium', is_sufficient: true },
    meta: {
      endpoint: 'reading',
      cost_cents: 0,
      timestamp: expect.any(String),
      request_id: headers['x-request-id'],
    },
  });
  expect(text).not.toContain(String(FIGURE));
  expect(await written()).toEqual(before);
});

test.each([
  ['low confidence', { level: 'low' }, RULE.low],
  ['nothing of that name', { place: 'nowhere' }, 'no such place'],
  ['an answer without data', { place: 'nothing' }, 'there is nothing'],
])('%s: the data does not suffice, with the reason', async (_what, query, reason) => {
  const key = await sale.api.createKey({ spendCapCents: 0 });
  const { status, body } = await tryOut(key, query);
  expect(status).toBe(200);
  const data = { would_cost_cents: 0, confidence: 'low', is_sufficient: false, reason };
  expect(body.data).toEqual(data);
});

test('who paid the full price gets the re-read price', async () => {
  const key = await sale.api.createKey();
  await sale.ask(key);
  expect((await tryOut(key)).body.data.would_cost_cents).toBe(10);
  expect((await tryOut(key, { place: 'there' })).body.data.would_cost_cents).toBe(50);
  expect(await sale.chargesOf(key)).toEqual([50]);
});

test.each([
  ['max_cost_cents', { max_cost_cents: 49 }, {}],
  ['max_cost_cents, also with low confidence', { max_cost_cents: 49, level: 'low' }, {}],
  ['the spend cap', {}, { spendCapCents: 49 }],
  ['a bad parameter', { level: 'some' }, {}],
  ['a missing scope', {}, { scopes: ['lots:read'] }],
])('what %s refuses is refused in the same words', async (_what, query, newKey) => {
  const key = await sale.api.createKey(newKey);
  const [dry, real] = [await tryOut(key, query), await sale.ask(key, query)];
  expect(dry.status).toBeGreaterThanOrEqual(400);
  expect(dry.status).toBe(real.status);
  for (const { body } of [dry, real]) body.error.request_id = '';
  expect(dry.body).toEqual(real.body);
});

test('under a used Idempotency-Key the answer would cost nothing; another question is 409', async () => {
  const key = await sale.api.createKey();
  await sale.ask(key, { level: 'medium' }, underKey('used'));
  const { body, headers } = await tryOut(key, { level: 'medium' }, underKey('used'));
  expect(body.data).toEqual({ would_cost_cents: 0, confidence: 'medium', is_sufficient: true });
  expect(headers).not.toHaveProperty('idempotent-replayed');
  expect((await tryOut(key, {}, underKey('used'))).status).toBe(409);
});

test('it leaves its Idempotency-Key free for any question', async () => {
  const key = await sale.api.createKey();
  await tryOut(key, {}, underKey('free'));
  expect((await sale.ask(key, { place: 'there' }, underKey('free'))).status).toBe(200);
  expect(await sale.chargesOf(key)).toEqual([50]);
});

test('dry_run=false is the call itself, any other word but true is 400', async () => {
  const key = await sale.api.createKey();
  expect((await sale.ask(key, { dry_run: false })).body.data).toEqual({ figure: FIGURE });
  for (const word of ['yes', 'TRUE', '1', '', 'true '])
    expect((await tryOut(key, { dry_run: word })).body.error.details[0].field).toBe('dry_run');
  const twice = await sale.api.request('GET', `${getReading.path}?dry_run=true&dry_run=true`, {
    key: key.secret,
    query: { place: 'here' },
  });
  expect(twice.status).toBe(400);
});

test('HEAD of a dry run has no body and costs nothing', async () => {
  const key = await sale.api.createKey();
  const query = { place: 'here', dry_run: true };
  const { status, text } = await sale.api.request('HEAD', getReading.path, {
    key: key.secret,
    query,
  });
  expect([status, text]).toEqual([200, '']);
  expect(await sale.chargesOf(key)).toEqual([]);
});

test('a map is tried out in JSON, with no figure of it', async () => {
  const key = await sale.api.createKey();
  const { headers, body, text } = await tryOut(key, {}, {}, getReadingMap);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body.data.would_cost_cents).toBe(50);
  expect(text).not.toContain(String(FIGURE));
});

test('dry runs draw from a budget of their own, and from the ones of test and fleet keys', async () => {
  const limitOf = async (key: TestKey, query = {}) =>
    Number((await sale.ask(key, query)).headers['x-ratelimit-limit']);
  const key = await sale.api.createKey();
  const answers = await Promise.all(
    Array.from({ length: 2 * KEY_BUDGETS.dry_run }, () => tryOut(key)),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
  const { status, headers } = await sale.ask(key);
  expect(status).toBe(200);
  const { intelligence } = KEY_BUDGETS;
  expect(headers['x-ratelimit-limit']).toBe(String(intelligence));
  expect(headers['x-ratelimit-remaining']).toBe(String(intelligence - 1));
  const rateLimits = { dry_run: 1_000 };
  const sandbox = await sale.api.createKey({ mode: 'test', rateLimits });
  const fleet = await sale.api.createKey({ fleetId: 'north', rateLimits });
  expect(await limitOf(sandbox, { dry_run: true })).toBe(KEY_BUDGETS.sandbox);
  expect(await limitOf(fleet, { dry_run: true })).toBe(KEY_BUDGETS.fleet);
});

test('a test key gets the price and needs no cap for it', async () => {
  const key = await sale.api.createKey({ mode: 'test', spendCapCents: 0 });
  expect((await tryOut(key)).body.data.would_cost_cents).toBe(50);
});
