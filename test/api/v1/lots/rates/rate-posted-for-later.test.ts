import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRates } from '../../../../../src/parking/lots/rates/apply-rates.ts';
import { inHours, openStage, type Stage } from '../../../stage.ts';
import { hoursAhead, ratesOf } from './rates-of.ts';

const DAY_HOURS = 24;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { changesOf, get, newLot, park, passHours, posted, put, quote } = ratesOf(() => stage);

describe('a rate that is posted for later', () => {
  test('is shown as scheduled, and stays that begin before it pay the old rate', async () => {
    const lotId = await newLot();
    const from = hoursAhead(5);
    const rates = await posted(lotId, { base_rate: 20, effective_from: from.toISOString() });
    expect(rates.current).toMatchObject({ base_rate: 10, effective_rate: 10 });
    expect(rates.scheduled).toMatchObject([{ base_rate: 20, effective_from: from.toISOString() }]);
    expect((await park(lotId)).rate).toBe(10);
    expect((await quote(lotId, new Date(from.getTime() - 1))).effective_rate).toBe(10);
    expect((await quote(lotId, from)).effective_rate).toBe(20);
    const hold = await stage.parking.hold(lotId, { from: 6 * 60 });
    expect(hold).toMatchObject({ rate: { rateMinor: 2000 } });
  });

  test('is charged from its instant on by the clock alone, before any sweep', async () => {
    const lotId = await newLot();
    const stay = await park(lotId);
    const from = inHours(5);
    const { scheduled } = await posted(lotId, { base_rate: 20, effective_from: from });
    await passHours(lotId, 5);
    expect((await park(lotId)).rate).toBe(20);
    expect((await quote(lotId, hoursAhead(1))).effective_rate).toBe(20);
    expect(await stage.parking.hold(lotId)).toMatchObject({ rate: { rateMinor: 2000 } });
    const { rates } = (await get(lotId)).body;
    expect(rates.current).toMatchObject({ id: scheduled[0].id, effective_rate: 20 });
    expect(rates.scheduled).toEqual([]);
    expect(await changesOf(lotId)).toHaveLength(1);
    const kept = await stage.get(`/api/v1/sessions/${stay.id}`);
    expect(kept.body.session.rate).toBe(10);
  });

  test('becomes the posted one at the next sweep, once, with audit row and event', async () => {
    const lotId = await newLot();
    const from = inHours(5);
    const { scheduled } = await posted(lotId, { base_rate: 20, effective_from: from });
    await applyRates(stage.api.database.pipelines);
    expect((await get(lotId)).body.rates.scheduled).toHaveLength(1);
    await passHours(lotId, 5);
    const { rates: before } = (await get(lotId)).body;
    await Promise.all([
      applyRates(stage.api.database.pipelines),
      applyRates(stage.api.database.pipelines),
    ]);
    const [row] = await stage.api.database.sql(
      'select rate_id, rate_minor::integer, scheduled_rates from lots where lot_id = $1',
      [lotId],
    );
    expect(row).toEqual({ rate_id: scheduled[0].id, rate_minor: 2000, scheduled_rates: [] });
    const [, applied, ...more] = await changesOf(lotId);
    expect(applied).toMatchObject({
      actor_type: 'system',
      actor_id: 'apply-rates',
      diff: { before: { rate_minor: 1000 }, after: { rate_minor: 2000 } },
      data: {
        before: { base_rate: 10, scheduled: [{ base_rate: 20 }] },
        after: { base_rate: 20, scheduled: [] },
      },
    });
    expect(more).toEqual([]);
    expect((await get(lotId)).body.rates.current).toEqual(before.current);
    expect((await park(lotId)).rate).toBe(20);
  });

  test('of several that have begun the newest applies, and the others are skipped', async () => {
    const lotId = await newLot();
    for (const [hours, base_rate] of [
      [3, 30],
      [1, 11],
      [2, 20],
      [9, 90],
    ])
      await posted(lotId, { base_rate, effective_from: inHours(hours ?? 0) });
    await passHours(lotId, 4);
    expect((await park(lotId)).rate).toBe(30);
    await applyRates(stage.api.database.pipelines);
    const { rates } = (await get(lotId)).body;
    expect(rates.current.base_rate).toBe(30);
    expect(rates.scheduled).toMatchObject([{ base_rate: 90 }]);
  });

  test('is replaced by one for the same instant, and kept when a rate is posted now', async () => {
    const lotId = await newLot();
    const effective_from = inHours(5);
    await posted(lotId, { base_rate: 20, effective_from });
    await posted(lotId, { base_rate: 25, effective_from });
    const { current, scheduled } = await posted(lotId, { base_rate: 12 });
    expect(current.base_rate).toBe(12);
    expect(scheduled).toMatchObject([{ base_rate: 25, effective_from }]);
  });

  test('is listed in order of effective_from', async () => {
    const lotId = await newLot();
    for (const hours of [7, 3, 5])
      await posted(lotId, { base_rate: hours, effective_from: inHours(hours) });
    const { scheduled } = (await get(lotId)).body.rates;
    expect(scheduled.map((rate: { base_rate: number }) => rate.base_rate)).toEqual([3, 5, 7]);
  });

  test('in the past or more than two years ahead is refused', async () => {
    const lotId = await newLot();
    for (const hours of [-1, 730 * DAY_HOURS + 1]) {
      const answer = await put(lotId, { effective_from: inHours(hours) });
      expect(answer.status).toBe(400);
      expect(answer.body.error.details).toMatchObject([{ field: 'effective_from' }]);
    }
    expect((await get(lotId)).body.rates.scheduled).toEqual([]);
  });

  test('is refused when the lot has 50 of them', async () => {
    const lotId = await newLot();
    await posted(lotId, { effective_from: inHours(1) });
    await stage.api.database.sql(
      `update lots set scheduled_rates = (
         select jsonb_agg(scheduled_rates -> 0 || jsonb_build_object('effective_from',
           now() + make_interval(hours => number))) from generate_series(1, 50) as number)
       where lot_id = $1`,
      [lotId],
    );
    const answer = await put(lotId, { effective_from: inHours(60) });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'effective_from' }]);
  });
});
