import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRates } from '../../../../src/parking/lots/rates/apply-rates.ts';
import type { Parking } from '../../../stage/parking.ts';
import type { TestApi, TestKey } from '../../client.ts';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

let api: TestApi;
let parking: Parking;
let key: TestKey;
let newKey: Stage['newKey'];
let post: Stage['post'];
let lastLatitude = 30;

beforeAll(async () => {
  ({ api, parking, key, newKey, post } = await openStage());
});
afterAll(() => api.stop());

/** A lot of 10.00 an hour, in a place without other lots. */
function newLot(more: object = {}): Promise<string> {
  lastLatitude += 0.1;
  return parking.addLot({ rate_minor: 1000, total_spaces: 100, latitude: lastLatitude, ...more });
}

const get = (lotId: string, as = key) =>
  api.request('GET', `/api/v1/lots/${lotId}/rates`, { key: as.secret });
const put = (lotId: string, body: object, as = key) =>
  api.request('PUT', `/api/v1/lots/${lotId}/rates`, {
    key: as.secret,
    body: { base_rate: 10, ...body },
  });

async function posted(lotId: string, body: object) {
  const answer = await put(lotId, body);
  expect(answer.status).toBe(200);
  return answer.body.rates;
}

async function park(lotId: string) {
  const body = { lot_id: lotId, plate: parking.newPlate() };
  const answer = await api.request('POST', '/api/v1/sessions', { key: key.secret, body });
  expect(answer.status).toBe(201);
  return answer.body.session;
}

async function quote(lotId: string, startsAt: Date, hours = 1) {
  const [place] = await api.database.sql<{ lat: number; lng: number }>(
    'select latitude as lat, longitude as lng from lots where lot_id = $1',
    [lotId],
  );
  const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS);
  const { body } = await api.request('GET', '/api/v1/lots/search', {
    key: key.secret,
    query: {
      lat: place?.lat ?? 0,
      lng: place?.lng ?? 0,
      radius_km: 1,
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
    },
  });
  expect(body.lots).toHaveLength(1);
  return body.lots[0].quote;
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** Moves the instants of a lot's scheduled rates this many hours into the past. */
const passHours = (lotId: string, hours: number) =>
  api.database.sql(
    `update lots set scheduled_rates = (
       select jsonb_agg(rate || jsonb_build_object('effective_from',
         (rate ->> 'effective_from')::timestamptz - make_interval(hours => $2)))
       from jsonb_array_elements(scheduled_rates) as rate)
     where lot_id = $1`,
    [lotId, hours],
  );

type Trace = { actor_type: string; actor_id: string; diff: object; data: object };

/** The audit rows and events about changes of the lot, oldest first. */
const changesOf = (lotId: string) =>
  api.database.sql<Trace>(
    `select actor_type, actor_id, diff, data
     from (select *, row_number() over (order by audit_id) as number from audit_log
           where entity_id = $1 and action = 'lot.updated') as audit
     full join (select *, row_number() over (order by event_id) as number from events
                where entity_id = $1 and type = 'lot.updated') as event using (number)
     order by number`,
    [lotId],
  );

describe('a rate that is posted now', () => {
  test('with a billing step charges started steps in quotes, stays and receipts', async () => {
    const lotId = await newLot();
    const rates = await posted(lotId, { base_rate: 5.5, billing_step_minutes: 30 });
    expect(rates.current).toMatchObject({ base_rate: 5.5, billing_step_minutes: 30 });
    const hours = 61 / 60;
    const body = { lot_id: lotId, plate: parking.newPlate(), duration_hours: hours };
    const { body: begun } = await post('/api/v1/sessions', body);
    expect(begun.session).toMatchObject({
      estimated_amount: 8.25,
      billing_step_minutes: 30,
      pricing: { lines: [{ minutes: 61, billed_minutes: 90, amount: 8.25 }] },
    });
    const ended = await post('/api/v1/sessions/end', { session_id: begun.session.id });
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
  ])('with a step that cannot be billed is refused: %j', async (more) => {
    const answer = await put(await newLot(), { base_rate: 5.5, ...more });
    expect([answer.status, ...fieldsOf(answer)]).toEqual([400, 'billing_step_minutes']);
  });

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
    const lot = await api.request('GET', `/api/v1/lots/${lotId}`, { key: key.secret });
    expect(lot.body.lot).toMatchObject({ base_rate: 4.5, max_daily_rate: 20 });
  });

  test('that it has no daily maximum is shown to all, and changes no price', async () => {
    const lotId = await newLot();
    const rates = await posted(lotId, { base_rate: 4.5, has_no_daily_max: true });
    const said = { max_daily_rate: null, has_no_daily_max: true };
    expect(rates.current).toMatchObject(said);
    expect((await get(lotId, await newKey())).body.rates.current).toMatchObject(said);
    const lot = await api.request('GET', `/api/v1/lots/${lotId}`, { key: key.secret });
    expect(lot.body.lot).toMatchObject(said);
    expect(await quote(lotId, inHours(1), DAY_HOURS)).toMatchObject({ amount: 4.5 * DAY_HOURS });
    await posted(lotId, { base_rate: 4.5 });
    expect(await quote(lotId, inHours(1), DAY_HOURS)).toMatchObject({ amount: 4.5 * DAY_HOURS });
    expect((await get(lotId)).body.rates.current).toMatchObject({ has_no_daily_max: false });
  });

  test('a scheduled rate states again whether it has a maximum, or leaves it open', async () => {
    const lotId = await newLot();
    await posted(lotId, { has_no_daily_max: true });
    const none = await posted(lotId, { effective_from: inHours(1), has_no_daily_max: true });
    expect(none.scheduled).toMatchObject([{ max_daily_rate: null, has_no_daily_max: true }]);
    await posted(lotId, { effective_from: inHours(2), max_daily_rate: 30 });
    // As they were scheduled before this could be said.
    await api.database.sql(
      `update lots set scheduled_rates = (
         select jsonb_agg(rate - 'has_no_daily_max') from jsonb_array_elements(scheduled_rates)
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
    await applyRates(api.database.pipelines);
    const lot = await api.request('GET', `/api/v1/lots/${lotId}`, { key: key.secret });
    expect(lot.body.lot).toMatchObject({ max_daily_rate: 30, has_no_daily_max: false });
  });

  test('is audited with its actor and the rate before and after', async () => {
    const lotId = await newLot();
    await posted(lotId, { base_rate: 4.5 });
    expect(await changesOf(lotId)).toMatchObject([
      {
        actor_type: 'key',
        actor_id: key.keyId,
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
    const hold = await parking.held(lotId, { plate: parking.newPlate() });
    await posted(lotId, { base_rate: 99 });
    const extended = await api.request('POST', '/api/v1/sessions/extend', {
      key: key.secret,
      body: { session_id: session.id, extend_hours: 1 },
    });
    expect(extended.body.session).toMatchObject({ rate: 10, estimated_amount: 20 });
    const shown = await api.request('GET', `/api/v1/reserve/${hold.holdId}`, { key: key.secret });
    expect(shown.body.hold.quote).toMatchObject({ amount: 10, base_rate: 10 });
    const arrived = await api.request('POST', `/api/v1/reserve/${hold.holdId}/activate`, {
      key: key.secret,
      body: {},
    });
    expect(arrived.body.session.rate).toBe(10);
    expect((await park(lotId)).rate).toBe(99);
  });
});

describe('a rate that is posted for later', () => {
  test('is shown as scheduled, and stays that begin before it pay the old rate', async () => {
    const lotId = await newLot();
    const from = inHours(5);
    const rates = await posted(lotId, { base_rate: 20, effective_from: from.toISOString() });
    expect(rates.current).toMatchObject({ base_rate: 10, effective_rate: 10 });
    expect(rates.scheduled).toMatchObject([{ base_rate: 20, effective_from: from.toISOString() }]);
    expect((await park(lotId)).rate).toBe(10);
    expect((await quote(lotId, new Date(from.getTime() - 1))).effective_rate).toBe(10);
    expect((await quote(lotId, from)).effective_rate).toBe(20);
    const hold = await parking.hold(lotId, { from: 6 * 60 });
    expect(hold).toMatchObject({ rate: { rateMinor: 2000 } });
  });

  test('is charged from its instant on by the clock alone, before any sweep', async () => {
    const lotId = await newLot();
    const stay = await park(lotId);
    const from = inHours(5).toISOString();
    const { scheduled } = await posted(lotId, { base_rate: 20, effective_from: from });
    await passHours(lotId, 5);
    expect((await park(lotId)).rate).toBe(20);
    expect((await quote(lotId, inHours(1))).effective_rate).toBe(20);
    expect(await parking.hold(lotId)).toMatchObject({ rate: { rateMinor: 2000 } });
    const { rates } = (await get(lotId)).body;
    expect(rates.current).toMatchObject({ id: scheduled[0].id, effective_rate: 20 });
    expect(rates.scheduled).toEqual([]);
    expect(await changesOf(lotId)).toHaveLength(1);
    const kept = await api.request('GET', `/api/v1/sessions/${stay.id}`, { key: key.secret });
    expect(kept.body.session.rate).toBe(10);
  });

  test('becomes the posted one at the next sweep, once, with audit row and event', async () => {
    const lotId = await newLot();
    const from = inHours(5).toISOString();
    const { scheduled } = await posted(lotId, { base_rate: 20, effective_from: from });
    await applyRates(api.database.pipelines);
    expect((await get(lotId)).body.rates.scheduled).toHaveLength(1);
    await passHours(lotId, 5);
    const { rates: before } = (await get(lotId)).body;
    await Promise.all([applyRates(api.database.pipelines), applyRates(api.database.pipelines)]);
    const [row] = await api.database.sql(
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
      await posted(lotId, { base_rate, effective_from: inHours(hours ?? 0).toISOString() });
    await passHours(lotId, 4);
    expect((await park(lotId)).rate).toBe(30);
    await applyRates(api.database.pipelines);
    const { rates } = (await get(lotId)).body;
    expect(rates.current.base_rate).toBe(30);
    expect(rates.scheduled).toMatchObject([{ base_rate: 90 }]);
  });

  test('is replaced by one for the same instant, and kept when a rate is posted now', async () => {
    const lotId = await newLot();
    const effective_from = inHours(5).toISOString();
    await posted(lotId, { base_rate: 20, effective_from });
    await posted(lotId, { base_rate: 25, effective_from });
    const { current, scheduled } = await posted(lotId, { base_rate: 12 });
    expect(current.base_rate).toBe(12);
    expect(scheduled).toMatchObject([{ base_rate: 25, effective_from }]);
  });

  test('is listed in order of effective_from', async () => {
    const lotId = await newLot();
    for (const hours of [7, 3, 5])
      await posted(lotId, { base_rate: hours, effective_from: inHours(hours).toISOString() });
    const { scheduled } = (await get(lotId)).body.rates;
    expect(scheduled.map((rate: { base_rate: number }) => rate.base_rate)).toEqual([3, 5, 7]);
  });

  test('in the past or more than two years ahead is refused', async () => {
    const lotId = await newLot();
    for (const hours of [-1, 730 * DAY_HOURS + 1]) {
      const answer = await put(lotId, { effective_from: inHours(hours).toISOString() });
      expect(answer.status).toBe(400);
      expect(answer.body.error.details).toMatchObject([{ field: 'effective_from' }]);
    }
    expect((await get(lotId)).body.rates.scheduled).toEqual([]);
  });

  test('is refused when the lot has 50 of them', async () => {
    const lotId = await newLot();
    await posted(lotId, { effective_from: inHours(1).toISOString() });
    await api.database.sql(
      `update lots set scheduled_rates = (
         select jsonb_agg(scheduled_rates -> 0 || jsonb_build_object('effective_from',
           now() + make_interval(hours => number))) from generate_series(1, 50) as number)
       where lot_id = $1`,
      [lotId],
    );
    const answer = await put(lotId, { effective_from: inHours(60).toISOString() });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'effective_from' }]);
  });
});

describe('rules that change a rate', () => {
  /** Takes this many of the lot's hundred spaces. */
  const occupy = (lotId: string, spaces: number) =>
    api.database.sql('update lots set taken_spaces = $2 where lot_id = $1', [lotId, spaces]);

  const surge = (lotId: string, percent: number, until = inHours(1)) =>
    api.database.sql(
      `insert into marts.search_surges (livemode, cell, surge_pct, until_at)
       select true, cell_parent(cell, 7), $2, $3 from lots where lot_id = $1`,
      [lotId, percent, until],
    );

  const around = (multiplier: number, name = 'Final') => ({
    name,
    starts_at: inHours(-1).toISOString(),
    ends_at: inHours(1).toISOString(),
    multiplier,
  });

  test.each([
    [0, 8],
    [29, 8],
    [30, 9],
    [59, 9],
    [60, 10],
    [79, 10],
    [80, 12.5],
    [99, 12.5],
  ])('occupancy, by default: at %d of 100 spaces 10.00 is %d', async (taken, rate) => {
    const lotId = await newLot();
    await posted(lotId, { dynamic: { occupancy: {} } });
    await occupy(lotId, taken);
    const session = await park(lotId);
    expect(session.rate).toBe(rate);
    expect(session.pricing.rules).toHaveLength(rate === 10 ? 0 : 1);
  });

  test('occupancy, with bands of its own in any order', async () => {
    const lotId = await newLot();
    const bands = [
      { from_pct: 90, multiplier: 3 },
      { from_pct: 50, multiplier: 2 },
    ];
    const rates = await posted(lotId, { dynamic: { occupancy: { bands } } });
    expect(rates.current.dynamic.occupancy.bands).toEqual(bands);
    const seen = [];
    for (const taken of [49, 50, 89, 90]) {
      await occupy(lotId, taken);
      seen.push((await park(lotId)).rate);
    }
    expect(seen).toEqual([10, 20, 20, 30]);
  });

  test('live holds count as taken; a higher count of vehicles on the lot counts instead', async () => {
    const lotId = await newLot();
    await posted(lotId, { dynamic: { occupancy: {} } });
    await parking.hold(lotId, { spaceCount: 40 });
    await parking.hold(lotId, { spaceCount: 40 });
    expect((await get(lotId)).body.rates.current.effective_rate).toBe(12.5);
    const counted = await newLot();
    await posted(counted, { dynamic: { occupancy: {} } });
    await api.database.sql(
      'update lots set reported_occupied = 70, reported_at = now() where lot_id = $1',
      [counted],
    );
    expect((await park(counted)).rate).toBe(10);
  });

  test('surge: rises with searches nearby, up to what the operator allows', async () => {
    const [free, limited, quiet] = [await newLot(), await newLot(), await newLot()];
    await posted(free, { dynamic: { surge: {} } });
    await posted(limited, { dynamic: { surge: { max_multiplier: 1.2 } } });
    await posted(quiet, { dynamic: { surge: {} } });
    for (const lotId of [free, limited]) await surge(lotId, 137);
    await surge(quiet, 150, inHours(-1));
    expect((await park(free)).rate).toBe(13.7);
    expect((await park(limited)).rate).toBe(12);
    expect((await park(quiet)).rate).toBe(10);
  });

  test('without rules searches and occupancy change nothing', async () => {
    const lotId = await newLot();
    await surge(lotId, 150);
    await occupy(lotId, 95);
    expect(await park(lotId)).toMatchObject({ rate: 10, pricing: { rules: [] } });
  });

  test('an event counts for stays that begin within [starts_at, ends_at)', async () => {
    const lotId = await newLot();
    const [starts, ends] = [inHours(5), inHours(8)];
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

  test('a stay that begins in over 15 minutes is priced without occupancy and surge', async () => {
    const lotId = await newLot();
    await posted(lotId, { dynamic: { occupancy: {}, surge: {}, events: [] } });
    await surge(lotId, 150);
    await occupy(lotId, 90);
    expect((await quote(lotId, inHours(0.2))).effective_rate).toBe(18.75);
    expect((await quote(lotId, inHours(0.3))).effective_rate).toBe(10);
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
    expect(await quote(lotId, inHours(0))).toMatchObject({ ...pricing, amount: 27.5 });
    const hold = await parking.held(lotId);
    const shown = await api.request('GET', `/api/v1/reserve/${hold.holdId}`, { key: key.secret });
    expect(shown.body.hold.quote.effective_rate).toBe(27.5);
    await parking.cancel(hold);
    const session = await park(lotId);
    expect(session).toMatchObject({ rate: 27.5, estimated_amount: 27.5, pricing });
    expect(session.pricing.rules.map((rule: { id: string }) => rule.id)).toEqual(
      current.rules.map((rule: { id: string }) => rule.id),
    );
    const [line] = session.pricing.lines;
    for (const part of ['x 2 (Final)', 'x 1.25 (85 % occupied)', 'x 1.1'])
      expect(line.description).toContain(part);
    const found = await api.request('GET', `/api/v1/sessions/${session.id}`, { key: key.secret });
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
});

describe('what is refused', () => {
  const at = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
  const event = { name: 'Final', starts_at: at(1), ends_at: at(2), multiplier: 2 };
  const band = { from_pct: 10, multiplier: 2 };

  test.each<[string, object]>([
    ['base_rate', { base_rate: undefined }],
    ['base_rate', { base_rate: -1 }],
    ['base_rate', { base_rate: 1.005 }],
    ['base_rate', { base_rate: 1e-7 }],
    ['base_rate', { base_rate: '10' }],
    ['base_rate', { base_rate: 1_000_001 }],
    ['rate_unit', { rate_unit: 'minute' }],
    ['currency', { currency: 'usd' }],
    ['max_daily_rate', { max_daily_rate: 0.001 }],
    ['has_no_daily_max', { max_daily_rate: 20, has_no_daily_max: true }],
    ['has_no_daily_max', { has_no_daily_max: 'yes' }],
    ['effective_from', { effective_from: 'tomorrow' }],
    ['dynamic.floor_rate', { dynamic: { floor_rate: 1.001 } }],
    ['dynamic.ceiling_rate', { dynamic: { floor_rate: 2, ceiling_rate: 1 } }],
    ['dynamic.occupancy.bands', { dynamic: { occupancy: { bands: [] } } }],
    ['dynamic.occupancy.bands', { dynamic: { occupancy: { bands: [band, band] } } }],
    [
      'dynamic.occupancy.bands.0.from_pct',
      { dynamic: { occupancy: { bands: [{ ...band, from_pct: 101 }] } } },
    ],
    [
      'dynamic.occupancy.bands.0.multiplier',
      { dynamic: { occupancy: { bands: [{ ...band, multiplier: 1.255 }] } } },
    ],
    ['dynamic.surge.max_multiplier', { dynamic: { surge: { max_multiplier: 1.51 } } }],
    ['dynamic.surge.max_multiplier', { dynamic: { surge: { max_multiplier: 0.9 } } }],
    ['dynamic.events.0.ends_at', { dynamic: { events: [{ ...event, ends_at: at(1) }] } }],
    ['dynamic.events.0.multiplier', { dynamic: { events: [{ ...event, multiplier: 0.09 }] } }],
    ['dynamic.events.0.multiplier', { dynamic: { events: [{ ...event, multiplier: 10.01 }] } }],
    ['dynamic.events.0.name', { dynamic: { events: [{ ...event, name: '' }] } }],
    ['dynamic.events', { dynamic: { events: Array.from({ length: 51 }, () => event) } }],
    ['dynamic.weather', { dynamic: { weather: {} } }],
    ['colour', { colour: 'red' }],
  ])('400 names %s, and the rate stays', async (field, body) => {
    const lotId = await newLot();
    const answer = await put(lotId, body);
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
    });
    expect(fieldsOf(answer)).toContain(field);
    expect((await get(lotId)).body.rates).toMatchObject({
      current: { id: null, base_rate: 10 },
      scheduled: [],
    });
    expect(await changesOf(lotId)).toEqual([]);
  });

  test("amounts have at most the digits of the lot's currency", async () => {
    const lotId = await newLot({ currency: 'jpy' });
    expect((await put(lotId, { base_rate: 100.5 })).body.error.details).toMatchObject([
      { field: 'base_rate' },
    ]);
    const rates = await posted(lotId, { base_rate: 100, currency: 'JPY' });
    expect(rates).toMatchObject({ currency: 'jpy', current: { base_rate: 100 } });
  });

  test("other operators' lots, the other world's and unknown ones are 404 and keep their rate", async () => {
    const lotId = await newLot();
    const stranger = await api.createKey();
    const sandbox = await newKey({ mode: 'test' });
    const answers = [
      await put(lotId, {}, stranger),
      await put(lotId, { effective_from: inHours(1).toISOString() }, stranger),
      await put(lotId, {}, sandbox),
      await put('0199a0a0-0000-7000-8000-000000000000', {}),
      await put('nowhere', {}),
      await get('nowhere'),
      await get(lotId, sandbox),
    ];
    for (const { status, body } of answers)
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(await changesOf(lotId)).toEqual([]);
  });

  test('reading needs lots:read, which any operator may have; posting needs lots:write', async () => {
    const lotId = await newLot();
    const reader = await api.createKey({ scopes: ['lots:read'] });
    const writer = await newKey({ scopes: ['lots:write'] });
    expect((await get(lotId, reader)).status).toBe(200);
    expect((await get(lotId, writer)).status).toBe(403);
    expect((await put(lotId, {}, writer)).status).toBe(200);
    const ownReader = await newKey({ scopes: ['lots:read'] });
    expect((await put(lotId, {}, ownReader)).status).toBe(403);
    expect((await api.request('GET', `/api/v1/lots/${lotId}/rates`)).status).toBe(401);
  });
});

const RULES = {
  floor_rate: 4,
  ceiling_rate: 12,
  occupancy: {},
  surge: { max_multiplier: 1.2 },
  events: [
    {
      name: 'Fair',
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-02T00:00:00Z',
      multiplier: 2,
    },
  ],
};

test('other callers see only the rate that applies now, without its rules', async () => {
  const lotId = await newLot();
  await posted(lotId, { dynamic: RULES });
  const later = { effective_from: inHours(5).toISOString(), base_rate: 7.77, dynamic: RULES };
  const own = await posted(lotId, later);
  expect(own).toMatchObject({
    current: { dynamic: { floor_rate: 4, ceiling_rate: 12 }, effective_rate: 8 },
    scheduled: [{ base_rate: 7.77 }],
  });
  expect((await get(lotId)).body.rates).toMatchObject({ ...own, as_of: expect.any(String) });
  const { operatorId } = parking.caller;
  for (const stranger of [
    await api.createKey(),
    await api.createKey({ operatorId, fleetId: 'north' }),
  ]) {
    const { status, body } = await get(lotId, stranger);
    expect(status).toBe(200);
    expect(body.rates).toEqual({
      ...own,
      current: { ...own.current, dynamic: null },
      scheduled: [],
      as_of: expect.any(String),
    });
  }
  const writer = await api.createKey({ operatorId, scopes: ['lots:write'] });
  expect((await get(lotId, writer)).status).toBe(403);
  expect((await api.request('GET', `/api/v1/lots/${lotId}/rates`)).status).toBe(401);
});

test('only the operator of an unlisted lot reads and posts its rates', async () => {
  const lotId = await newLot({ is_listed: false });
  expect((await posted(lotId, { base_rate: 6 })).current.base_rate).toBe(6);
  expect((await get(lotId)).body.rates.current.base_rate).toBe(6);
  const stranger = await api.createKey();
  expect((await get(lotId, stranger)).status).toBe(404);
  expect((await put(lotId, {}, stranger)).status).toBe(404);
  expect((await get(lotId, await newKey({ mode: 'test' }))).status).toBe(404);
});
