import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOf, openOperator, PARIS, TORONTO } from './operator.ts';

const DAY_MS = 86_400_000;

const { api, key, call, patch, lotOf, park, idsNear, audits, events } = await openOperator();
afterAll(() => api.stop());

describe('a change', () => {
  test('leaves all other fields, and writes an audit row and an event', async () => {
    const lot = await lotOf({ city: 'Toronto', base_rate: 2, opening_hours: '24/7' });
    const { status, body, headers } = await patch(lot.id, { name: 'Other', total_spaces: 9 });
    expect(status).toBe(200);
    expect(body.lot).toEqual({
      ...lot,
      name: 'Other',
      total_spaces: 9,
      updated_at: expect.any(String),
    });
    const [, updated, ...more] = await audits(lot.id);
    expect(more).toEqual([]);
    expect(updated).toMatchObject({
      action: 'lot.updated',
      actor_id: key.keyId,
      request_id: headers['x-request-id'],
    });
    expect(updated.diff.before).toEqual({ name: 'Lot', total_spaces: 5 });
    expect(updated.diff.after).toMatchObject({ name: 'Other', rate_minor: 200 });
    expect(await events(lot.id)).toEqual([
      {
        type: 'lot.updated',
        data: {
          lot_id: lot.id,
          changed: ['name', 'total_spaces'],
          before: { name: 'Lot', total_spaces: 5 },
          after: { name: 'Other', total_spaces: 9 },
        },
      },
    ]);
  });

  test('of the name leaves the slug, by PATCH or by batch', async () => {
    const lot = await lotOf({ name: 'Parkhaus Büchel', ref: 'slugged' });
    expect((await patch(lot.id, { name: 'Fair Garage' })).body.lot).toMatchObject({
      name: 'Fair Garage',
      slug: 'parkhaus-buchel',
    });
    const again = { ref: 'slugged', name: 'Quay Garage', ...TORONTO, total_spaces: 5 };
    expect((await call('POST', '/batch', [again])).body.results).toMatchObject([
      { status: 'updated', id: lot.id },
    ]);
    const geometry = { type: 'Point', coordinates: [TORONTO.lng, TORONTO.lat] };
    const properties = { ref: 'slugged', name: 'Third Name', capacity: 5 };
    const features = [{ type: 'Feature', geometry, properties }];
    const collection = { type: 'FeatureCollection', features };
    expect((await call('POST', '/batch', collection)).body.results).toMatchObject([
      { status: 'updated', id: lot.id },
    ]);
    expect((await call('GET', `/${lot.id}`)).body.lot).toMatchObject({
      name: 'Third Name',
      slug: 'parkhaus-buchel',
    });
  });

  test('that changes nothing writes nothing', async () => {
    const said = {
      city: 'Toronto',
      features: ['covered'],
      access: { notes: 'hi' },
      spaces: { ev: 1 },
    };
    const lot = await lotOf({ ...said, opening_hours: 'Mo-Fr 08:00-18:00', ref: 'same' });
    for (const changes of [
      {},
      said,
      { ref: 'same', ...TORONTO, total_spaces: 5 },
      { status: 'active' },
    ])
      expect((await patch(lot.id, changes)).body.lot).toEqual(lot);
    expect(await audits(lot.id)).toHaveLength(1);
    expect(await events(lot.id)).toEqual([]);
  });

  test('of access settings is audited and announced without their values', async () => {
    const lot = await lotOf({ access: { gate_code: '1', notes: 'left' } });
    const { body } = await patch(lot.id, { access: { gate_code: null, entry_lane: '3' } });
    expect(body.lot.access).toMatchObject({ gate_code: null, entry_lane: '3', notes: 'left' });
    const [, updated] = await audits(lot.id);
    expect(updated.diff).toMatchObject({ before: {}, access_changed: true });
    expect(updated.diff.after).not.toHaveProperty('entry_instructions');
    const data = { lot_id: lot.id, changed: ['access'], before: {}, after: {} };
    expect(await events(lot.id)).toEqual([{ type: 'lot.updated', data }]);
    const cleared = await patch(lot.id, { access: { entry_lane: null, notes: null } });
    expect(cleared.body.lot.access).toMatchObject({ entry_lane: null, notes: null });
  });

  test('of type and counts updates the tags derived from them', async () => {
    const lot = await lotOf({ lot_type: 'garage', spaces: { ev: 2 }, features: ['supervised'] });
    expect(lot.features).toEqual(['covered', 'ev_charging', 'supervised']);
    const changed = await patch(lot.id, { lot_type: 'surface', spaces: { ev: 0, av: 1 } });
    expect(changed.body.lot).toMatchObject({ features: ['av', 'supervised'], spaces: { ev: 0 } });
    const tagged = await patch(lot.id, { features: ['covered'] });
    expect(tagged.body.lot.features).toEqual(['av', 'covered']);
  });

  test('of one hold limit leaves the other, and is audited', async () => {
    const lot = await lotOf();
    const { body } = await patch(lot.id, { hold_limits: { others_pct: 100 } });
    expect(body.lot.hold_limits).toEqual({ others_pct: 100, each_pct: 10 });
    const [, updated] = await audits(lot.id);
    expect(updated.diff.before).toEqual({ hold_others_pct: 20 });
  });

  test('of the thresholds stores them in order, and the same in another order is no change', async () => {
    const lot = await lotOf();
    const { body } = await patch(lot.id, { occupancy_thresholds: [90, 5, 100] });
    expect(body.lot.occupancy_thresholds).toEqual([5, 90, 100]);
    expect((await patch(lot.id, { occupancy_thresholds: [100, 90, 5] })).body).toEqual(body);
    const none = await patch(lot.id, { occupancy_thresholds: [] });
    expect(none.body.lot.occupancy_thresholds).toEqual([]);
    expect((await call('GET', `/${lot.id}`)).body).toEqual(none.body);
    expect(await audits(lot.id)).toHaveLength(3);
    expect((await events(lot.id)).map(({ data }) => data.after)).toEqual([
      { occupancy_thresholds: [5, 90, 100] },
      { occupancy_thresholds: [] },
    ]);
  });

  test('of the place moves the lot on the map and changes its time zone', async () => {
    const lot = await lotOf({ name: 'Mover' });
    expect((await patch(lot.id, PARIS)).body.lot).toMatchObject({
      ...PARIS,
      timezone: 'Europe/Paris',
    });
    expect(await idsNear(PARIS)).toContain(lot.id);
    const [, updated] = await audits(lot.id);
    expect(Object.keys(updated.diff.before).sort()).toEqual([
      'cell',
      'latitude',
      'longitude',
      'timezone',
    ]);
  });

  test('of the currency is refused once a rate is posted or scheduled', async () => {
    const lot = await lotOf();
    expect((await patch(lot.id, { currency: 'USD' })).body.lot.currency).toBe('usd');
    const later = new Date(Date.now() + DAY_MS).toISOString();
    const put = await call('PUT', `/${lot.id}/rates`, { base_rate: 2, effective_from: later });
    expect(put.status).toBe(200);
    const refused = await patch(lot.id, { currency: 'cad' });
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      { reason: 'currency_in_use' },
    ]);
    const priced = await lotOf({ base_rate: 2 });
    expect((await patch(priced.id, { currency: 'usd' })).status).toBe(409);
    expect((await patch(priced.id, { currency: 'cad' })).status).toBe(200);
  });

  test.each([
    ['base_rate', { base_rate: 3 }],
    ['rate_unit', { rate_unit: 'day' }],
    ['max_daily_rate', { max_daily_rate: null }],
    ['has_no_daily_max', { has_no_daily_max: true }],
    ['total_spaces', { total_spaces: 0 }],
    ['name', { name: '' }],
    ['name', { name: 5 }],
    ['spaces.ev', { total_spaces: 1 }],
    ['access.space_labels', { spaces: { ev: 0 }, total_spaces: 1 }],
    ['hold_limits.each_pct', { hold_limits: { each_pct: 101 } }],
    ['hold_limits.others_pct', { hold_limits: { others_pct: 2.5 } }],
    ['hold_limits.all_pct', { hold_limits: { all_pct: 5 } }],
    ['occupancy_thresholds', { occupancy_thresholds: [1, 2, 3, 4, 5, 6] }],
    ['occupancy_thresholds', { occupancy_thresholds: [80, 80] }],
    ['occupancy_thresholds.0', { occupancy_thresholds: [0] }],
    ['occupancy_thresholds.1', { occupancy_thresholds: [80, 101] }],
    ['occupancy_thresholds.0', { occupancy_thresholds: [7.5] }],
    ['id', { id: 'x' }],
  ])('with a bad %s is refused naming it, and nothing is written', async (field, changes) => {
    const lot = await lotOf({ spaces: { ev: 2 }, access: { space_labels: ['A', 'B'] } });
    const { status, body } = await patch(lot.id, changes);
    expect(status).toBe(400);
    expect(fieldsOf({ body })).toEqual([field]);
    expect(await audits(lot.id)).toHaveLength(1);
  });

  test('of the rate is refused naming the operation that posts rates', async () => {
    const lot = await lotOf();
    const { body } = await patch(lot.id, { base_rate: 3 });
    expect(body.error.message).toContain(`PUT /api/v1/lots/${lot.id}/rates`);
  });

  test('to fewer spaces than are in use is 409; down to them it succeeds', async () => {
    const lot = await lotOf({ base_rate: 1, total_spaces: 5 });
    await park(lot.id);
    await park(lot.id);
    const refused = await patch(lot.id, { total_spaces: 1 });
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      { reason: 'spaces_in_use' },
    ]);
    expect((await patch(lot.id, { total_spaces: 2 })).status).toBe(200);
  });

  test('of one field keeps concurrent changes of other fields', async () => {
    const lot = await lotOf();
    const changes: Record<string, unknown> = {
      name: 'Together',
      address: '1 Elm Street',
      city: 'Toronto',
      state: 'ON',
      lot_type: 'garage',
      opening_hours: '24/7',
      max_height_cm: 200,
      website: 'https://example.com/',
      total_spaces: 50,
      ref: 'together',
    };
    const answers = await Promise.all([
      ...Object.entries(changes).map(([name, value]) => patch(lot.id, { [name]: value })),
      ...['ev', 'accessible', 'av'].map((kind) => patch(lot.id, { spaces: { [kind]: 1 } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await patch(lot.id, {});
    expect(body.lot).toMatchObject({ ...changes, spaces: { ev: 1, accessible: 1, av: 1 } });
    expect(body.lot.features).toEqual(['accessible', 'av', 'covered', 'ev_charging']);
    expect(await audits(lot.id)).toHaveLength(1 + answers.length);
  });
});
