import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import { CONFIDENCES } from '../../../../src/demand/rates/confidence.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { sampleOf, schemaOf } from '../../request-fields.ts';

const PATH = '/api/v2/intelligence/pricing';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ plan: 'free' });
});
afterAll(() => api.stop());

const priced = routes.filter(({ price }) => price !== undefined);

test('the price list has what the document says of every priced operation, and no other', async () => {
  const { status, body } = await api.request('GET', PATH, { key: key.secret });
  expect(status).toBe(200);
  const { paths } = (await api.request('GET', '/openapi.json')).body;
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
  const described = Object.entries<any>(paths).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries<any>(item)
      .filter(([, operation]) => 'x-cost-cents' in operation)
      .map(([method, operation]) => ({
        operation_id: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        cost_cents: operation['x-cost-cents'],
        reread_cost_cents: operation['x-reread-cost-cents'] ?? null,
      })),
  );
  expect(body.data.operations).toMatchObject(described);
  expect(body.data.operations).toHaveLength(described.length);
  expect(described.map(({ operation_id }) => operation_id)).toEqual(
    priced.map(({ operationId }) => operationId),
  );
});

test('it also has the rule of the confidence, the budgets of the key and when an answer is free', async () => {
  const own = await api.createKey({ rateLimits: { intelligence: 500 }, spendCapCents: 1_000 });
  const { body } = await api.request('GET', PATH, { key: own.secret });
  expect(body.data).toMatchObject({
    currency: 'usd',
    reread_seconds: 3_600,
    spend_cap_cents: 1_000,
    dry_run_budgets: { dry_run: 30 },
  });
  expect(body.data.free_when.length).toBeGreaterThan(0);
  expect(body.meta).toMatchObject({ endpoint: 'pricing', cost_cents: 0 });
  const rates = body.data.operations.find((one: { path: string }) => one.path.endsWith('-rate'));
  expect(rates.budgets).toEqual({ intelligence: 500 });
  expect(rates.confidence.low).toBe('fewer than 3 lots have a vote');
  const sandbox = await api.createKey({ mode: 'test', fleetId: 'north' });
  const onTop = await api.request('GET', PATH, { key: sandbox.secret });
  expect(onTop.body.data.dry_run_budgets).toEqual({ dry_run: 30, sandbox: 30, fleet: 60 });
});

test.each(priced)('$operationId takes what every priced operation takes', (operation) => {
  const { query, headers, responses, confidence } = operation;
  expect(query?.properties).toMatchObject({ max_cost_cents: {}, dry_run: { type: 'boolean' } });
  expect(headers?.properties).toHaveProperty('Idempotency-Key');
  expect(JSON.stringify(responses[200])).toContain('would_cost_cents');
  expect(Object.keys(confidence ?? {}).toSorted()).toEqual([...CONFIDENCES].toSorted());
});

test.each(priced)('$operationId costs no more than max_cost_cents', async (operation) => {
  const buyer = await api.createKey();
  const limited = (query: object) =>
    api.request('GET', operation.path, {
      key: buyer.secret,
      query: { ...(sampleOf(schemaOf(operation, 'query') ?? {}) as object), ...query },
    });
  const { price: cost_cents = 0 } = operation;
  for (const dry_run of [true, false]) {
    const { status, body } = await limited({ max_cost_cents: cost_cents - 1, dry_run });
    const details = { reason: 'cost_above_limit', cost_cents };
    expect([status, body.error.details]).toEqual([403, details]);
  }
});

test('it needs no plan, but the scope, and costs nothing', async () => {
  const unscoped = await api.createKey({ scopes: ['lots:read'] });
  expect((await api.request('GET', PATH, { key: unscoped.secret })).status).toBe(401);
  expect(await api.database.sql('select from usage')).toEqual([]);
});
