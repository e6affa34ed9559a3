import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours, openStage, type Stage } from '../../../stage.ts';
import { hoursAhead, ratesOf } from './rates-of.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { get, newLot, occupy, park, posted, quote, surge } = ratesOf(() => stage);

const around = (multiplier: number, name = 'Final') => ({
  name,
  starts_at: inHours(-1),
  ends_at: inHours(1),
  multiplier,
});

test('all rules multiply, and each is named wherever the price is shown', async () => {
  const lotId = await newLot();
  await posted(lotId, {
    dynamic: { events: [around(2)], occupancy: {}, surge: { max_multiplier: 1.1 } },
  });
  await surge(lotId, 150);
  await occupy(lotId, 85);
  const rules = [
    { kind: 'event', multiplier: 2, reason: 'Final' },
    { kind: 'occupancy', multiplier: 1.25, reason: '85 % occupied' },
    { kind: 'surge', multiplier: 1.1 },
  ];
  const pricing = { base_rate: 10, effective_rate: 27.5, rules };
  const current = (await get(lotId)).body.rates.current;
  expect(current).toMatchObject(pricing);
  expect(await quote(lotId, hoursAhead(0))).toMatchObject({ ...pricing, amount: 27.5 });
  const hold = await stage.parking.held(lotId);
  const shown = await stage.get(`/api/v1/reserve/${hold.holdId}`);
  expect(shown.body.hold.quote.effective_rate).toBe(27.5);
  await stage.parking.cancel(hold);
  const session = await park(lotId);
  expect(session).toMatchObject({ rate: 27.5, estimated_amount: 27.5, pricing });
  expect(session.pricing.rules.map((rule: { id: string }) => rule.id)).toEqual(
    current.rules.map((rule: { id: string }) => rule.id),
  );
  const [line] = session.pricing.lines;
  for (const part of ['x 2 (Final)', 'x 1.25 (85 % occupied)', 'x 1.1'])
    expect(line.description).toContain(part);
  const found = await stage.get(`/api/v1/sessions/${session.id}`);
  expect(found.body.session.pricing).toEqual(session.pricing);
});

test.each([
  ['ceiling', { ceiling_rate: 30, events: [around(4)] }, 30],
  ['floor', { floor_rate: 9, occupancy: {} }, 9],
  ['ceiling', { floor_rate: 5, ceiling_rate: 5, occupancy: {} }, 5],
])('the %s of %j keeps the rate at %d, and is named', async (kind, dynamic, rate) => {
  const lotId = await newLot();
  await posted(lotId, { dynamic });
  const session = await park(lotId);
  expect(session.rate).toBe(rate);
  expect(session.pricing.rules.at(-1)).toMatchObject({ id: null, kind, multiplier: null });
});

test.each([
  ['half a cent goes up', 0.05, [0.9], 0.05],
  ['less than half goes down', 0.03, [1.1], 0.03],
  ['rounded once, not rule by rule', 0.33, [1.5, 1.5], 0.74],
  ['free stays free', 0, [3], 0],
])('%s', async (_name, base_rate, multipliers, rate) => {
  const lotId = await newLot();
  const events = multipliers.map((multiplier) => around(multiplier));
  await posted(lotId, { base_rate, dynamic: { events } });
  expect((await park(lotId)).rate).toBe(rate);
});

test('an event counts for stays that begin within [starts_at, ends_at)', async () => {
  const lotId = await newLot();
  const [starts, ends] = [hoursAhead(5), hoursAhead(8)];
  const event = { name: 'Final', multiplier: 2 };
  await posted(lotId, {
    dynamic: {
      events: [{ ...event, starts_at: starts.toISOString(), ends_at: ends.toISOString() }],
    },
  });
  const rateAt = async (at: Date, ms: number) =>
    (await quote(lotId, new Date(at.getTime() + ms))).effective_rate;
  expect(await rateAt(starts, -1)).toBe(10);
  expect(await rateAt(starts, 0)).toBe(20);
  expect(await rateAt(ends, -1)).toBe(20);
  expect(await rateAt(ends, 0)).toBe(10);
  expect((await park(lotId)).rate).toBe(10);
});
