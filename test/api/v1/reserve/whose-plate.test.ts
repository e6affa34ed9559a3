import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, TestKey } from '../../client.ts';
import { callTool } from '../../mcp/connect.ts';
import { inHours, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
/** Whose vehicles are parked, held and sent; and keys of two others, who act together. */
let owner: TestKey;
let strangers: TestKey[];
let lastCall = 0;

beforeAll(async () => {
  stage = await openStage();
  owner = await newKey();
  strangers = [await newKey(), await newKey({ fleetId: 'north' })];
});
afterAll(() => stage.api.stop());

const newKey = (more: object = {}) =>
  stage.api.createKey({
    rateLimits: { write: 10_000, agent_session: 10_000, fleet: 10_000 },
    ...more,
  });

/** A lot on which everybody may hold as much as there is. */
async function openLot(): Promise<string> {
  const lotId = await stage.parking.addLot({ total_spaces: 40 });
  const hold_limits = { others_pct: 100, each_pct: 100 };
  await stage.send('PATCH', `/api/v1/lots/${lotId}`, { hold_limits });
  return lotId;
}

const once = () => ({ 'idempotency-key': `plates-${++lastCall}` });
const hour = (from: number) => ({ starts_at: inHours(from), ends_at: inHours(from + 1) });

type Endpoint = (lot_id: string, plate: string, as: TestKey) => Promise<Answer>;

const park: Endpoint = (lot_id, plate, as) =>
  stage.post('/api/v1/sessions', { lot_id, plate }, once(), as);
const reserve: Endpoint = (lot_id, plate, as) =>
  stage.post('/api/v1/reserve', { intent: 'an hour', lot_id, plate }, once(), as);
const reserveLater: Endpoint = (lot_id, plate, as) =>
  stage.post('/api/v1/reserve', { intent: 'parking', lot_id, plate, ...hour(2) }, once(), as);
const reserveInWords: Endpoint = (lot_id, plate, as) =>
  stage.post('/api/v1/reserve', { intent: `an hour, plate ${plate}`, lot_id }, once(), as);
const dispatch =
  (path: string): Endpoint =>
  (lot_id, plate, as) =>
    stage.post(path, { lot_id, fleet_id: 'north', vehicles: [{ plate }] }, once(), as);
const activate: Endpoint = async (lot_id, plate, as) => {
  const held = await stage.post('/api/v1/reserve', { intent: 'an hour', lot_id }, once(), as);
  return stage.post(`/api/v1/reserve/${held.body.hold.id}/activate`, { plate }, once(), as);
};

const ENDPOINTS: Record<string, Endpoint> = {
  'a stay': park,
  'a hold': reserve,
  'a hold for later': reserveLater,
  'a hold in words': reserveInWords,
  'a dispatch': dispatch('/av-fleet/dispatch'),
  'a dispatch under v1': dispatch('/api/v1/av-fleet/dispatch'),
  'an activation': activate,
};

/** How a vehicle comes to have a space, and what its own operator learns when it asks again. */
const STATES: Record<string, Endpoint> = {
  parked: park,
  held: reserve,
  'held for later': reserveLater,
  sent: dispatch('/av-fleet/dispatch'),
};

/** An answer without what is new in each, and without the plate. */
function shapeOf({ status, body }: Answer, plate: string): unknown {
  if (body.error) return { status, error: { ...body.error, request_id: '' } };
  return { status, names: Object.keys(body), told: JSON.stringify(body).includes(plate) };
}

describe.each(Object.entries(STATES))('of a vehicle that is %s by an operator', (_, have) => {
  test.each(Object.entries(ENDPOINTS))(
    'others learn nothing by asking for %s',
    async (_door, ask) => {
      const lotId = await openLot();
      const [there, nowhere] = [stage.parking.newPlate(), stage.parking.newPlate()];
      expect((await have(lotId, there, owner)).status).toBe(201);
      for (const as of strangers) {
        const about = await ask(lotId, there, as);
        expect(about.status).toBe(201);
        expect(shapeOf(about, there)).toEqual(shapeOf(await ask(lotId, nowhere, as), nowhere));
      }
    },
  );
});

test.each([
  ['a stay', park, park, 'already_parked'],
  ['a stay, and wants a hold', park, reserve, 'plate_already_held'],
  ['a hold', reserve, reserve, 'plate_already_held'],
  ['a hold, and is to be sent', reserve, dispatch('/av-fleet/dispatch'), 'plate_already_held'],
  [
    'an allocation',
    dispatch('/av-fleet/dispatch'),
    dispatch('/av-fleet/dispatch'),
    'already_allocated',
  ],
] as const)(
  'every key of the same operator learns that its vehicle has %s, other fleets included',
  async (_, have, ask, reason) => {
    const lotId = await openLot();
    const plate = stage.parking.newPlate();
    const { operatorId } = owner;
    const twins = await Promise.all([
      newKey({ operatorId }),
      newKey({ operatorId, fleetId: 'north' }),
    ]);
    expect((await have(lotId, plate, owner)).status).toBe(201);
    for (const as of [owner, ...twins]) {
      const { status, body } = await ask(lotId, plate, as);
      expect([status, body.error?.details.reason]).toEqual([409, reason]);
    }
  },
);

test('50 plates near a place are held where they would be if none of them were known', async () => {
  const place = { latitude: 45.42, longitude: -75.7 };
  const lots = [
    await stage.parking.addLot({ ...place, name: 'Rideau', total_spaces: 1_000 }),
    await stage.parking.addLot({ ...place, latitude: 45.43, name: 'Byward', total_spaces: 1_000 }),
  ];
  const [nearest = ''] = lots;
  const plates = Array.from({ length: 50 }, () => stage.parking.newPlate());
  for (const [i, plate] of plates.entries())
    if (i % 2 === 0) expect((await park(nearest, plate, owner)).status).toBe(201);
  const near = { lat: 45.42, lng: -75.7, radius_km: 5 };
  const [stranger, fleet] = strangers as [TestKey, TestKey];
  for (const plate of plates) {
    const wish = { intent: `parking in Ottawa for an hour, plate ${plate}` };
    const held = await stage.post('/api/v1/reserve', wish, once(), stranger);
    expect([held.status, held.body.hold?.lot_id]).toEqual([201, nearest]);
  }
  const vehicles = plates.map((plate) => ({ plate }));
  const sent = await stage.post('/av-fleet/dispatch', { near, vehicles }, {}, fleet);
  expect(sent.status).toBe(201);
  for (const { lot_id } of sent.body.dispatch.allocations) expect(lot_id).toBe(nearest);
});

test('a tool tells a stranger nothing either', async () => {
  const lotId = await openLot();
  const plate = stage.parking.newPlate();
  await park(lotId, plate, owner);
  const [key] = strangers as [TestKey];
  for (const [name, args] of [
    ['reserve_parking', { intent: 'an hour', lot_id: lotId, plate }],
    ['create_parking_session', { lot_id: lotId, plate }],
  ] as const)
    expect((await callTool(stage.api, name, args, { key })).isError).not.toBe(true);
});

test('what strangers have with the same plate takes spaces, and is ended and found apart', async () => {
  const lotId = await openLot();
  const plate = stage.parking.newPlate();
  const all = [owner, ...strangers];
  const ids = [];
  for (const as of all) ids.push((await park(lotId, plate, as)).body.session.id);
  expect(await stage.parking.lot(lotId)).toMatchObject({ taken_spaces: 3, held_spaces: 0 });
  const found = async (as: TestKey, status: string) => {
    const query = { plate, status };
    const { body } = await stage.api.request('GET', '/api/v1/sessions/search', {
      key: as.secret,
      query,
    });
    return body.data.map(({ id }: { id: string }) => id);
  };
  for (const [i, as] of all.entries()) expect(await found(as, 'active')).toEqual([ids[i]]);
  expect(await found(stage.key, 'active')).toEqual(ids.toReversed());
  const [own] = ids;
  const end = { session_id: own };
  const extended = await stage.post(
    '/api/v1/sessions/extend',
    { ...end, extend_minutes: 30 },
    {},
    owner,
  );
  expect(extended.status).toBe(200);
  expect((await stage.post('/api/v1/sessions/end', end, {}, owner)).status).toBe(200);
  expect(await stage.parking.lot(lotId)).toMatchObject({ taken_spaces: 2 });
  expect(await found(stage.key, 'active')).toEqual(ids.slice(1).toReversed());
  // What the others have stays theirs, and its vehicle may come back.
  expect((await park(lotId, plate, owner)).status).toBe(201);
  await stage.parking.passMinutes(76);
  await stage.parking.expire();
  expect(await stage.parking.lot(lotId)).toMatchObject({ taken_spaces: 0 });
});

test('strangers with one plate hold no more of a lot than with many', async () => {
  const lotId = await stage.parking.addLot({ total_spaces: 50 });
  const plate = stage.parking.newPlate();
  const outcomes = [];
  for (let i = 0; i < 12; i += 1) {
    const { status, body } = await reserve(lotId, plate, await newKey());
    outcomes.push(body.error?.details.reason ?? status);
  }
  expect(outcomes).toEqual([...Array(10).fill(201), ...Array(2).fill('hold_limit_lot')]);
});
