import { afterAll, describe, expect, test } from 'vitest';
import { type Any, fieldsOf, openOperator, PARIS } from './operator.ts';

const { api, key, call, post, patch, remove, get, lotOf, park, idsNear, audits, events } =
  await openOperator();
afterAll(() => api.stop());

describe('a new lot', () => {
  const ALL = {
    name: 'Parkhaus Büchel',
    ...PARIS,
    address: '1 rue de Rivoli',
    city: 'Paris',
    state: 'IDF',
    country: 'fr',
    timezone: 'Europe/Paris',
    total_spaces: 40,
    base_rate: 2.5,
    rate_unit: 'hour',
    currency: 'EUR',
    max_daily_rate: 20,
    lot_type: 'garage',
    features: ['supervised', 'maxstay:2 hours'],
    spaces: { ev: 2, accessible: 1, av: 3 },
    opening_hours: 'Mo-Fr 07:00-19:00',
    max_height_cm: 210,
    website: 'https://example.com/one',
    ref: 'all of it',
    status: 'active',
    is_listed: true,
    hold_limits: { others_pct: 50, each_pct: 0 },
    occupancy_thresholds: [1, 50, 100],
    availability_shown: 'level',
    reports_inform_only: true,
    access: {
      gate_code: '4711#',
      gate_code_from: 'start',
      entry_lane: '2',
      exit_procedure: 'Drive up to the gate.',
      notes: 'Mind the step.',
      overnight: true,
      space_labels: ['A1', 'A2'],
    },
  };

  test('is stored with everything that was sent, and answered so', async () => {
    const lot = await lotOf(ALL);
    expect(lot).toEqual({
      ...ALL,
      is_waiting_for_check: false,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: 'parkhaus-buchel',
      country: 'FR',
      currency: 'eur',
      overnight: true,
      features: ['accessible', 'av', 'covered', 'ev_charging', 'maxstay:2 hours', 'supervised'],
      osm_id: null,
      possible_duplicate_of: null,
      merged_into: null,
      is_lot_type_stated: true,
      is_capacity_estimated: false,
      area_m2: null,
      billing_step_minutes: 1,
      has_no_daily_max: false,
      tariff: null,
      charge_text: null,
      data_license: null,
      attribution: null,
      is_osm_export_allowed: false,
      url: `${api.app.config.baseUrl}/api/v1/lots/${lot.id}`,
      updated_at: expect.any(String),
    });
    const own = [
      'access',
      'ref',
      'is_listed',
      'is_waiting_for_check',
      'merged_into',
      'hold_limits',
      'occupancy_thresholds',
      'availability_shown',
      'reports_inform_only',
    ];
    const shown = Object.entries(lot).filter(([name]) => !own.includes(name));
    expect((await get(lot.id)).body.lot).toEqual(Object.fromEntries(shown));
  });

  test('gets zone and country from its place, its currency from the country, and no rate', async () => {
    const lot = await lotOf();
    expect(lot).toMatchObject({
      timezone: 'America/Toronto',
      country: 'CA',
      currency: 'cad',
      base_rate: null,
      rate_unit: 'hour',
      lot_type: 'surface',
      features: [],
      spaces: { ev: 0, accessible: 0, av: 0 },
      opening_hours: null,
      status: 'active',
      is_listed: true,
      hold_limits: { others_pct: 20, each_pct: 10 },
      occupancy_thresholds: [80, 95],
      availability_shown: 'exact',
      reports_inform_only: false,
      ref: null,
    });
    const access = { gate_code: null, entry_lane: null, exit_procedure: null, notes: null };
    const more = { gate_code_from: null, overnight: false, space_labels: [] };
    expect(lot.access).toEqual({ ...access, ...more });
  });

  test('is found at once, and its rate is charged', async () => {
    const lot = await lotOf({ lat: 10, lng: 10, base_rate: 3, currency: 'usd' });
    expect(await idsNear({ lat: 10, lng: 10 })).toEqual([lot.id]);
    expect(await park(lot.id)).toMatchObject({ rate: 3, currency: 'usd' });
    const rates = await call('GET', `/${lot.id}/rates`);
    expect(rates.body.rates.current.id).toMatch(/^rate_/);
  });

  test('is hidden while it is unlisted, and its operator can list it', async () => {
    const lot = await lotOf({ is_listed: false });
    expect((await get(lot.id)).status).toBe(404);
    expect((await patch(lot.id, { is_listed: true })).body.lot.is_listed).toBe(true);
    expect((await get(lot.id)).status).toBe(200);
  });

  test('shows the way in only to drivers who park there', async () => {
    const lot = await lotOf({ ...ALL, ref: null, opening_hours: '24/7' });
    const session = await park(lot.id);
    expect(session.entry_instructions).toEqual({
      gate_code: '4711#',
      assigned_space: 'A1',
      entry_lane: '2',
      exit_procedure: 'Drive up to the gate.',
      notes: 'Mind the step.',
    });
    await patch(lot.id, { access: { gate_code: '4712#' } });
    const query = { ...PARIS, radius_km: 0.1 };
    const search = await api.request('GET', '/api/v1/lots/search', { query });
    const feed = await api.request('GET', '/api/v1/lots.geojson');
    const told = await api.database.sql(
      `select diff::text from audit_log where entity_id = $1
       union all select data::text from events`,
      [lot.id],
    );
    const texts = [(await get(lot.id)).text, search.text, feed.text, JSON.stringify(told)];
    expect(texts.join()).not.toMatch(/471\d#|gate_code|Mind the step|space_labels|"A1"/);
  });

  test('has one audit row with its creator and the lot as it was created', async () => {
    const { status, body, headers } = await post({ base_rate: 2 });
    expect(status).toBe(201);
    expect(await audits(body.lot.id)).toEqual([
      {
        action: 'lot.created',
        actor_type: 'key',
        actor_id: key.keyId,
        request_id: headers['x-request-id'],
        diff: {
          before: null,
          after: expect.objectContaining({
            lot_id: body.lot.id,
            operator_id: key.operatorId,
            rate_minor: 200,
            total_spaces: 5,
            cell: expect.stringMatching(/^\d+$/),
          }),
        },
      },
    ]);
    expect(await events(body.lot.id)).toEqual([]);
  });

  test.each([
    ['name', { name: undefined }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['lat', { lat: undefined }],
    ['lat', { lat: 90.1 }],
    ['lng', { lng: '2' }],
    ['total_spaces', { total_spaces: undefined }],
    ['total_spaces', { total_spaces: 0 }],
    ['total_spaces', { total_spaces: 100_001 }],
    ['total_spaces', { total_spaces: 1.5 }],
    ['base_rate', { base_rate: -1 }],
    ['base_rate', { base_rate: 1.005 }],
    ['base_rate', { base_rate: 1e-9 }],
    ['base_rate', { base_rate: 1.5, currency: 'jpy' }],
    ['max_daily_rate', { max_daily_rate: 10 }],
    ['has_no_daily_max', { has_no_daily_max: true }],
    ['has_no_daily_max', { base_rate: 2, max_daily_rate: 10, has_no_daily_max: true }],
    ['rate_unit', { rate_unit: 'week' }],
    ['currency', { currency: 'xyz' }],
    ['currency', { lat: 0, lng: -30 }],
    ['country', { country: 'FRA' }],
    ['timezone', { timezone: 'Europe/Nowhere' }],
    ['timezone', { timezone: '+01:00' }],
    ['lot_type', { lot_type: 'boat' }],
    ['features.1', { features: ['covered', 'sunny'] }],
    ['features.0', { features: ['maxstay:a while'] }],
    ['spaces.ev', { spaces: { ev: 6 } }],
    ['spaces.boat', { spaces: { boat: 1 } }],
    ['opening_hours', { opening_hours: 'whenever' }],
    ['max_height_cm', { max_height_cm: 0 }],
    ['website', { website: 'javascript:alert(1)' }],
    ...['u:pw@', 'u@', ':pw@', '@', 'u%3Apw@', 'u:pw@x@'].map((user): [string, object] => [
      'website',
      { website: `https://${user}example.com/` },
    ]),
    ['website', { website: 'https:u:pw@example.com' }],
    ['website', { website: 'https:\\\\u:pw@example.com' }],
    ['website', { website: 'https://example.com\\@evil.example' }],
    ['website', { website: 'https://exa\tmple.com/' }],
    ['website', { website: 'https://' }],
    ['status', { status: 'deleted' }],
    ['access.gate_code', { access: { gate_code: 'a\tb' } }],
    ['access.space_labels', { access: { space_labels: ['A', 'A'] } }],
    ['access.space_labels', { access: { space_labels: ['A', ' A'] } }],
    ['access.space_labels', { access: { space_labels: ['1', '2', '3', '4', '5', '6'] } }],
    ['access.space_labels.0', { access: { space_labels: [' '] } }],
    ['operator_id', { operator_id: 'op_other' }],
  ])('with a bad %s is refused naming it, and nothing is written', async (field, more) => {
    const count = 'select count(*)::integer as lots from lots';
    const before = await api.database.sql(count);
    const { status, body } = await post(more);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(fieldsOf({ body })).toEqual([field]);
    expect(await api.database.sql(count)).toEqual(before);
  });
});

describe('a ref', () => {
  test('is unique among the lots of one operator in one world, and free again after a delete', async () => {
    const lot = await lotOf({ ref: 'unique' });
    const taken = await post({ ref: 'unique' });
    expect([taken.status, taken.body.error.details]).toEqual([409, { reason: 'ref_taken' }]);
    const sandbox = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
    expect((await post({ ref: 'unique' }, sandbox)).status).toBe(201);
    expect((await post({ ref: 'unique' }, await api.createKey())).status).toBe(201);
    const other = await lotOf();
    const renamed = await patch(other.id, { ref: 'unique' });
    expect([renamed.status, renamed.body.error.details]).toEqual([409, { reason: 'ref_taken' }]);
    expect((await remove(lot.id)).status).toBe(204);
    expect((await patch(other.id, { ref: 'unique' })).status).toBe(200);
  });

  test('is given to only one of twenty concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ ref: 'raced' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe('a repeated call', () => {
  test('makes one lot, and gets exactly the first answer', async () => {
    const body = { ref: 'again', access: { gate_code: '9', space_labels: ['X'] } };
    const send = () => post(body, key, { 'idempotency-key': 'lot again' });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    answers.push(await send());
    for (const { status, body: answered } of answers)
      expect([status, answered]).toEqual([201, answers[0]?.body]);
    expect(answers.at(-1)?.headers['idempotent-replayed']).toBe('true');
    const kept = await api.database.sql<{ response: Any }>(
      `select response from idempotency where idempotency_key = 'lot again'`,
    );
    expect(JSON.stringify(kept)).not.toContain('gate_code');
    const other = await post({ ref: 'other' }, key, { 'idempotency-key': 'lot again' });
    expect(other.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
  });
});
