import { afterAll, describe, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { fieldsOf, inHours, windowInHours } from '../../stage.ts';
import { bodyOf, openLocalEvents, PATH, TORONTO } from './operator.ts';

const { api, newKey, newOperator, lotOf, post, get, made, audits } = await openLocalEvents();
afterAll(() => api.stop());

/** Along a meridian. */
const KM_PER_DEGREE = 111.195;
const northBy = (km: number) => ({ ...TORONTO, lat: TORONTO.lat + km / KM_PER_DEGREE });

describe('a new local event', () => {
  test('is stored as it was sent, and is answered and looked up so', async () => {
    const key = await newOperator();
    const body = bodyOf({ type: 'roadworks', impact: 'low', radius_km: 2.5 });
    const answer = await post(key, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      local_event: {
        ...body,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.any(String),
      },
    });
    expect((await get(key, answer.body.local_event.id)).body).toEqual(answer.body);
  });

  test('has a radius of 1 km unless given, a rounded place and its instants in UTC', async () => {
    const more = {
      name: '  Fair ',
      lat: 43.653212345678,
      starts_at: '2026-11-30T19:30:00+05:30',
      ends_at: '2026-11-30T23:00:00.5+05:30',
    };
    const { local_event } = (await post(await newOperator(), inReach(more))).body;
    expect(local_event).toMatchObject({
      name: 'Fair',
      lat: 43.6532123,
      radius_km: 1,
      starts_at: new Date(inReach(more).starts_at).toISOString(),
      ends_at: new Date(inReach(more).ends_at).toISOString(),
    });
    expect(local_event.starts_at).toMatch(/T14:00:00.000Z$/);
  });

  test('has one audit row, which says what was entered and by whom', async () => {
    const key = await newOperator();
    const answer = await post(key);
    const { id, starts_at } = answer.body.local_event;
    expect(await audits(id)).toEqual([
      {
        action: 'local_event.created',
        actor_id: key.keyId,
        operator_id: key.operatorId,
        livemode: true,
        request_id: answer.headers['x-request-id'],
        diff: {
          before: null,
          after: {
            event_id: id,
            name: 'Cup final',
            type: 'sports',
            impact: 'high',
            // PostgreSQL writes no zeros at the end of a fraction.
            starts_at: starts_at.replace(/\.?0*Z$/, '+00:00'),
            ends_at: expect.any(String),
            latitude: TORONTO.lat,
            longitude: TORONTO.lng,
            radius_m: 1_000,
          },
        },
      },
    ]);
  });

  test('is made once for all calls with the same Idempotency-Key', async () => {
    const key = await newOperator();
    const body = bodyOf();
    const headers = { 'idempotency-key': 'final' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(key, body, headers)));
    const again = await post(key, body, headers);
    expect(again.headers['idempotent-replayed']).toBe('true');
    for (const { status, body: told } of answers) expect([status, told]).toEqual([201, again.body]);
    const other = await post(key, { ...body, impact: 'low' }, headers);
    expect([other.status, other.body.error.details.reason]).toEqual([409, 'idempotency_mismatch']);
    const rows = await api.database.sql('select from local_events where operator_id = $1', [
      key.operatorId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test.each<[string, () => object]>([
    ['a name of 120 characters', () => ({ name: 'x'.repeat(120) })],
    ['31 days', () => windowInHours(1, 1 + 31 * 24)],
    ['a start almost 400 days ago', () => windowInHours(-400 * 24 + 1, -400 * 24 + 2)],
    ['a start almost 400 days ahead', () => windowInHours(400 * 24 - 1, 400 * 24 + 1)],
    ['the least radius', () => ({ radius_km: 0.1 })],
    ['the greatest radius', () => ({ radius_km: 20 })],
    ['a place 19.9 km from its lot', () => northBy(19.9)],
  ])('may have %s', async (_name, more) => {
    const sent = more();
    const { status, body, text } = await post(await newOperator(), sent);
    expect(status, text).toBe(201);
    const kept = Object.fromEntries(
      Object.keys(sent).map((name) => [name, body.local_event[name]]),
    );
    for (const [name, value] of Object.entries(sent))
      if (typeof value === 'number') expect(kept[name]).toBeCloseTo(value, 7);
      else expect(kept[name]).toBe(value);
  });
});

/** The same with its year replaced, so that it is within reach whenever this runs. */
function inReach<T extends { starts_at: string; ends_at: string }>(more: T): T {
  const year = String(new Date().getUTCFullYear());
  const replace = (text: string) => text.replace(/^\d{4}/, year);
  return { ...more, starts_at: replace(more.starts_at), ends_at: replace(more.ends_at) };
}

describe('input that is refused', () => {
  let key: TestKey;

  test.each<[field: string, more: object]>([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['name', { name: null }],
    ['name', { name: 7 }],
    ['name', { name: 'two\nlines' }],
    ['type', { type: 'rave' }],
    ['type', { type: 'Concert' }],
    ['type', { type: undefined }],
    ['impact', { impact: 'huge' }],
    ['impact', { impact: 1.5 }],
    ['impact', { impact: undefined }],
    ['starts_at', { starts_at: '2026-12-24T18:00:00' }],
    ['starts_at', { starts_at: '2026-12-24' }],
    ['starts_at', { starts_at: 'tomorrow' }],
    ['starts_at', { starts_at: 1_800_000_000 }],
    ['starts_at', { starts_at: '2026-02-30T10:00:00Z' }],
    ['starts_at', { starts_at: undefined }],
    ['starts_at', windowInHours(-400 * 24 - 1, -400 * 24)],
    ['starts_at', windowInHours(400 * 24 + 1, 400 * 24 + 2)],
    ['ends_at', { ends_at: '2026-12-24T18:00:00' }],
    ['ends_at', { ends_at: undefined }],
    ['ends_at', windowInHours(24, 24 - 1 / 3_600)],
    ['ends_at', windowInHours(24, 24 + 31 * 24 + 1 / 3_600)],
    ['ends_at', windowInHours(24, 24 + 32 * 24)],
    ['lat', { lat: 90.1 }],
    ['lat', { lat: 'NaN' }],
    ['lat', { lat: null }],
    ['lat', { lat: undefined }],
    ['lat', northBy(20.1)],
    ['lng', { lng: -180.1 }],
    ['lng', { lng: '-79.4' }],
    ['radius_km', { radius_km: 0 }],
    ['radius_km', { radius_km: 0.09 }],
    ['radius_km', { radius_km: 20.1 }],
    ['radius_km', { radius_km: '1 km' }],
    ['latitude', { latitude: 43.65 }],
    ['operator_id', { operator_id: 'op_1' }],
    ['livemode', { livemode: false }],
  ])('400 names %s in %j', async (field, more) => {
    key ??= await newOperator();
    const answer = await post(key, more);
    expect(answer.status, answer.text).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  test('an end at the start is 400 naming ends_at', async () => {
    const starts_at = inHours(5);
    expect(fieldsOf(await post(key, { starts_at, ends_at: starts_at }))).toEqual(['ends_at']);
  });

  test('all wrong fields are named at once', async () => {
    const wrong = { name: ' ', ...windowInHours(500 * 24, 400 * 24) };
    expect(fieldsOf(await post(key, wrong))).toEqual(['name', 'starts_at', 'ends_at']);
  });

  test.each([
    ['NaN', JSON.stringify(bodyOf()).replace(String(TORONTO.lat), 'NaN')],
    ['a list', '[]'],
    ['nothing', ''],
  ])('a body with %s is 400 naming the body', async (_name, raw) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.request('POST', PATH, { key: key.secret, headers, raw });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['body']]);
  });

  test('nothing was written by any of these calls', async () => {
    const left = await api.database.sql(
      `select operator_id from local_events where operator_id = $1
       union all select action from audit_log
       where operator_id = $1 and action like 'local_event.%'
       union all select operation from idempotency where key_id = $2`,
      [key.operatorId, key.keyId],
    );
    expect(left).toEqual([]);
  });
});

describe('who may enter one', () => {
  test('an operator without a listed, active lot of this world near it gets 400 naming lat', async () => {
    const key = await newKey();
    await lotOf(key, { livemode: false });
    await lotOf(key, { is_listed: false });
    await lotOf(key, { status: 'closed' });
    await lotOf(key, { latitude: northBy(120).lat });
    const deleted = await lotOf(key);
    await api.request('DELETE', `/api/v1/lots/${deleted}`, { key: key.secret });
    await newOperator();
    const answer = await post(key);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['lat']]);
    expect(answer.body.error.message).toContain('within 20 km');
    await lotOf(key);
    expect((await post(key)).status).toBe(201);
  });

  test('a lot beyond the antimeridian or the pole is as near as the great circle says', async () => {
    const key = await newKey();
    await lotOf(key, { latitude: -17, longitude: 179.9 });
    await lotOf(key, { latitude: 89.9, longitude: 10 });
    await made(key, { lat: -17, lng: -179.95 });
    await made(key, { lat: 89.95, lng: -170 });
    expect(fieldsOf(await post(key, { lat: -17, lng: -179 }))).toEqual(['lat']);
    expect(fieldsOf(await post(key, { lat: 89.4, lng: -170 }))).toEqual(['lat']);
  });

  test('a key needs lots:write, and belongs to no fleet', async () => {
    const { operatorId } = await newOperator();
    const reader = await post(await newKey({ operatorId, scopes: ['lots:read'] }));
    expect([reader.status, reader.body.error.message]).toEqual([
      403,
      expect.stringContaining('lots:write'),
    ]);
    const fleet = await post(await newKey({ operatorId, fleetId: 'north' }));
    expect([fleet.status, fleet.body.error.message]).toEqual([
      403,
      expect.stringContaining('fleet'),
    ]);
    const answer = await api.request('POST', PATH, { key: 'pk_live_wrong', body: bodyOf() });
    expect(answer.status).toBe(401);
  });
});
