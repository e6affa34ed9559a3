import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePriced } from '../../../api/price/define-priced.ts';
import { REREAD_SECONDS } from '../../../src/money/usage/purchases.ts';
import type { Call, TestKey } from '../client.ts';
import { asRepeated } from '../repeated.ts';
import { getOther, getReading, openSale, type Sale } from './sample-sale.ts';

let sale: Sale;
beforeAll(async () => {
  sale = await openSale();
});
afterAll(() => sale.api.stop());

/** What the answers cost according to their meta, asked one after another. */
async function costs(key: TestKey, queries: Call['query'][], operation = getReading) {
  const told: (number | undefined)[] = [];
  for (const query of queries)
    told.push((await sale.ask(key, query, {}, operation)).body.meta?.cost_cents);
  return told;
}

test('within an hour the same question costs the re-read price, in meta and in the charge', async () => {
  const key = await sale.api.createKey();
  expect(await costs(key, [{}, {}, {}])).toEqual([50, 10, 10]);
  expect(await sale.chargesOf(key)).toEqual([50, 10, 10]);
});

test('an hour after the full price was paid it is due again: re-reads prolong nothing', async () => {
  const key = await sale.api.createKey();
  expect(await costs(key, [{}])).toEqual([50]);
  await sale.pass(key, REREAD_SECONDS - 60);
  expect(await costs(key, [{}])).toEqual([10]);
  await sale.pass(key, 60);
  expect(await costs(key, [{}, {}])).toEqual([50, 10]);
});

test('the same question in other words, and with another price limit, is the same question', async () => {
  const key = await sale.api.createKey();
  const queries = [
    { level: 'high' },
    {},
    { max_cost_cents: 10 },
    { max_cost_cents: 50, dry_run: false },
  ];
  expect(await costs(key, queries)).toEqual([50, 10, 10, 10]);
});

test('another question, another operation and another key pay the full price', async () => {
  const key = await sale.api.createKey();
  const { operatorId } = key;
  expect(await costs(key, [{}, { place: 'there' }, { level: 'medium' }])).toEqual([50, 50, 50]);
  expect(await costs(key, [{}, {}], getOther)).toEqual([50, 50]);
  const sibling = await sale.api.createKey({ operatorId });
  const test = await sale.api.createKey({ operatorId, mode: 'test' });
  expect([...(await costs(sibling, [{}])), ...(await costs(test, [{}]))]).toEqual([50, 50]);
});

test('what was free lowers no price: low confidence, HEAD and dry runs', async () => {
  const key = await sale.api.createKey();
  const low = { level: 'low' };
  expect(await costs(key, [low, low])).toEqual([0, 0]);
  expect(
    await sale.api.database.sql('select from purchases where key_id = $1', [key.keyId]),
  ).toEqual([]);
  const head = await sale.api.createKey();
  await sale.api.request('HEAD', getReading.path, { key: head.secret, query: { place: 'here' } });
  expect(await costs(head, [{ dry_run: true }, {}])).toEqual([0, 50]);
  expect(await sale.chargesOf(head)).toEqual([50]);
});

test('a refused charge is no purchase', async () => {
  const key = await sale.api.createKey({ spendCapCents: 49 });
  for (const _twice of [1, 2]) {
    const { status, body } = await sale.ask(key);
    expect([status, body.error.details.reason]).toEqual([403, 'spend_cap_reached']);
  }
  expect(await sale.chargesOf(key)).toEqual([]);
});

test('max_cost_cents and the spend cap know the re-read price', async () => {
  const key = await sale.api.createKey({ spendCapCents: 65 });
  const dear = await sale.ask(key, { max_cost_cents: 49 });
  expect(dear.body.error.details).toEqual({ reason: 'cost_above_limit', cost_cents: 50 });
  expect(await costs(key, [{ max_cost_cents: 50 }, { max_cost_cents: 10 }])).toEqual([50, 10]);
  const cheap = await sale.ask(key, { max_cost_cents: 9 });
  expect(cheap.body.error.details).toEqual({ reason: 'cost_above_limit', cost_cents: 10 });
  expect((await sale.ask(key)).body.error.details.reason).toBe('spend_cap_reached');
  expect(await sale.chargesOf(key)).toEqual([50, 10]);
});

test('with an Idempotency-Key the purchase counts as well, and a repeat costs nothing', async () => {
  const key = await sale.api.createKey();
  const once = { headers: { 'idempotency-key': 'once' } };
  const again = { headers: { 'idempotency-key': 'again' } };
  const told = [once, once, again, again, {}];
  const answers = [];
  for (const call of told) answers.push((await sale.ask(key, {}, call)).body.meta.cost_cents);
  expect(answers).toEqual([50, 0, 10, 0, 10]);
  expect(await sale.chargesOf(key)).toEqual([50, 10, 10]);
});

test('a repeat is the answer that was paid, whatever its price is now and its limit says', async () => {
  const key = await sale.api.createKey();
  const once = { headers: { 'idempotency-key': 'once' } };
  const first = await sale.ask(key, {}, once);
  await sale.pass(key, REREAD_SECONDS);
  const repeat = await sale.ask(key, { max_cost_cents: 0 }, once);
  expect(repeat.headers['idempotent-replayed']).toBe('true');
  expect(repeat.body).toEqual(asRepeated(first.body));
  expect(await sale.chargesOf(key)).toEqual([50]);
});

test('a test key gets the same prices and pays nothing', async () => {
  const key = await sale.api.createKey({ mode: 'test', spendCapCents: 0 });
  expect(await costs(key, [{}, {}, { place: 'there' }])).toEqual([50, 10, 50]);
  expect(await sale.chargesOf(key)).toEqual([]);
});

test('many at once: each is charged what its meta says', async () => {
  const key = await sale.api.createKey();
  const answers = await Promise.all(Array.from({ length: 20 }, () => sale.ask(key)));
  const told = answers.map(({ body }) => body.meta.cost_cents);
  expect((await sale.chargesOf(key)).toSorted()).toEqual(told.toSorted());
  expect(await costs(key, [{}])).toEqual([10]);
});

test('many keys at once: each gets its own price of its own question', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => sale.api.createKey()));
  const places = ['here', 'there'];
  await Promise.all(keys.map((key, i) => sale.ask(key, { place: places[i % 2] ?? '' })));
  const told = await Promise.all(
    keys.map(async (key) =>
      (await Promise.all(places.map((place) => costs(key, [{ place }])))).flat(),
    ),
  );
  expect(told).toEqual(keys.map((_, i) => (i % 2 === 0 ? [10, 50] : [50, 10])));
});

test('a re-read price that is not below the price does not start', () => {
  const declared = getOther as unknown as Parameters<typeof definePriced>[0];
  expect(() => definePriced({ ...declared, rereadPrice: 50 })).toThrow('a re-read is no cheaper');
});
