import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../../src/access/ids.ts';
import { QUOTE_LENGTH_MAX } from '../../../../../src/tariffs/quotes.ts';
import { createRandom } from '../../../../stage/random.ts';
import { inHours, openStage, type Stage, windowInHours } from '../../../stage.ts';
import { WEEK } from './week-tariff.ts';

let stage: Stage;
let lastLatitude = 40;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

/** The first hour 2.00, then 0.50 for each started half hour, at most 9.00. */
const STEPS = {
  parts: [
    {
      name: 'all day',
      steps: [
        { from_minutes: 0, price: 2, per_minutes: 60 },
        { from_minutes: 60, price: 0.5, per_minutes: 30 },
      ],
    },
  ],
  maxima: [{ amount: 9, per: 'stay' }],
};
/** Sold in summers of the past only. */
const PAST = {
  parts: [{ name: 'summer', when: { dates: ['2020-06-01/2020-08-31'] }, flat: 1 }],
  otherwise: 'not_for_sale',
};

async function lotWith(tariff: object, more: object = {}): Promise<string> {
  lastLatitude += 0.1;
  const lotId = await stage.parking.addLot({ latitude: lastLatitude, total_spaces: 9, ...more });
  await put(lotId, { tariff });
  return lotId;
}

async function put(lotId: string, body: object) {
  const answer = await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, body);
  expect(answer.status, answer.text).toBe(200);
}

async function quoteOf(lotId: string, window: { starts_at: string; ends_at: string }) {
  const place = (await stage.get(`/api/v1/lots/${lotId}`)).body.lot;
  const { lat, lng } = place;
  const { body } = await stage.get('/api/v1/lots/search', { lat, lng, radius_km: 1, ...window });
  expect(body.lots).toHaveLength(1);
  return body.lots[0].quote;
}

const park = (lotId: string, more: object) =>
  stage.post('/api/v1/sessions', { lot_id: lotId, plate: stage.parking.newPlate(), ...more });

const sumOf = (lines: { amount: number }[]) =>
  Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;

test('a quote has a line for each price, and they add up', async () => {
  const lotId = await lotWith(STEPS);
  const quote = await quoteOf(lotId, windowInHours(1, 3.75));
  expect(quote.amount).toBe(4);
  expect(quote.lines).toMatchObject([
    { minutes: 60, quantity: 1, unit_minutes: 60, unit_price: 2, amount: 2, rate_unit: 'stay' },
    {
      minutes: 105,
      quantity: 4,
      unit_minutes: 30,
      unit_price: 0.5,
      billed_minutes: 120,
      amount: 2,
    },
  ]);
  const long = await quoteOf(lotId, windowInHours(1, 13));
  expect(long.amount).toBe(9);
  expect(long.lines[1]).toMatchObject({ amount: 7, capped_by: { per: 'stay', amount: 9 } });
});

test('a price by the hours of the week has the parts in its lines', async () => {
  const lotId = await lotWith(WEEK);
  // Wednesday from 16:00 to 20:00 in Toronto.
  const window = { starts_at: '2031-07-02T20:00:00Z', ends_at: '2031-07-03T00:00:00Z' };
  const { amount, lines } = await quoteOf(lotId, window);
  expect(amount).toBe(8.2);
  expect(lines).toMatchObject([
    { part: 'day', description: 'day: hourly rate by started 60 minutes', amount: 2 },
    { part: 'day', description: 'day: price of 30 minutes by started 30 minutes', amount: 1.2 },
    { part: 'night', description: 'night: flat price', amount: 5, quantity: 1 },
  ]);
});

test('a stay keeps the tariff that it began with, and an extension costs as if booked', async () => {
  const lotId = await lotWith(STEPS);
  const { body, status, text } = await park(lotId, { duration_hours: 2 });
  expect(status, text).toBe(201);
  const { id, pricing, estimated_amount } = body.session;
  expect({ estimated_amount, rate: body.session.rate }).toEqual({ estimated_amount: 3, rate: 2 });
  expect(sumOf(pricing.lines)).toBe(3);
  await put(lotId, { base_rate: 100 });
  const extended = await stage.post(`/api/v1/sessions/extend`, {
    session_id: id,
    extend_hours: 1.5,
  });
  expect(extended.body.session.estimated_amount, extended.text).toBe(4.5);
  const again = (await stage.get(`/api/v1/sessions/${id}`)).body.session;
  expect(again.estimated_amount).toBe(4.5);
  const ended = (await stage.post(`/api/v1/sessions/end`, { session_id: id })).body.session;
  expect(ended.subtotal).toBe(2);
  const receipt = (await stage.get(`/api/v1/sessions/${id}/receipt`)).body.receipt;
  expect({ total: receipt.total, sum: sumOf(receipt.pricing.lines) }).toEqual({ total: 2, sum: 2 });
});

test('the price of a quote holds, whatever is posted since', async () => {
  const lotId = await lotWith(STEPS);
  const quote = await quoteOf(lotId, windowInHours(0.1, 3.1));
  await put(lotId, { base_rate: 100 });
  const { body, text } = await park(lotId, { quote_id: quote.id });
  expect(body.session?.rate, text).toBe(2);
});

test('a hold pays the tariff that it was offered, by the kind of the vehicle', async () => {
  const tariff = {
    parts: [
      { name: 'lorries', when: { vehicle_kinds: ['truck'] }, flat: 30 },
      { name: 'others', flat: 4 },
    ],
  };
  const lotId = await lotWith(tariff);
  const window = windowInHours(0.1, 2);
  const reserve = async (intent: string) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { intent, lot_id: lotId, ...window, plate: stage.parking.newPlate() };
    return stage.post('/api/v1/reserve', body, headers);
  };
  const truck = await reserve('a space for my truck');
  expect(truck.body.hold?.quote.amount, truck.text).toBe(30);
  expect((await reserve('a space for my car')).body.hold.quote.amount).toBe(4);
  await put(lotId, { base_rate: 100 });
  const { id } = truck.body.hold;
  const activated = await stage.post(`/api/v1/reserve/${id}/activate`, {});
  expect(activated.body.session?.estimated_amount, activated.text).toBe(30);
});

test('time that no part prices is not sold', async () => {
  const lotId = await lotWith(PAST);
  const refused = await park(lotId, { duration_hours: 1 });
  expect(refused.status, refused.text).toBe(409);
  expect(refused.body.error.details.reason).toBe('not_for_sale');
  const window = windowInHours(1, 2);
  expect(await quoteOf(lotId, window)).toBeNull();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const hold = { intent: 'a space', lot_id: lotId, ...window };
  const held = await stage.post('/api/v1/reserve', hold, headers);
  expect(held.body.error?.details.reason, held.text).toBe('not_for_sale');
  const { body } = await stage.get(`/api/v1/lots/${lotId}/rates`);
  expect(body.rates.current.costs[0]).toEqual({ hours: 1, amount: null });
});

test('rules multiply all prices of a tariff and no maximum, up to the ceiling', async () => {
  const lotId = await lotWith(STEPS);
  const events = [
    {
      name: 'Fair',
      ...{ starts_at: '2030-01-01T00:00:00Z', ends_at: '2032-01-01T00:00:00Z' },
      multiplier: 1.5,
    },
  ];
  const window = { starts_at: '2031-07-02T20:00:00Z', ends_at: '2031-07-02T22:00:00Z' };
  await put(lotId, { tariff: STEPS, dynamic: { events } });
  expect(await quoteOf(lotId, window)).toMatchObject({
    ...{ amount: 4.5, base_rate: 2, effective_rate: 3 },
    lines: [{ unit_price: 3 }, { unit_price: 0.75 }],
  });
  await put(lotId, { tariff: STEPS, dynamic: { events, ceiling_rate: 2.4 } });
  expect(await quoteOf(lotId, window)).toMatchObject({ amount: 3.6, effective_rate: 2.4 });
  const day = { ...window, ends_at: '2031-07-03T20:00:00Z' };
  expect((await quoteOf(lotId, day)).amount).toBe(9);
});

test('rules move the parts that they name, and maxima where the operator says so', async () => {
  const lotId = await lotWith(WEEK);
  const event = {
    name: 'Fair',
    starts_at: '2030-01-01T00:00:00Z',
    ends_at: '2032-01-01T00:00:00Z',
  };
  const dynamic = { events: [{ ...event, multiplier: 2 }], parts: ['night'] };
  await put(lotId, { tariff: WEEK, dynamic });
  // Wednesday from 16:00 to 20:00 in Toronto: 2.00, two half hours at 0.60, and a night.
  const window = { starts_at: '2031-07-02T20:00:00Z', ends_at: '2031-07-03T00:00:00Z' };
  expect((await quoteOf(lotId, window)).amount).toBe(13.2);
  // From 10:00 on it is at most 10.00 by day, and 15.00 that day.
  const long = { ...window, starts_at: '2031-07-02T14:00:00Z' };
  expect((await quoteOf(lotId, long)).amount).toBe(15);
  await put(lotId, { tariff: WEEK, dynamic: { ...dynamic, maxima: 'multiplied' } });
  expect((await quoteOf(lotId, long)).amount).toBe(20);
  const { current } = (await stage.get(`/api/v1/lots/${lotId}/rates`)).body.rates;
  expect(current.dynamic).toMatchObject({ parts: ['night'], maxima: 'multiplied' });
});

test('the maximum of a plain rate is multiplied where the operator says so', async () => {
  const lotId = await stage.parking.addLot({ latitude: 60 });
  const event = {
    name: 'Fair',
    starts_at: '2030-01-01T00:00:00Z',
    ends_at: '2032-01-01T00:00:00Z',
  };
  const dynamic = { events: [{ ...event, multiplier: 0.5 }], maxima: 'multiplied' };
  await put(lotId, { base_rate: 4, max_daily_rate: 20, dynamic });
  const window = { starts_at: '2031-07-02T20:00:00Z', ends_at: '2031-07-03T20:00:00Z' };
  expect((await quoteOf(lotId, window)).amount).toBe(10);
});

test('searches sort and filter by what the window costs', async () => {
  const place = { latitude: 47.2, longitude: 8.1 };
  const add = (tariff: object, offset: number) =>
    lotWith(tariff, { ...place, latitude: place.latitude + offset });
  const steps = await add(STEPS, 0);
  const flat = await add({ parts: [{ name: 'flat', flat: 6 }] }, 0.001);
  const plain = await add({ parts: [{ name: 'rate', flat: 12 }] }, 0.002);
  const unsold = await add(PAST, 0.003);
  const search = async (hours: number, more: object = {}) => {
    const query = { lat: place.latitude, lng: place.longitude, sort: 'price' };
    const window = windowInHours(1, 1 + hours);
    const { body } = await stage.get('/api/v1/lots/search', { ...query, ...window, ...more });
    return body.lots.map(({ id }: { id: string }) => id);
  };
  expect(await search(2)).toEqual([steps, flat, plain, unsold]);
  expect(await search(11)).toEqual([flat, steps, plain, unsold]);
  expect(await search(2, { max_rate: 5 })).toEqual([steps]);
});

test('the quote of the longest tariff can be given back', async () => {
  const random = createRandom(1);
  const steps = Array.from({ length: 25 }, (_, i) => ({
    ...{ from_minutes: i * 47, price: random.integer(1, 99_999_999) / 100 },
    per_minutes: 60 + random.integer(0, 999),
  }));
  const parts = Array.from({ length: 4 }, (_, i) => ({
    name: `${random.integer(0, 2 ** 50)} `.repeat(3),
    ...(i < 3 && { when: { dates: [`2020-01-0${i + 1}`] } }),
    steps,
  }));
  const lotId = await lotWith({ parts });
  const quote = await quoteOf(lotId, windowInHours(0.1, 3.1));
  expect(quote.id.length).toBeLessThanOrEqual(QUOTE_LENGTH_MAX);
  const { body, text } = await park(lotId, { quote_id: quote.id });
  expect(body.session?.estimated_amount, text).toBe(quote.amount);
});

test('a process of the version before posts plain rates, and applies scheduled tariffs', async () => {
  const currentOf = async (lotId: string) =>
    (await stage.get(`/api/v1/lots/${lotId}/rates`)).body.rates.current;
  const lotId = await lotWith(STEPS);
  const { sql } = stage.api.database;
  await sql('update lots set rate_id = $2, rate_minor = 500 where lot_id = $1', [
    ...[lotId, newId('rate')],
  ]);
  expect(await currentOf(lotId)).toMatchObject({ base_rate: 5, tariff: { maxima: null } });
  await put(lotId, { tariff: WEEK, effective_from: inHours(2) });
  await sql(
    `update lots set rate_id = scheduled_rates -> 0 ->> 'rate_id', rate_minor = null,
       scheduled_rates = '[]' where lot_id = $1`,
    [lotId],
  );
  expect(await currentOf(lotId)).toMatchObject({ base_rate: 2, tariff: WEEK });
});
