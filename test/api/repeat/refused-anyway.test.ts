import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../stage.ts';

// Under a key that was used before, a call is refused for what is wrong in it, not for the key.

let stage: Stage;
let lotId: string;
beforeAll(async () => {
  stage = await openStage();
  lotId = await stage.parking.addLot({ total_spaces: 50, rate_minor: 350 });
});
afterAll(() => stage.api.stop());

const WEBHOOK = { url: 'https://hooks.example.com/', events: ['session.ended'] };
const vehicles = (...plates: string[]) => ({
  ...{ lot_id: lotId, fleet_id: 'north' },
  vehicles: plates.map((plate) => ({ plate })),
});
const newSession = async () => (await stage.parking.park(lotId)).sessionId;
const newKey = async () => (await stage.newKey()).keyId;
const newWebhook = async () =>
  (await stage.post('/api/v1/webhooks', WEBHOOK)).body.webhook.id as string;

const feature = (ref: string) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-99.6, 41.2] },
  properties: { amenity: 'parking', ref, name: ref, capacity: '5' },
});

type Case = { path: string; good: object; bad: object; other: object };

/** A call, the same with something wrong in it, and another good one. */
const CASES: Record<string, () => Promise<Case>> = {
  'a blank name': async () => {
    const agent = { name: 'Valet', platform: 'openai', key_id: await newKey() };
    const [bad, other] = [
      { ...agent, name: ' ' },
      { ...agent, name: 'Other' },
    ];
    return { path: '/api/v1/agents', good: agent, bad, other };
  },
  'a mandate with an unknown rule': async () => {
    const key = { name: 'one', scopes: ['lots:read'] };
    const bad = { ...key, mandate: { currency: 'xxx' } };
    return { path: '/api/v1/keys', good: key, bad, other: { ...key, name: 'two' } };
  },
  'a quote of nobody': async () => {
    const stay = { lot_id: lotId, plate: stage.parking.newPlate() };
    const [bad, other] = [
      { ...stay, quote_id: 'none' },
      { ...stay, duration_hours: 2 },
    ];
    return { path: '/api/v1/sessions', good: stay, bad, other };
  },
  'minutes between two steps': async () => {
    const session_id = await newSession();
    const by = (extend_minutes: number) => ({ session_id, extend_minutes });
    return { path: '/api/v1/sessions/extend', good: by(30), bad: by(31), other: by(60) };
  },
  'no name of a stay': async () => {
    const [one, two] = [await newSession(), await newSession()];
    const good = { session_id: one };
    return { path: '/api/v1/sessions/end', good, bad: {}, other: { session_id: two } };
  },
  'a vehicle that is listed twice': async () => ({
    path: '/av-fleet/dispatch',
    good: vehicles('TWICE1'),
    bad: vehicles('TWICE1', 'TWICE1'),
    other: vehicles('TWICE2'),
  }),
  'coordinates of another system': async () => {
    const lots = { type: 'FeatureCollection', features: [feature('crs1')] };
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const other = { ...lots, features: [feature('crs2')] };
    return { path: '/api/v1/lots/batch', good: lots, bad: { ...lots, crs }, other };
  },
  'an amount with a tenth of a cent': async () => {
    const session = await stage.parking.park(lotId);
    await stage.parking.end(session);
    const by = (amount: number) => ({ amount, reason: 'test' });
    const path = `/api/v1/sessions/${session.sessionId}/refunds`;
    return { path, good: by(0.01), bad: by(0.011), other: by(0.02) };
  },
};

test.each(Object.entries(CASES))('%s is 400, and only what is right is 409', async (name, open) => {
  const { path, good, bad, other } = await open();
  const headers = { 'idempotency-key': name };
  const first = await stage.post(path, good, headers);
  expect(first.status, first.text).toBeLessThan(300);
  expect((await stage.post(path, bad, headers)).status).toBe(400);
  const refused = await stage.post(path, other, headers);
  expect(refused.status).toBe(409);
  expect(refused.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
  const again = await stage.post(path, good, headers);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('what was asked of a webhook that is gone is 404, not answered as before', async () => {
  const id = await newWebhook();
  const headers = { 'idempotency-key': 'gone' };
  const path = `/api/v1/webhooks/${id}`;
  const tested = await stage.post(`${path}/test`, {}, headers);
  const since = new Date(Date.now() - 1_000).toISOString();
  const calls: [string, object][] = [
    ['/test', {}],
    ['/replay', { since }],
    [`/deliveries/${tested.body.delivery.id}/redeliver`, {}],
  ];
  for (const [rest, body] of calls)
    expect((await stage.post(path + rest, body, headers)).status, rest).toBe(202);
  expect((await stage.send('DELETE', path, {})).status).toBe(204);
  for (const [rest, body] of calls)
    expect((await stage.post(path + rest, body, headers)).status, rest).toBe(404);
});

test('a count for what is no id of a lot is 404, whatever its key was used for', async () => {
  const headers = { 'idempotency-key': 'counted' };
  const count = async (id: string) =>
    (await stage.post(`/api/v1/lots/${id}/occupancy`, { occupied: 1 }, headers)).status;
  expect(await count(lotId)).toBe(200);
  expect(await count('no-id')).toBe(404);
});

test('the other path of a dispatch has the same keys', async () => {
  const headers = { 'idempotency-key': 'either' };
  const body = vehicles('EITHER1');
  const first = await stage.post('/av-fleet/dispatch', body, headers);
  const again = await stage.post('/api/v1/av-fleet/dispatch', body, headers);
  expect([first.status, again.body]).toEqual([201, first.body]);
  expect(again.headers['idempotent-replayed']).toBe('true');
});
