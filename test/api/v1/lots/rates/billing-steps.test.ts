import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../../../stage.ts';
import { ratesOf } from './rates-of.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { newLot, posted, put } = ratesOf(() => stage);

test('a billing step charges started steps in quotes, stays and receipts', async () => {
  const lotId = await newLot();
  const rates = await posted(lotId, { base_rate: 5.5, billing_step_minutes: 30 });
  expect(rates.current).toMatchObject({ base_rate: 5.5, billing_step_minutes: 30 });
  const hours = 61 / 60;
  const body = { lot_id: lotId, plate: stage.parking.newPlate(), duration_hours: hours };
  const { body: begun } = await stage.post('/api/v1/sessions', body);
  expect(begun.session).toMatchObject({
    estimated_amount: 8.25,
    billing_step_minutes: 30,
    pricing: { lines: [{ minutes: 61, billed_minutes: 90, amount: 8.25 }] },
  });
  const ended = await stage.post('/api/v1/sessions/end', { session_id: begun.session.id });
  expect(ended.body.session).toMatchObject({
    subtotal: 2.75,
    pricing: { lines: [{ description: 'hourly rate by started 30 minutes', amount: 2.75 }] },
  });
});

test.each([
  { billing_step_minutes: 7 },
  { billing_step_minutes: 0 },
  { billing_step_minutes: 2_880 },
  { billing_step_minutes: 30, rate_unit: 'day' },
])('a step that cannot be billed is refused: %j', async (more) => {
  const answer = await put(await newLot(), { base_rate: 5.5, ...more });
  expect([answer.status, ...fieldsOf(answer)]).toEqual([400, 'billing_step_minutes']);
});
