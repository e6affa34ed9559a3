import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dailyHours } from '../../../stage/daily-hours.ts';
import type { LotColumns } from '../../../stage/fixtures.ts';
import type { NewTestKey, TestKey } from '../../client.ts';
import { fieldsOf, inHours, openStage, type Stage, windowInHours } from '../../stage.ts';

const PATH = '/api/agents/openai/actions';
const GRANTED = { dispatcher: 10_000, agent_call: 10_000, sandbox: 10_000 };

let stage: Stage;
let key: TestKey;
let lastPlace = 0;
beforeAll(async () => {
  stage = await openStage();
  key = await stage.newKey({ rateLimits: GRANTED });
});
afterAll(() => stage.api.stop());

/** A lot where no other test has one. */
async function newLot(more: Partial<LotColumns> = {}, hours: string | null = '24/7') {
  const place = { latitude: 10 + ++lastPlace, longitude: 10 };
  const lotId = await stage.parking.addLot({ ...place, ...more });
  await stage.api.database.sql(
    `update lots set opening_hours = $2, timezone = 'UTC' where lot_id = $1`,
    [lotId, hours],
  );
  return { lotId, place: { lat: place.latitude, lng: place.longitude } };
}

const send = (body: unknown, as = key, headers = {}) =>
  stage.api.request('POST', PATH, { key: as.secret, body, headers });

async function ask(action: string, parameters: object, as = key) {
  const { status, body, text } = await send({ action, parameters }, as);
  expect(status, text).toBe(200);
  return body;
}

describe('search_parking', () => {
  test('finds the nearest lots with what a driver asks about', async () => {
    const { lotId, place } = await newLot({ name: 'Quay', total_spaces: 4, rate_minor: 250 });
    await stage.parking.park(lotId);
    const { results, agent_platform } = await ask('search_parking', place);
    expect(agent_platform).toBe('unknown');
    expect(results).toMatchObject([
      {
        ...place,
        ...{ id: lotId, name: 'Quay', distance_m: 0, total_spaces: 4, available_spaces: 3 },
        ...{ base_rate: 2.5, effective_rate: 2.5, rate_unit: 'hour', currency: 'cad' },
        ...{ occupancy_pct: 25, status: 'open', url: expect.stringContaining(lotId) },
      },
    ]);
  });

  test('takes the filters of lots/search, and finds what that finds', async () => {
    const { lotId, place } = await newLot({ total_spaces: 1, rate_minor: 500 });
    const { place: at } = await newLot();
    const asked = { ...place, max_rate: 5, sort: 'price', available_only: true, radius_km: 0.1 };
    for (const more of [{}, { max_rate: 4 }, { covered: true }, { ...at }, windowInHours(1, 2)]) {
      const query = { ...asked, ...more };
      const { results } = await ask('search_parking', query);
      const { body } = await stage.get('/api/v1/lots/search', query);
      const idOf = ({ id }: { id: string }) => id;
      expect(results.map(idOf)).toEqual(body.lots.map(idOf));
    }
    await stage.parking.park(lotId);
    expect((await ask('search_parking', asked)).results).toEqual([]);
  });

  test('shows 5 lots unless limit says otherwise, at most 25', async () => {
    const { place } = await newLot();
    const at = { latitude: place.lat, longitude: place.lng };
    for (let i = 0; i < 26; i += 1) await stage.parking.addLot(at);
    const counts: number[] = [];
    for (const more of [{}, { limit: 1 }, { limit: 25 }])
      counts.push((await ask('search_parking', { ...place, ...more })).results.length);
    expect(counts).toEqual([5, 1, 25]);
    const refused = await send({ action: 'search_parking', parameters: { ...place, limit: 26 } });
    expect(fieldsOf(refused)).toEqual(['parameters.limit']);
  });

  test('for a window: space, hours, price and a quote that a stay can be begun with', async () => {
    const { lotId, place } = await newLot({ total_spaces: 1 }, dailyHours(-60, 240));
    await stage.parking.held(lotId, { from: 60, minutes: 60 });
    const found = async (more: object) =>
      (await ask('search_parking', { ...place, ...more })).results[0];
    expect(await found({})).toMatchObject({ available_spaces: 1, status: 'open' });
    expect(await found(windowInHours(1, 2))).toMatchObject({ available_spaces: 0, status: 'full' });
    expect(await found(windowInHours(2.1, 6))).toMatchObject({ status: 'closed' });
    const { quote } = await found(windowInHours(0, 0.5));
    const stay = { lot_id: lotId, plate: 'QUOTED1', quote_id: quote.id, duration_hours: 0.5 };
    expect((await stage.post('/api/v1/sessions', stay)).status).toBe(201);
  });
});

describe('check_availability', () => {
  test('says whether a space is free now', async () => {
    const { lotId } = await newLot({ total_spaces: 1 });
    const asked = () => ask('check_availability', { lot_id: lotId });
    expect(await asked()).toMatchObject({
      ...{ lot_id: lotId, available: true, available_spaces: 1, total_spaces: 1 },
      ...{ occupancy_pct: 0, status: 'open', agent_platform: 'unknown' },
    });
    await stage.parking.park(lotId);
    expect(await asked()).toMatchObject({ available: false, occupancy_pct: 100, status: 'full' });
  });

  test('for a window means all of the window', async () => {
    const { lotId } = await newLot({ total_spaces: 1 }, dailyHours(-60, 300));
    await stage.parking.held(lotId, { from: 120, minutes: 60 });
    const during = async (from: number, to: number) => {
      const asked = { lot_id: lotId, ...windowInHours(from, to) };
      const { available, status } = await ask('check_availability', asked);
      return [available, status];
    };
    expect(await during(0, 1.9)).toEqual([true, 'open']);
    expect(await during(1, 2.1)).toEqual([false, 'full']);
    expect(await during(3.1, 4.9)).toEqual([true, 'open']);
    expect(await during(3.1, 5.1)).toEqual([false, 'closed']);
  });

  test('a closed lot is not available, and the answer says why', async () => {
    const byHours = await newLot({}, dailyHours(60, 120));
    const byStatus = await newLot({ status: 'closed' });
    for (const { lotId } of [byHours, byStatus])
      expect(await ask('check_availability', { lot_id: lotId })).toMatchObject({
        ...{ available: false, status: 'closed', available_spaces: 10, occupancy_pct: 0 },
      });
  });

  test('a lot whose hours are not known may be available', async () => {
    const { lotId } = await newLot({}, '"by appointment"');
    const found = await ask('check_availability', { lot_id: lotId });
    expect(found).toMatchObject({ available: true, status: 'unknown' });
  });
});

describe('get_rates', () => {
  const rule = { occupancy: { bands: [{ from_pct: 0, multiplier: 1.5 }] } };

  test('shows the rate now and the rules that made it, without a quote', async () => {
    const { lotId } = await newLot({ total_spaces: 2, max_daily_minor: 2_000 });
    const rates = { base_rate: 4, max_daily_rate: 20, dynamic: rule };
    await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, rates);
    const found = await ask('get_rates', { lot_id: lotId });
    expect(found).toMatchObject({
      ...{ lot_id: lotId, base_rate: 4, effective_rate: 6, rate_unit: 'hour', currency: 'cad' },
      ...{ max_daily_rate: 20, rules: [{ kind: 'occupancy', multiplier: 1.5 }], status: 'open' },
    });
    expect(found).not.toHaveProperty('quote');
  });

  test('says in words what is posted, a line for each part', async () => {
    const { lotId } = await newLot();
    const parts = [
      {
        ...{ name: 'day', when: { from: '08:00', to: '18:00' } },
        steps: [
          { from_minutes: 0, price: 2, per_minutes: 60 },
          { from_minutes: 60, price: 0.6, per_minutes: 30 },
        ],
      },
      { name: 'night', flat: 5 },
    ];
    const maxima = [{ amount: 15, per: 'calendar_day' }];
    await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, { tariff: { parts, maxima } });
    const { summary } = await ask('get_rates', { lot_id: lotId });
    expect(summary).toHaveLength(3);
    expect(summary[0]).toContain('2.00 for the first hour');
  });

  test('shows nobody the rules that may apply at other times', async () => {
    const { lotId } = await newLot();
    const event = { name: 'Final', starts_at: inHours(24), ends_at: inHours(30), multiplier: 3 };
    const rates = { base_rate: 4, dynamic: { events: [event] } };
    await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, rates);
    const stranger = await stage.api.createKey({ rateLimits: GRANTED });
    for (const as of [key, stranger]) {
      expect((await ask('get_rates', { lot_id: lotId }, as)).rules).toEqual([]);
      const later = { lot_id: lotId, ...windowInHours(25, 26) };
      expect(await ask('get_rates', later, as)).toMatchObject({
        ...{ base_rate: 4, effective_rate: 12, quote: { amount: 12 } },
        rules: [{ kind: 'event', multiplier: 3 }],
      });
    }
  });

  test('for a window shows the rate of its start, and its quote', async () => {
    const { lotId } = await newLot();
    const later = { base_rate: 9, effective_from: inHours(24) };
    await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, later);
    const asked = { lot_id: lotId, ...windowInHours(25, 27) };
    expect(await ask('get_rates', asked)).toMatchObject({ base_rate: 9, quote: { amount: 18 } });
    expect(await ask('get_rates', { lot_id: lotId })).toMatchObject({ base_rate: 3.5 });
  });

  test('where no rate is posted base_rate and quote are null', async () => {
    const { lotId } = await newLot({ rate_minor: null });
    const found = await ask('get_rates', { lot_id: lotId, ...windowInHours(1, 2) });
    expect(found).toMatchObject({ base_rate: null, effective_rate: null, rules: [], quote: null });
    expect(found.summary).toBeNull();
  });
});

describe.each(['check_availability', 'get_rates'])('%s', (action) => {
  test('is 404 for a lot that is unknown, unlisted, deleted or of the other world', async () => {
    const unlisted = await newLot({ is_listed: false });
    const other = await newLot({ livemode: false });
    const deleted = await newLot();
    await stage.api.request('DELETE', `/api/v1/lots/${deleted.lotId}`, { key: key.secret });
    const unknown = { lotId: '0199b0d4-7c1e-7a52-9c3b-000000000000' };
    for (const { lotId } of [unlisted, other, deleted, unknown]) {
      const answer = await send({ action, parameters: { lot_id: lotId } });
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ code: 'NOT_FOUND', message: 'no such lot' });
    }
  });

  test('with a test key sees lots of the test world', async () => {
    const sandbox = await stage.newKey({ mode: 'test', rateLimits: GRANTED });
    const { lotId } = await newLot({ livemode: false });
    expect(await ask(action, { lot_id: lotId }, sandbox)).toMatchObject({ lot_id: lotId });
  });

  test.each([
    [{ starts_at: '2027-01-01T00:00:00Z' }, 'parameters.ends_at'],
    [{ ends_at: '2027-01-01T00:00:00Z' }, 'parameters.starts_at'],
    [{ starts_at: '2027-01-01T01:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, 'parameters.ends_at'],
    [
      { starts_at: '2020-01-01T01:00:00Z', ends_at: '2020-01-01T02:00:00Z' },
      'parameters.starts_at',
    ],
  ])('refuses the window %j naming %s', async (more, field) => {
    const { lotId } = await newLot();
    const answer = await send({ action, parameters: { lot_id: lotId, ...more } });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });
});

describe('who may call', () => {
  const BODIES = [
    { action: 'search_parking', parameters: { lat: 1, lng: 1 } },
    { action: 'check_availability', parameters: {} },
    { action: 'get_rates' },
    { action: 'end_session', parameters: {} },
    [],
  ];

  test.each(['free', 'starter'] as const)('the plan %s: 403 whatever is sent', async (plan) => {
    const poor = await stage.api.createKey({ plan });
    const answers = [];
    for (const body of BODIES) answers.push(await send(body, poor));
    const type = { 'content-type': 'application/json' };
    const cut = { key: poor.secret, raw: '{"action":', headers: type };
    answers.push(await stage.api.request('POST', PATH, cut));
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.error.message).toContain('AI agent integrations need a Pro or Enterprise plan');
    }
  });

  test.each<[string, NewTestKey, number]>([
    ['pro', { plan: 'pro' }, 200],
    ['enterprise', { plan: 'enterprise' }, 200],
    ['a test key', { mode: 'test' }, 200],
    ['without lots:read', { scopes: ['lots:write', 'intelligence'] }, 403],
  ])('%s: %j is %i', async (_who, more, status) => {
    expect((await send(BODIES[0], await stage.api.createKey(more))).status).toBe(status);
  });
});
