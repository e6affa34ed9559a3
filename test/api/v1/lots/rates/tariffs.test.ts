import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, inHours, openStage, type Stage } from '../../../stage.ts';
import { WEEK } from './week-tariff.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const path = (lotId: string) => `/api/v1/lots/${lotId}/rates`;
const put = (lotId: string, body: object) => stage.send('PUT', path(lotId), body);
const ratesOf = async (lotId: string) => (await stage.get(path(lotId))).body.rates;

test('a tariff is shown as it was posted, in words, and by its first paid hour', async () => {
  const lotId = await stage.parking.addLot({ rate_minor: 1_000 });
  const { status, body } = await put(lotId, { tariff: WEEK });
  expect(status).toBe(200);
  const rates = await ratesOf(lotId);
  expect({ ...rates, as_of: body.rates.as_of, current: body.rates.current }).toEqual(body.rates);
  expect(rates.current).toMatchObject({
    tariff: {
      ...WEEK,
      summary: [
        'Mon–Fri 08:00–18:00: 2.00 for the first hour, then 0.60 per 30 min, at most 10.00',
        '18:00–08:00: 5.00 flat',
        'otherwise: free',
        'a stay of at most 30 min is free',
        'at most 15.00 a calendar day',
      ],
    },
    ...{ base_rate: 2, rate_unit: 'hour', max_daily_rate: null, has_no_daily_max: false },
    ...{ effective_rate: 2, rules: [] },
  });
  const lot = (await stage.get(`/api/v1/lots/${lotId}`)).body.lot;
  expect(lot).toMatchObject({ base_rate: 2, rate_unit: 'hour', charge_text: null });
  expect(lot.tariff).toEqual(rates.current.tariff);
});

test('it is shown what 1, 2, 4, 8 and 24 hours from now cost', async () => {
  const lotId = await stage.parking.addLot();
  const steps = [
    { from_minutes: 0, price: 2, per_minutes: 60 },
    { from_minutes: 60, price: 0.5, per_minutes: 30 },
  ];
  const maxima = [{ amount: 9, per: 'stay' }];
  await put(lotId, { tariff: { parts: [{ name: 'all day', steps }], maxima } });
  expect((await ratesOf(lotId)).current.costs).toEqual([
    { hours: 1, amount: 2 },
    { hours: 2, amount: 3 },
    { hours: 4, amount: 5 },
    { hours: 8, amount: 9 },
    { hours: 24, amount: 9 },
  ]);
});

test('a plain rate is shown as a tariff of one part, and is read as one', async () => {
  const lotId = await stage.parking.addLot();
  const plain = { base_rate: 3.5, billing_step_minutes: 15, max_daily_rate: 24 };
  await put(lotId, plain);
  const { tariff, costs } = (await ratesOf(lotId)).current;
  expect(tariff.parts).toEqual([
    {
      name: 'rate',
      steps: [{ from_minutes: 0, price: 3.5, per_minutes: 60, billing_step_minutes: 15 }],
    },
  ]);
  expect(tariff.summary).toEqual([
    '3.50 per hour by started 15 min',
    'at most 24.00 each 24 hours',
  ]);
  expect(costs.at(-1)).toEqual({ hours: 24, amount: 24 });
  const other = await stage.parking.addLot();
  await put(other, { tariff });
  expect((await ratesOf(other)).current).toMatchObject(plain);
});

test('a lot can be created with a tariff, and takes it from a list of many', async () => {
  const lot = { name: 'Station', lat: 43.7, lng: -79.4, total_spaces: 5, ref: 'station' };
  const created = await stage.post('/api/v1/lots', { ...lot, tariff: WEEK });
  expect(created.status, created.text).toBe(201);
  expect(created.body.lot).toMatchObject({ tariff: WEEK, base_rate: 2 });
  const { id } = created.body.lot;
  const flat = { parts: [{ name: 'all day', flat: 7 }] };
  const batch = (more: object) =>
    stage.post('/api/v1/lots/batch', [{ ...lot, name: 'Main station', ...more }]);
  const changed = await batch({ tariff: flat });
  expect(changed.body, changed.text).toMatchObject({ updated: 1 });
  expect((await ratesOf(id)).current).toMatchObject({ tariff: flat, base_rate: 7 });
  await batch({ name: 'Old station' });
  expect((await ratesOf(id)).current).toMatchObject({ tariff: flat, base_rate: 7 });
  await batch({ base_rate: 3 });
  expect((await ratesOf(id)).current).toMatchObject({ base_rate: 3, tariff: { maxima: null } });
  await put(id, { tariff: WEEK });
  const shown = (await stage.get(`/api/v1/lots/${id}`)).body.lot;
  const point = { type: 'Point', coordinates: [shown.lng, shown.lat] };
  const file = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: point, properties: { ...shown, name: 'Moved' } }],
  };
  await put(id, { base_rate: 9 });
  const back = await stage.post('/api/v1/lots/batch', file);
  expect(back.body, back.text).toMatchObject({ updated: 1 });
  expect((await ratesOf(id)).current).toMatchObject({ base_rate: 2, tariff: WEEK });
  for (const [tariff, field] of [
    [5, 'tariff'],
    [{ parts: [{ name: 'a', flat: 'free' }] }, 'tariff.parts.0.flat'],
  ]) {
    const { body } = await batch({ tariff });
    expect(body).toMatchObject({ rejected: 1, results: [{ field }] });
  }
  expect((await ratesOf(id)).current).toMatchObject({ base_rate: 2, tariff: WEEK });
  const bad = await stage.post('/api/v1/lots', { ...lot, ref: 'b', tariff: flat, base_rate: 1 });
  expect(fieldsOf(bad)).toContain('tariff');
});

test('what is not posted has no tariff, and costs nobody knows', async () => {
  const lotId = await stage.parking.addLot({ rate_minor: null });
  const { tariff, costs } = (await ratesOf(lotId)).current;
  expect(tariff).toBeNull();
  expect(costs.every(({ amount }: { amount: number | null }) => amount === null)).toBe(true);
});

test('a plain rate takes the place of a tariff, and a tariff that of a plain rate', async () => {
  const lotId = await stage.parking.addLot();
  await put(lotId, { tariff: WEEK });
  await put(lotId, { base_rate: 4 });
  expect((await ratesOf(lotId)).current).toMatchObject({
    ...{ base_rate: 4, tariff: { summary: ['4.00 per hour by the minute'] } },
  });
  await put(lotId, { tariff: WEEK, effective_from: inHours(2) });
  const { current, scheduled } = await ratesOf(lotId);
  expect(current.base_rate).toBe(4);
  expect(scheduled).toMatchObject([{ base_rate: 2, tariff: WEEK }]);
});

test('the event and the audit row of a tariff show its first paid hour', async () => {
  const lotId = await stage.parking.addLot({ rate_minor: 1_000 });
  const { id } = (await put(lotId, { tariff: WEEK })).body.rates.current;
  const { body } = await stage.get('/api/v1/audit', { entity_id: lotId, action: 'lot.updated' });
  expect(body.data[0].diff.after).toMatchObject({ base_rate: 2, rate_id: id });
  const [event] = await stage.api.database.sql<{ data: object }>(
    "select data from events where type = 'lot.updated' and entity_id = $1",
    [lotId],
  );
  expect(event?.data).toMatchObject({ before: { base_rate: 10 }, after: { base_rate: 2 } });
});

test('feeds say a tariff in words, and list no rate that they cannot say', async () => {
  const lotId = await stage.parking.addLot();
  await stage.api.database.sql("update lots set charge_text = 'older' where lot_id = $1", [lotId]);
  await put(lotId, { tariff: WEEK });
  const words =
    'Mon–Fri 08:00–18:00: 2.00 for the first hour, then 0.60 per 30 min, at most 10.00; ';
  const listOf = async (path: string, name: string) =>
    (await stage.get(path)).body[name].find((one: object) => JSON.stringify(one).includes(lotId));
  const site = await listOf('/feeds/parkapi/v3/parking-sites', 'items');
  expect(site.has_fee).toBe(true);
  expect(site.fee_description).toContain(words);
  expect(site.fee_description).toContain('(CAD)');
  const places = (await stage.get('/feeds/apds/v4/places')).text;
  expect(places).toContain(`Charge: ${words}`);
  expect((await stage.get('/feeds/apds/v4/rates')).text).not.toContain(lotId);
});

const steps = [{ from_minutes: 0, price: 1, per_minutes: 60 }];
const part = { name: 'day', steps };
const nine = { from: '09:00', to: '18:00' };

test.each([
  ['two parts of one name', { parts: [part, { ...part, when: nine }] }, 'tariff.parts.1.name'],
  [
    'parts that overlap',
    {
      parts: [
        { ...part, when: nine },
        { name: 'late', flat: 1, when: { from: '17:00', to: '23:00' } },
        { name: 'rest', flat: 0 },
      ],
    },
    'tariff.parts.1.when',
  ],
  ['a part that never holds', { parts: [part, { name: 'late', flat: 1 }] }, 'tariff.parts.1.when'],
  ['a gap without a default', { parts: [{ ...part, when: nine }] }, 'tariff.parts'],
  ['a maximum below a flat', { parts: [{ name: 'a', flat: 5, max: 4 }] }, 'tariff.parts.0.max'],
  [
    'a maximum of the stay below a flat',
    { parts: [{ name: 'a', flat: 5 }], maxima: [{ amount: 4, per: 'stay' }] },
    'tariff.maxima.0.amount',
  ],
  ['a negative price', { parts: [{ name: 'a', flat: -1 }] }, 'tariff.parts.0.flat'],
  ['finer than a cent', { parts: [{ name: 'a', flat: 0.001 }] }, 'tariff.parts.0.flat'],
  [
    '10,000 parts',
    { parts: Array.from({ length: 10_000 }, (_, i) => ({ ...part, name: `${i}` })) },
    'tariff.parts',
  ],
  [
    'dates that are none',
    {
      parts: [
        { ...part, when: { dates: ['2026-02-30'] } },
        { name: 'b', flat: 1 },
      ],
    },
    'tariff.parts.0.when.dates.0',
  ],
  [
    'dates that end before they begin',
    {
      parts: [
        { ...part, when: { dates: ['2026-03-02/2026-03-01'] } },
        { name: 'b', flat: 1 },
      ],
    },
    'tariff.parts.0.when.dates.0',
  ],
  ['neither steps nor flat', { parts: [{ name: 'a' }] }, 'tariff.parts.0.steps'],
  ['both steps and flat', { parts: [{ ...part, flat: 1 }] }, 'tariff.parts.0.steps'],
  [
    'a step that begins late',
    { parts: [{ name: 'a', steps: [{ from_minutes: 5, price: 1, per_minutes: 60 }] }] },
    'tariff.parts.0.steps.0.from_minutes',
  ],
  [
    'an unknown hour',
    { parts: [{ ...part, when: { from: '25:00', to: '08:00' } }] },
    'tariff.parts.0.when.from',
  ],
  [
    'hours without an end',
    { parts: [{ ...part, when: { from: '08:00' } }] },
    'tariff.parts.0.when.to',
  ],
])('%s are 400 naming the part, and nothing is stored', async (_, tariff, field) => {
  const lotId = await stage.parking.addLot({ rate_minor: 1_000 });
  const answer = await put(lotId, { tariff });
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual([field]);
  expect((await ratesOf(lotId)).current).toMatchObject({ base_rate: 10, rate_unit: 'hour' });
});

test.each([
  [{}, 'base_rate'],
  [{ tariff: { parts: [part] }, base_rate: 1 }, 'tariff'],
  [{ tariff: { parts: [part] }, max_daily_rate: 1 }, 'tariff'],
  [{ tariff: { parts: [part] }, dynamic: { parts: ['night'] } }, 'dynamic.parts.0'],
  [{ base_rate: 1, dynamic: { parts: ['day'] } }, 'dynamic.parts.0'],
])('a tariff stands alone: %j is 400', async (body, field) => {
  const lotId = await stage.parking.addLot();
  const answer = await put(lotId, body);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toContain(field);
});
