import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyRates } from '../../../../../src/parking/lots/rates/apply-rates.ts';
import { openStage, type Stage } from '../../../stage.ts';
import { hoursAhead, ratesOf } from './rates-of.ts';

const DAY_HOURS = 24;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { get, newLot, passHours, posted, quote } = ratesOf(() => stage);

test('that a lot has no daily maximum is shown to all, and changes no price', async () => {
  const lotId = await newLot();
  const rates = await posted(lotId, { base_rate: 4.5, has_no_daily_max: true });
  const said = { max_daily_rate: null, has_no_daily_max: true };
  expect(rates.current).toMatchObject(said);
  expect((await get(lotId, await stage.newKey())).body.rates.current).toMatchObject(said);
  const lot = await stage.get(`/api/v1/lots/${lotId}`);
  expect(lot.body.lot).toMatchObject(said);
  expect(await quote(lotId, hoursAhead(1), DAY_HOURS)).toMatchObject({ amount: 4.5 * DAY_HOURS });
  await posted(lotId, { base_rate: 4.5 });
  expect(await quote(lotId, hoursAhead(1), DAY_HOURS)).toMatchObject({ amount: 4.5 * DAY_HOURS });
  expect((await get(lotId)).body.rates.current).toMatchObject({ has_no_daily_max: false });
});

test('a scheduled rate states again whether it has a maximum, or leaves it open', async () => {
  const lotId = await newLot();
  await posted(lotId, { has_no_daily_max: true });
  const none = await posted(lotId, { effective_from: hoursAhead(1), has_no_daily_max: true });
  expect(none.scheduled).toMatchObject([{ max_daily_rate: null, has_no_daily_max: true }]);
  await posted(lotId, { effective_from: hoursAhead(2), max_daily_rate: 30 });
  // As they were scheduled before this could be said.
  await stage.api.database.sql(
    `update lots set scheduled_rates = (
       select jsonb_agg(rate - '{has_no_daily_max,tariff}'::text[])
       from jsonb_array_elements(scheduled_rates)
         as rate)
     where lot_id = $1`,
    [lotId],
  );
  const { body } = await get(lotId);
  expect(body.rates.scheduled).toMatchObject([
    { max_daily_rate: null, has_no_daily_max: false },
    { max_daily_rate: 30, has_no_daily_max: false },
  ]);
  await passHours(lotId, 3);
  await applyRates(stage.api.database.pipelines);
  const lot = await stage.get(`/api/v1/lots/${lotId}`);
  expect(lot.body.lot).toMatchObject({ max_daily_rate: 30, has_no_daily_max: false });
});
