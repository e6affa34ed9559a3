import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../stage.ts';
import { ratesOf } from './rates-of.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { changesOf, get, newLot, park, posted } = ratesOf(() => stage);

describe('a rate that is posted now', () => {
  test('is answered, read back and charged to new stays', async () => {
    const lotId = await newLot();
    const rates = await posted(lotId, { base_rate: 4.5, max_daily_rate: 20 });
    expect(rates).toMatchObject({ lot_id: lotId, currency: 'cad', scheduled: [] });
    expect(rates.current).toEqual({
      id: expect.stringMatching(/^rate_/),
      base_rate: 4.5,
      rate_unit: 'hour',
      billing_step_minutes: 1,
      max_daily_rate: 20,
      has_no_daily_max: false,
      dynamic: null,
      effective_rate: 4.5,
      rules: [],
      tariff: expect.objectContaining({
        maxima: [{ amount: 20, per: '24h' }],
        summary: ['4.50 per hour by the minute', 'at most 20.00 each 24 hours'],
      }),
      costs: [4.5, 9, 18, 20, 20].map((amount, i) => ({ hours: [1, 2, 4, 8, 24][i], amount })),
    });
    expect((await get(lotId)).body.rates.current).toEqual(rates.current);
    expect(await park(lotId)).toMatchObject({ rate: 4.5, estimated_amount: 4.5 });
    const lot = await stage.get(`/api/v1/lots/${lotId}`);
    expect(lot.body.lot).toMatchObject({ base_rate: 4.5, max_daily_rate: 20 });
  });

  test('is audited with its actor and the rate before and after', async () => {
    const lotId = await newLot();
    await posted(lotId, { base_rate: 4.5 });
    expect(await changesOf(lotId)).toMatchObject([
      {
        actor_type: 'key',
        actor_id: stage.key.keyId,
        diff: { before: { rate_minor: 1000 }, after: { rate_minor: 450 } },
        data: { lot_id: lotId, before: { base_rate: 10 }, after: { base_rate: 4.5 } },
      },
    ]);
  });

  test('replaces the whole rate before it, dynamic rules included', async () => {
    const lotId = await newLot();
    const dynamic = { occupancy: {}, surge: {}, floor_rate: 5 };
    const before = await posted(lotId, { max_daily_rate: 50, rate_unit: 'hour', dynamic });
    const after = await posted(lotId, { base_rate: 25, rate_unit: 'day' });
    expect(before.current.dynamic).not.toBeNull();
    expect(after.current).toMatchObject({
      base_rate: 25,
      rate_unit: 'day',
      max_daily_rate: null,
      dynamic: null,
    });
    expect(after.current.id).not.toBe(before.current.id);
  });

  test('does not change stays and holds under way: they pay the price they were offered', async () => {
    const lotId = await newLot();
    const session = await park(lotId);
    const hold = await stage.parking.held(lotId, { plate: stage.parking.newPlate() });
    await posted(lotId, { base_rate: 99 });
    const extended = await stage.post('/api/v1/sessions/extend', {
      session_id: session.id,
      extend_hours: 1,
    });
    expect(extended.body.session).toMatchObject({ rate: 10, estimated_amount: 20 });
    const shown = await stage.get(`/api/v1/reserve/${hold.holdId}`);
    expect(shown.body.hold.quote).toMatchObject({ amount: 10, base_rate: 10 });
    const arrived = await stage.post(`/api/v1/reserve/${hold.holdId}/activate`, {});
    expect(arrived.body.session.rate).toBe(10);
    expect((await park(lotId)).rate).toBe(99);
  });
});
