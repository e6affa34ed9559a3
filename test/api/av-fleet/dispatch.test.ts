import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parking } from '../../stage/parking.ts';
import type { Answer, TestApi, TestKey } from '../client.ts';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

const PATH = '/av-fleet/dispatch';
const MINUTE_MS = 60_000;
const FLEET = 'north';

let api: TestApi;
let parking: Parking;
let key: TestKey;
let newKey: Stage['newKey'];
let lastLatitude = 40;

beforeAll(async () => {
  ({ api, parking, key, newKey } = await openStage());
});
afterAll(() => api.stop());

type Allocation = {
  plate: string;
  lot_id: string;
  fencing_token: number;
  status: string;
  assigned_space: string | null;
  entry_instructions: { assigned_space: string | null };
};
type Vehicle = { plate: string; vin?: string };

const newVehicles = (count: number): Vehicle[] =>
  Array.from({ length: count }, () => ({ plate: parking.newPlate() }));

const send = (body: object, headers = {}, as = key, path = PATH) =>
  api.request('POST', path, { key: as.secret, body: { fleet_id: FLEET, ...body }, headers });
const get = (id: string, as = key, path = PATH) =>
  api.request('GET', `${path}/${id}`, { key: as.secret });
const release = (id: string, headers = {}, as = key) =>
  api.request('POST', `${PATH}/${id}/release`, { key: as.secret, headers });
const commit = (id: string, allocations: Pick<Allocation, 'plate' | 'fencing_token'>[], as = key) =>
  api.request('POST', `${PATH}/${id}/commit`, {
    key: as.secret,
    body: {
      allocations: allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token })),
    },
  });

type Dispatch = { id: string; status: string; fleet_id: string; allocations: Allocation[] };

const allocationOf = ({ allocations }: Dispatch, vehicle: Vehicle | undefined) =>
  allocations.find(({ plate }) => plate === vehicle?.plate);

/** The number of vehicles of a dispatch on each of the lots. */
const countsOn = (lots: string[], { allocations }: Dispatch) =>
  lots.map((lotId) => allocations.filter((one) => one.lot_id === lotId).length);

async function dispatched(body: object): Promise<Dispatch> {
  const answer = await send(body);
  expect(answer.status).toBe(201);
  return answer.body.dispatch;
}

/** A dispatch of `count` vehicles on a new lot. */
async function allocated(count: number): Promise<Dispatch & { lotId: string }> {
  const lotId = await parking.addLot();
  return { ...(await dispatched({ lot_id: lotId, vehicles: newVehicles(count) })), lotId };
}

const refusalOf = ({ status, body }: Answer) => ({ status, reason: body.error.details.reason });
/** A place where no other test has lots. */
function newCentre() {
  lastLatitude += 0.5;
  return { lat: lastLatitude, lng: -79 };
}

async function lotAt(centre: { lat: number; lng: number }, km: number, spaces: number) {
  const place = { latitude: centre.lat + km / 111.2, longitude: centre.lng };
  return parking.addLot({ ...place, total_spaces: spaces });
}

describe('all or none', () => {
  test('each vehicle gets a space, a token and a lease of its own', async () => {
    const lotId = await parking.addLot({ total_spaces: 5 });
    const labels = ['A1', 'A2'];
    await api.database.sql(
      'update lots set space_labels = $2, free_labels = $2 where lot_id = $1',
      [lotId, labels],
    );
    const vin = '1HGCM82633A004352';
    const [first, ...others] = newVehicles(3);
    const { body } = await send({ lot_id: lotId, vehicles: [{ ...first, vin }, ...others] });
    const { dispatch } = body;
    expect(dispatch).toMatchObject({ status: 'allocated', fleet_id: FLEET, arrive_by: null });
    expect(allocationOf(dispatch, first)).toMatchObject({ vin, session_id: null });
    for (const vehicle of others)
      expect(allocationOf(dispatch, vehicle)).toMatchObject({
        vin: null,
        lot_id: lotId,
        lot_name: expect.stringMatching(/^Test lot/),
        status: 'allocated',
      });
    const spaces = dispatch.allocations.map((one: Allocation) => {
      expect(one.entry_instructions.assigned_space).toBe(one.assigned_space);
      return one.assigned_space;
    });
    expect(spaces.toSorted()).toEqual(['A1', 'A2', null]);
    const tokens = dispatch.allocations.map((one: Allocation) => one.fencing_token);
    expect(new Set(tokens).size).toBe(3);
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 3, taken_spaces: 0 });
    expect((await get(dispatch.id)).body).toEqual(body);
  });

  test('more vehicles than spaces: 409 lot_full, and nothing is held', async () => {
    const lotId = await parking.addLot({ total_spaces: 3 });
    const answer = await send({ lot_id: lotId, vehicles: newVehicles(4) });
    expect(refusalOf(answer)).toEqual({ status: 409, reason: 'lot_full' });
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
    expect((await send({ lot_id: lotId, vehicles: newVehicles(3) })).status).toBe(201);
  });

  test('50 vehicles go at once', async () => {
    const lotId = await parking.addLot({ total_spaces: 50 });
    const { allocations } = await dispatched({ lot_id: lotId, vehicles: newVehicles(50) });
    expect(allocations).toHaveLength(50);
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 50 });
  });

  test('if one vehicle is allocated elsewhere, none is allocated: 409', async () => {
    const [shared] = newVehicles(1);
    await dispatched({ lot_id: await parking.addLot(), vehicles: [shared] });
    const lotId = await parking.addLot();
    const again = { lot_id: lotId, vehicles: [...newVehicles(2), shared] };
    expect(refusalOf(await send(again))).toEqual({ status: 409, reason: 'already_allocated' });
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
    await parking.passMinutes(3);
    expect((await send(again)).status).toBe(201);
  });

  test('a vehicle that was released can be sent elsewhere at once', async () => {
    const { id, allocations } = await allocated(1);
    await release(id);
    const vehicles = allocations.map(({ plate }) => ({ plate }));
    expect((await send({ lot_id: await parking.addLot(), vehicles })).status).toBe(201);
  });

  test('a lot that cannot take the vehicles is refused with the reason', async () => {
    const vehicles = newVehicles(1);
    const refusal = async (more: object) =>
      refusalOf(await send({ lot_id: await parking.addLot(more), vehicles }));
    expect(await refusal({ status: 'closed' })).toEqual({ status: 409, reason: 'closed' });
    expect(await refusal({ rate_minor: null })).toEqual({ status: 409, reason: 'no_rate' });
    for (const more of [{ livemode: false }, { is_listed: false }]) {
      const lotId = await parking.addLot(more);
      expect((await send({ lot_id: lotId, vehicles })).status).toBe(404);
    }
  });
});

describe('what is asked for', () => {
  test.each<[string, (lotId: string) => object]>([
    ['vehicles', (lot_id) => ({ lot_id, vehicles: [] })],
    ['vehicles', (lot_id) => ({ lot_id, vehicles: newVehicles(51) })],
    ['vehicles', (lot_id) => ({ lot_id })],
    [
      'vehicles.1.plate',
      (lot_id) => ({ lot_id, vehicles: [{ plate: 'A B1' }, { plate: 'ab-1' }] }),
    ],
    ['vehicles.0.plate', (lot_id) => ({ lot_id, vehicles: [{ plate: '!!' }] })],
    ['vehicles.0.vin', (lot_id) => ({ lot_id, vehicles: [{ plate: 'AB1', vin: 'I'.repeat(17) }] })],
    ['lot_id', () => ({ vehicles: [{ plate: 'AB1' }] })],
    [
      'lot_id and near',
      (lot_id) => ({ lot_id, near: { lat: 1, lng: 1 }, vehicles: [{ plate: 'AB1' }] }),
    ],
    ['near.lat', () => ({ near: { lat: 91, lng: 1 }, vehicles: [{ plate: 'AB1' }] })],
    [
      'near.radius_km',
      () => ({ near: { lat: 1, lng: 1, radius_km: 51 }, vehicles: [{ plate: 'AB1' }] }),
    ],
    ['ttl_seconds', (lot_id) => ({ lot_id, vehicles: [{ plate: 'AB1' }], ttl_seconds: 59 })],
    ['ttl_seconds', (lot_id) => ({ lot_id, vehicles: [{ plate: 'AB1' }], ttl_seconds: 3601 })],
    ['duration_hours', (lot_id) => ({ lot_id, vehicles: [{ plate: 'AB1' }], duration_hours: 25 })],
    ['colour', (lot_id) => ({ lot_id, vehicles: [{ plate: 'AB1' }], colour: 'red' })],
  ])('400 names %s, and nothing is held', async (field, bodyOf) => {
    const lotId = await parking.addLot({ total_spaces: 60 });
    const answer = await send(bodyOf(lotId));
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
    });
    expect(fieldsOf(answer)).toEqual(field.split(' and '));
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
  });

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
  const leaseOf = ({ body }: Answer) =>
    new Date(body.dispatch.allocations[0].lease_expires_at).getTime() -
    new Date(body.dispatch.created_at).getTime();
  const sendFor = async (more: object) =>
    send({ lot_id: await parking.addLot(), vehicles: newVehicles(1), ...more });

  test('the lease is 3 minutes unless given, otherwise as long as given', async () => {
    for (const [more, minutes] of [
      [{}, 3],
      [{ ttl_seconds: 60 }, 1],
      [{ ttl_seconds: 3600 }, 60],
    ] as const) {
      const off = Math.abs(leaseOf(await sendFor(more)) - minutes * MINUTE_MS);
      expect(off).toBeLessThan(1_000);
    }
  });

  test('with arrive_by the lease ends a quarter of an hour after the arrival', async () => {
    const arriveBy = inMinutes(40);
    const { body } = await sendFor({ arrive_by: arriveBy.toISOString() });
    expect(body.dispatch.arrive_by).toBe(arriveBy.toISOString());
    const lease = new Date(body.dispatch.allocations[0].lease_expires_at);
    expect(lease).toEqual(new Date(arriveBy.getTime() + 15 * MINUTE_MS));
  });

  test('arrive_by and ttl_seconds together: the lease must reach the arrival', async () => {
    const arrive_by = inMinutes(20).toISOString();
    const tooShort = await sendFor({ arrive_by, ttl_seconds: 600 });
    expect(fieldsOf(tooShort)).toEqual(['ttl_seconds']);
    expect((await sendFor({ arrive_by, ttl_seconds: 1800 })).status).toBe(201);
  });

  test.each([-1, 24 * 60 + 1])('an arrival %d minutes from now is refused', async (minutes) => {
    const answer = await sendFor({ arrive_by: inMinutes(minutes).toISOString() });
    expect(fieldsOf(answer)).toEqual(['arrive_by']);
  });
});

describe('near a point', () => {
  test('the nearest lots are filled first', async () => {
    const near = newCentre();
    const far = await lotAt(near, 3, 10);
    const next = await lotAt(near, 1, 2);
    const nearest = await lotAt(near, 0.2, 3);
    await lotAt(near, 20, 10);
    const dispatch = await dispatched({ near, vehicles: newVehicles(6) });
    expect(countsOn([nearest, next, far], dispatch)).toEqual([3, 2, 1]);
  });

  test('lots for self-driving vehicles come before nearer ones', async () => {
    const near = newCentre();
    const nearest = await lotAt(near, 0.2, 5);
    const forAv = await lotAt(near, 2, 2);
    await api.database.sql(`update lots set features = '{av}' where lot_id = $1`, [forAv]);
    const dispatch = await dispatched({ near, vehicles: newVehicles(3) });
    expect(countsOn([forAv, nearest], dispatch)).toEqual([2, 1]);
  });

  test('too few spaces around: 409 with their number, and nothing is held', async () => {
    const near = newCentre();
    const lots = [await lotAt(near, 1, 2), await lotAt(near, 2, 2)];
    await lotAt(near, 6, 9);
    const { status, body } = await send({ near, vehicles: newVehicles(5) });
    expect(status).toBe(409);
    expect(body.error.details).toEqual({ reason: 'lot_full', free_spaces: 4 });
    for (const lotId of lots) expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
    const wider = { near: { ...near, radius_km: 10 }, vehicles: newVehicles(5) };
    expect((await send(wider)).status).toBe(201);
  });

  test('full, closed, unlisted and rateless lots are skipped', async () => {
    const near = newCentre();
    const full = await lotAt(near, 0.1, 1);
    await parking.park(full);
    for (const change of [`status = 'closed'`, 'is_listed = false', 'rate_minor = null'])
      await api.database.sql(`update lots set ${change} where lot_id = $1`, [
        await lotAt(near, 0.2, 5),
      ]);
    const open = await lotAt(near, 3, 5);
    const dispatch = await dispatched({ near, vehicles: newVehicles(2) });
    expect(countsOn([full, open], dispatch)).toEqual([0, 2]);
  });
});

describe('at once', () => {
  async function race(target: object): Promise<Answer[]> {
    return Promise.all(
      Array.from({ length: 10 }, () => send({ ...target, vehicles: newVehicles(8) })),
    );
  }

  function expectFiveOfTen(answers: Answer[]): void {
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusalOf)).toEqual(
      Array.from({ length: 5 }, () => ({ status: 409, reason: 'lot_full' })),
    );
  }

  test('of ten dispatches of 8 vehicles for 40 spaces exactly five succeed', async () => {
    const lotId = await parking.addLot({ total_spaces: 40 });
    expectFiveOfTen(await race({ lot_id: lotId }));
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 40 });
  });

  test('ten dispatches at once fill four lots of ten spaces, and overbook none', async () => {
    const near = newCentre();
    const lots = [];
    for (const km of [0.4, 0.3, 0.2, 0.1]) lots.push(await lotAt(near, km, 10));
    expectFiveOfTen(await race({ near }));
    for (const lotId of lots) expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 10 });
  });

  test('of five dispatches of the same vehicles in any order one gets them all', async () => {
    const vehicles = newVehicles(6);
    const lots = await Promise.all(Array.from({ length: 5 }, () => parking.addLot()));
    const answers = await Promise.all(
      lots.map((lot_id, i) =>
        send({ lot_id, vehicles: [...vehicles.slice(i), ...vehicles.slice(0, i)] }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201).map(refusalOf);
    expect(refused).toEqual(
      Array.from({ length: 4 }, () => ({ status: 409, reason: 'already_allocated' })),
    );
    const heldSpaces = await Promise.all(
      lots.map(async (id) => (await parking.lot(id)).held_spaces),
    );
    expect(heldSpaces.toSorted()).toEqual([0, 0, 0, 0, 6]);
  });
});

describe('handing over', () => {
  test('a commit turns allocations into sessions of the fleet on their spaces', async () => {
    const lotId = await parking.addLot();
    await api.database.sql(
      `update lots set space_labels = '{B1}', free_labels = '{B1}' where lot_id = $1`,
      [lotId],
    );
    const { id, allocations } = await dispatched({ lot_id: lotId, vehicles: newVehicles(2) });
    const sent = allocations.find((one) => one.assigned_space === 'B1');
    const { status, body } = await commit(id, allocations);
    expect(status).toBe(200);
    expect(body.dispatch).toMatchObject({
      status: 'committed',
      allocations: [{ status: 'committed' }, { status: 'committed' }],
    });
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 2, held_spaces: 0 });
    const first = body.dispatch.allocations.find((one: Allocation) => one.plate === sent?.plate);
    const found = await api.request('GET', `/api/v1/sessions/${first.session_id}`, {
      key: key.secret,
    });
    expect(found.body.session).toMatchObject({
      status: 'active',
      source: 'fleet',
      plate: sent?.plate,
      vehicle: { autonomous: true, fleet_id: FLEET },
      entry_instructions: { assigned_space: 'B1' },
    });
  });

  test('repeating a commit changes nothing', async () => {
    const { id, allocations, lotId } = await allocated(2);
    const first = await commit(id, allocations);
    const again = await commit(id, allocations);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 2 });
  });

  test('committed in parts, it stays allocated while a vehicle may still come', async () => {
    const { id, allocations, lotId } = await allocated(3);
    const { body } = await commit(id, allocations.slice(0, 1));
    expect(body.dispatch.status).toBe('allocated');
    expect(body.dispatch.allocations.map((one: Allocation) => one.status)).toEqual([
      'committed',
      'allocated',
      'allocated',
    ]);
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 1, held_spaces: 2 });
    expect((await commit(id, allocations)).body.dispatch.status).toBe('committed');
  });

  test('a wrong token is 409 wrong_token naming its vehicle, and commits no vehicle', async () => {
    const { id, allocations, lotId } = await allocated(2);
    const [first, second] = allocations;
    if (first === undefined || second === undefined) throw new Error('not allocated');
    for (const fencing_token of [first.fencing_token, second.fencing_token + 1, -1, 0]) {
      const answer = await commit(id, [first, { ...second, fencing_token }]);
      expect(refusalOf(answer)).toEqual({ status: 409, reason: 'wrong_token' });
      expect(answer.body.error.details.field).toBe('allocations.1.fencing_token');
      expect(answer.body.error.message).toContain("not that of the vehicle's allocation");
    }
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0, held_spaces: 2 });
    expect((await commit(id, allocations)).status).toBe(200);
  });

  test('a token expires with its lease, even if the vehicle is allocated again', async () => {
    const { id, allocations, lotId } = await allocated(1);
    await parking.passMinutes(3);
    expect(refusalOf(await commit(id, allocations))).toEqual({
      status: 409,
      reason: 'stale_token',
    });
    const vehicles = allocations.map(({ plate }) => ({ plate }));
    const second = await dispatched({ lot_id: lotId, vehicles });
    const [older, newer] = [allocations[0], second.allocations[0]];
    expect(newer?.fencing_token).toBeGreaterThan(older?.fencing_token ?? Number.NaN);
    expect(refusalOf(await commit(second.id, allocations)).reason).toBe('wrong_token');
    expect((await commit(second.id, second.allocations)).status).toBe(200);
  });

  test('a vehicle of another dispatch is refused, and the error names it', async () => {
    const [mine, other] = [await allocated(1), await allocated(1)];
    const answer = await commit(mine.id, [...mine.allocations, ...other.allocations]);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['allocations.1.plate']);
    expect((await get(mine.id)).body.dispatch.status).toBe('allocated');
  });

  test.each<[string, object]>([
    ['allocations', { allocations: [] }],
    ['allocations.0.fencing_token', { allocations: [{ plate: 'AB1' }] }],
    ['allocations.0.fencing_token', { allocations: [{ plate: 'AB1', fencing_token: '1' }] }],
    ['plates', { allocations: [{ plate: 'AB1', fencing_token: 1 }], plates: [] }],
  ])('400 names %s', async (field, body) => {
    const { id } = await allocated(1);
    const answer = await api.request('POST', `${PATH}/${id}/commit`, { key: key.secret, body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });
});

describe('releasing and expiring', () => {
  test('a release frees the spaces that no vehicle has taken, with their labels', async () => {
    const lotId = await parking.addLot();
    await api.database.sql(
      `update lots set space_labels = '{C1,C2}', free_labels = '{C1,C2}' where lot_id = $1`,
      [lotId],
    );
    const { id, allocations } = await dispatched({ lot_id: lotId, vehicles: newVehicles(2) });
    await commit(id, allocations.slice(0, 1));
    const { status, body } = await release(id);
    expect(status).toBe(200);
    expect(body.dispatch).toMatchObject({
      status: 'committed',
      allocations: [{ status: 'committed' }, { status: 'released', session_id: null }],
    });
    expect(await parking.lot(lotId)).toEqual({
      taken_spaces: 1,
      held_spaces: 0,
      free_labels: [allocations[1]?.assigned_space],
    });
    const late = await commit(id, allocations);
    expect(refusalOf(late).reason).toBe('stale_token');
    expect(late.body.error.message).toBe(
      'allocations.1.fencing_token is of an allocation that was released',
    );
  });

  test('with all its vehicles released it is released; a second release is refused', async () => {
    const { id } = await allocated(2);
    expect((await release(id)).body.dispatch.status).toBe('released');
    expect(refusalOf(await release(id))).toEqual({ status: 409, reason: 'not_allocated' });
  });

  test('with all leases over it is expired, by the clock alone; a release is refused', async () => {
    const { id } = await allocated(2);
    await parking.passMinutes(3);
    expect((await get(id)).body.dispatch).toMatchObject({
      status: 'expired',
      allocations: [{ status: 'expired' }, { status: 'expired' }],
    });
    expect(refusalOf(await release(id))).toEqual({ status: 409, reason: 'not_allocated' });
  });
});

describe('access to a dispatch', () => {
  test("a fleet key sends its own fleet's vehicles, and no others", async () => {
    const fleet = await newKey({ fleetId: 'south' });
    const lotId = await parking.addLot();
    const body = { lot_id: lotId, vehicles: newVehicles(1) };
    const own = await api.request('POST', PATH, { key: fleet.secret, body });
    expect(own.body.dispatch.fleet_id).toBe('south');
    expect(fieldsOf(await send({ lot_id: lotId, vehicles: newVehicles(1) }, {}, fleet))).toEqual([
      'fleet_id',
    ]);
  });

  test('a key without a fleet must name one', async () => {
    const body = { lot_id: await parking.addLot(), vehicles: newVehicles(1) };
    const answer = await api.request('POST', PATH, { key: key.secret, body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['fleet_id']);
  });

  test('its operator and its fleet see it; for others it does not exist', async () => {
    const creator = await api.createKey();
    const { operatorId } = creator;
    const lotId = await parking.addLot();
    const sent = await send({ lot_id: lotId, vehicles: newVehicles(1) }, {}, creator);
    const { id, allocations } = sent.body.dispatch;
    for (const as of [creator, await api.createKey({ operatorId, fleetId: FLEET })])
      expect((await get(id, as)).body).toEqual(sent.body);
    for (const as of [
      await api.createKey({ operatorId, fleetId: 'south' }),
      await api.createKey({ operatorId, mode: 'test' }),
      await api.createKey({ fleetId: FLEET }),
      key,
    ])
      for (const answer of [
        await get(id, as),
        await commit(id, allocations, as),
        await release(id, {}, as),
      ])
        expect({ status: answer.status, code: answer.body.error.code }).toEqual({
          status: 404,
          code: 'NOT_FOUND',
        });
    expect((await get(id, creator)).body).toEqual(sent.body);
  });

  test('without the scope fleet:write all of it is 403', async () => {
    const { id, allocations, lotId } = await allocated(1);
    const as = await newKey({ scopes: ['sessions:write', 'reservations:write'] });
    const answers = [
      await send({ lot_id: lotId, vehicles: newVehicles(1) }, {}, as),
      await get(id, as),
      await commit(id, allocations, as),
      await release(id, {}, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('repeated calls', () => {
  const headers = (name: string) => ({ 'idempotency-key': name });

  test('a repeated dispatch holds nothing more, and gets the first answer', async () => {
    const body = { lot_id: await parking.addLot(), vehicles: newVehicles(2) };
    const first = await send(body, headers('again'));
    await commit(first.body.dispatch.id, first.body.dispatch.allocations.slice(0, 1));
    const again = await send(body, headers('again'));
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await send({ ...body, vehicles: newVehicles(2) }, headers('again'));
    expect(refusalOf(other)).toEqual({ status: 409, reason: 'idempotency_mismatch' });
  });

  test('ten concurrent dispatches with one key make one, and all get its answer', async () => {
    const lotId = await parking.addLot({ total_spaces: 3 });
    const body = { lot_id: lotId, vehicles: newVehicles(3) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(body, headers('at once'))),
    );
    for (const { status, body: told } of answers)
      expect({ status, body: told }).toEqual({ status: 201, body: answers[0]?.body });
    expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 3 });
  });

  test('a repeated release gets the first answer', async () => {
    const { id } = await allocated(2);
    const first = await release(id, headers('release'));
    const again = await release(id, headers('release'));
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('a refused dispatch is not stored: its key works once there is room', async () => {
    const lotId = await parking.addLot({ total_spaces: 1 });
    const session = await parking.park(lotId);
    const body = { lot_id: lotId, vehicles: newVehicles(1) };
    expect((await send(body, headers('later'))).status).toBe(409);
    await parking.end(session);
    expect((await send(body, headers('later'))).status).toBe(201);
  });
});

test('both paths are the same operation, even for a repeat', async () => {
  const body = { lot_id: await parking.addLot(), vehicles: newVehicles(1) };
  const headers = { 'idempotency-key': 'both paths' };
  const first = await send(body, headers, key, `/api/v1${PATH}`);
  expect(first.status).toBe(201);
  const again = await send(body, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const { id, allocations } = first.body.dispatch;
  expect((await get(id)).body).toEqual((await get(id, key, `/api/v1${PATH}`)).body);
  const committed = await api.request('POST', `/api/v1${PATH}/${id}/commit`, {
    key: key.secret,
    body: {
      allocations: allocations.map(({ plate, fencing_token }: Allocation) => ({
        plate,
        fencing_token,
      })),
    },
  });
  expect(committed.body.dispatch.status).toBe('committed');
  const released = await api.request('POST', `/api/v1${PATH}/${id}/release`, { key: key.secret });
  expect(refusalOf(released)).toEqual({ status: 409, reason: 'not_allocated' });
});

test('a plate is stored in vehicles and in no other table', async () => {
  const body = {
    lot_id: await parking.addLot(),
    vehicles: [{ plate: 'HIDDEN1' }, { plate: 'HIDDEN2' }],
  };
  const sent = await send(body, { 'idempotency-key': 'hidden' });
  const { id, allocations } = sent.body.dispatch;
  await commit(id, allocations.slice(0, 1));
  await release(id, { 'idempotency-key': 'hidden' });
  for (const plate of ['HIDDEN1', 'HIDDEN2'])
    expect(await parking.tablesWith(plate)).toEqual(['public.vehicles']);
});
