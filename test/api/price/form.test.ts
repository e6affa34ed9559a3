import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { expanded } from '../document/expanded.ts';
import { asRepeated } from '../repeated.ts';
import { FIGURE, getReading, getReadingMap, openSale, type Sale } from './sample-sale.ts';

let sale: Sale;
beforeAll(async () => {
  sale = await openSale();
});
afterAll(() => sale.api.stop());

test('an answer may have another content type and shape; it is sold like any other', async () => {
  const key = await sale.api.createKey();
  const call = { headers: { 'idempotency-key': 'map' } };
  const [first, repeat] = [
    await sale.ask(key, {}, call, getReadingMap),
    await sale.ask(key, {}, call, getReadingMap),
  ];
  expect(first.headers['content-type']).toBe('application/geo+json');
  expect(first.body).toMatchObject({
    type: 'FeatureCollection',
    features: [{ figure: FIGURE }],
    meta: { endpoint: 'reading.geojson', cost_cents: 50, confidence: 'high' },
  });
  expect(repeat.headers['content-type']).toBe('application/geo+json');
  expect(repeat.body).toEqual(asRepeated(first.body));
  expect((await sale.ask(key, {}, {}, getReadingMap)).body.meta.cost_cents).toBe(10);
  expect(await sale.chargesOf(key)).toEqual([50, 10]);
});

test('the document has both prices, both answers and the rule of the confidence', () => {
  const described = describeApi([getReading, getReadingMap], 'https://api.example.org');
  const { schemas } = described.components as { schemas: Record<string, unknown> };
  const paths = expanded(described.paths, schemas);
  const [json, map] = [getReading, getReadingMap].map(({ path }) => paths[path].get);
  expect(map).toMatchObject({ 'x-cost-cents': 50, 'x-reread-cost-cents': 10 });
  const answers = map.responses[200].content;
  expect(Object.keys(answers)).toEqual(['application/geo+json', 'application/json']);
  const [sold, dry] = json.responses[200].content['application/json'].schema.anyOf;
  expect(Object.keys(sold.properties.data.properties)).toEqual(['figure']);
  expect(dry.properties.data.properties).toHaveProperty('would_cost_cents');
  expect(sold.properties.meta.properties.confidence.description).toContain('there is little');
  const names = json.parameters.map(({ name }: { name?: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['dry_run', 'max_cost_cents']));
});
