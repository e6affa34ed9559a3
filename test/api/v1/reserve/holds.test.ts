import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hold } from '../../../../src/parking/holds/hold.ts';
import type { Parking } from '../../../stage/parking.ts';
import type { HoldWish } from '../../../stage/place-hold.ts';
import type { TestApi, TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/reserve';

let api: TestApi;
let parking: Parking;
let key: TestKey;
let newKey: Stage['newKey'];

beforeAll(async () => {
  ({ api, parking, key, newKey } = await openStage());
});
afterAll(() => api.stop());

const held = async (wish: HoldWish = {}, lotId?: string): Promise<Hold> =>
  parking.held(lotId ?? (await parking.addLot({ rate_minor: 350 })), wish);

const get = ({ holdId }: Hold, as = key) =>
  api.request('GET', `${PATH}/${holdId}`, { key: as.secret });
const activate = ({ holdId }: Hold, body: object = {}, headers = {}, as = key) =>
  api.request('POST', `${PATH}/${holdId}/activate`, { key: as.secret, body, headers });
const cancel = ({ holdId }: Hold, headers = {}, as = key) =>
  api.request('POST', `${PATH}/${holdId}/cancel`, { key: as.secret, headers });

/** A hold that can no longer be redeemed because it has this status. */
async function ended(status: string): Promise<Hold> {
  const hold = await held({ plate: parking.newPlate() });
  if (status === 'activated') await parking.activate(hold);
  if (status === 'canceled') await parking.cancel(hold);
  if (status === 'expired')
    await api.database.sql('update holds set expires_at = now() where hold_id = $1', [hold.holdId]);
  return hold;
}

describe('looking a hold up', () => {
  test('it is shown with its quote, its end and what was asked for', async () => {
    const plate = parking.newPlate();
    const hold = await held({ plate, minutes: 120, spaceCount: 2, ttlSeconds: 600 });
    const { status, body } = await get(hold);
    expect(status).toBe(200);
    expect(body.hold).toMatchObject({
      id: hold.holdId,
      code: hold.code,
      status: 'held',
      lot_id: hold.lotId,
      lot_name: expect.stringMatching(/^Test lot/),
      intent: null,
      parsed: {
        starts_at: hold.startsAt.toISOString(),
        ends_at: hold.endsAt.toISOString(),
        plate,
        space_count: 2,
      },
      quote: { amount: 14, currency: 'cad', base_rate: 3.5, effective_rate: 3.5, rules: [] },
      expires_at: hold.expiresAt.toISOString(),
      ttl_seconds: 600,
      activated_count: 0,
      session_id: null,
    });
    expect(body.hold.quote.lines).toMatchObject([{ minutes: 120, spaces: 2, amount: 14 }]);
  });

  test('a hold whose time is over is expired by the clock, before any sweep', async () => {
    const hold = await ended('expired');
    expect((await get(hold)).body.hold.status).toBe('expired');
    const [row] = await api.database.sql('select status from holds where hold_id = $1', [
      hold.holdId,
    ]);
    expect(row).toEqual({ status: 'held' });
  });
});

describe('redeeming a hold', () => {
  test('begins a stay on the held space, at the rate that was offered, until its end', async () => {
    const plate = parking.newPlate();
    const hold = await held({ plate, minutes: 120 });
    await api.database.sql('update lots set rate_minor = 9900 where lot_id = $1', [hold.lotId]);
    const { status, body } = await activate(hold);
    expect(status).toBe(201);
    expect(body.session).toMatchObject({
      status: 'active',
      plate,
      hold_id: hold.holdId,
      lot_id: hold.lotId,
      rate: 3.5,
      estimated_amount: 7,
      expected_end: hold.endsAt.toISOString(),
    });
    expect(await parking.lot(hold.lotId)).toMatchObject({ taken_spaces: 1, held_spaces: 0 });
    const found = await get(hold);
    expect(found.body.hold).toMatchObject({ status: 'activated', session_id: body.session.id });
  });

  test('another plate may come instead, in any spelling', async () => {
    const hold = await held({ plate: parking.newPlate() });
    const { body } = await activate(hold, { plate: 'oth-er 1' });
    expect(body.session.plate).toBe('oth-er 1');
  });

  test('a hold that was placed without a plate needs one now', async () => {
    const hold = await held();
    const answer = await activate(hold);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'plate' }]);
    expect((await activate(hold, { plate: parking.newPlate() })).status).toBe(201);
  });

  test('an agent that redeems it is named in the session', async () => {
    const hold = await held({ plate: parking.newPlate() });
    const agent = { agent_platform: 'claude', agent_name: 'Parking helper' };
    const { body } = await activate(hold, { agent });
    expect(body.session).toMatchObject({ source: 'agent', ...agent });
  });

  test('a hold of three spaces stays until the third vehicle has come', async () => {
    const hold = await held({ spaceCount: 3 });
    const seen = [];
    for (let i = 0; i < 3; i += 1) {
      expect((await activate(hold, { plate: parking.newPlate() })).status).toBe(201);
      const { status, activated_count } = (await get(hold)).body.hold;
      seen.push(`${status} ${activated_count}`);
    }
    expect(seen).toEqual(['held 1', 'held 2', 'activated 3']);
    const fourth = await activate(hold, { plate: parking.newPlate() });
    expect(fourth.body.error.details).toEqual({ reason: 'hold_activated' });
    expect(await parking.lot(hold.lotId)).toMatchObject({ taken_spaces: 3, held_spaces: 0 });
  });

  test('a plate that already parks there is refused, and the hold stays', async () => {
    const hold = await held();
    const { plate } = await parking.park(hold.lotId);
    const answer = await activate(hold, { plate });
    expect(answer.status).toBe(409);
    expect(answer.body.error.details).toEqual({ reason: 'already_parked' });
    expect((await get(hold)).body.hold.status).toBe('held');
  });

  test.each<[string, object]>([
    ['plate', { plate: '!!' }],
    ['plate', { plate: 'A' }],
    ['driver_email', { driver_email: 'nobody' }],
    ['agent.agent_platform', { agent: {} }],
    ['hold_id', { hold_id: 'hold_1' }],
    ['duration_hours', { duration_hours: 2 }],
  ])('400 names %s in %j, and the hold stays', async (field, body) => {
    const hold = await held({ plate: parking.newPlate() });
    const answer = await activate(hold, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field }]);
    expect((await get(hold)).body.hold.status).toBe('held');
  });
});

describe('canceling a hold', () => {
  test('frees its spaces at once', async () => {
    const hold = await held({ spaceCount: 2 }, await parking.addLot({ total_spaces: 2 }));
    const { status, body } = await cancel(hold);
    expect(status).toBe(200);
    expect(body).toEqual((await get(hold)).body);
    expect(body.hold.status).toBe('canceled');
    expect(await parking.lot(hold.lotId)).toMatchObject({ held_spaces: 0 });
    await held({ spaceCount: 2 }, hold.lotId);
  });

  test('frees only two of three spaces when one is taken', async () => {
    const hold = await held({ spaceCount: 3 });
    await activate(hold, { plate: parking.newPlate() });
    const { body } = await cancel(hold);
    expect(body.hold).toMatchObject({ status: 'canceled', activated_count: 1 });
    expect(await parking.lot(hold.lotId)).toMatchObject({ taken_spaces: 1, held_spaces: 0 });
  });
});

test.each(['activated', 'canceled', 'expired'])(
  'a hold that is %s can be neither redeemed nor canceled, and the error says why',
  async (status) => {
    const hold = await ended(status);
    const before = await parking.lot(hold.lotId);
    for (const answer of [
      await activate(hold, { plate: parking.newPlate() }),
      await cancel(hold),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({
        code: 'CONFLICT',
        details: { reason: `hold_${status}` },
      });
    }
    expect(await parking.lot(hold.lotId)).toEqual(before);
  },
);

describe('access to a hold', () => {
  /** A hold that a fleet key of another operator placed on our lot. */
  async function placedByOther() {
    const creator = await api.createKey({ fleetId: 'north' });
    const { operatorId, keyId } = creator;
    const as = { ...parking.caller, operatorId, id: keyId, fleetId: 'north' };
    return { hold: await held({ as, plate: parking.newPlate() }), operatorId, creator };
  }

  test("the lot's operator, its creator and its fleet see it and may redeem it", async () => {
    const { hold, operatorId, creator } = await placedByOther();
    const placer = await api.createKey({ operatorId });
    const fleet = await api.createKey({ operatorId, fleetId: 'north' });
    for (const as of [key, creator, placer, fleet])
      expect((await get(hold, as)).body.hold.id).toBe(hold.holdId);
    expect((await activate(hold, {}, {}, fleet)).body.session.vehicle.fleet_id).toBe('north');
  });

  test('for all others it does not exist, and they change nothing', async () => {
    const { hold, operatorId } = await placedByOther();
    const before = await parking.lot(hold.lotId);
    for (const as of [
      await api.createKey(),
      await api.createKey({ fleetId: 'north' }),
      await api.createKey({ operatorId, fleetId: 'south' }),
      await newKey({ fleetId: 'south' }),
      await newKey({ mode: 'test' }),
    ]) {
      const answers = [
        await get(hold, as),
        await activate(hold, { plate: parking.newPlate() }, {}, as),
        await cancel(hold, {}, as),
      ];
      for (const { status, body } of answers)
        expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await get(hold)).body.hold.status).toBe('held');
    expect(await parking.lot(hold.lotId)).toEqual(before);
  });

  test('an unknown id is 404 as well', async () => {
    const { status, body } = await api.request('GET', `${PATH}/hold_none`, { key: key.secret });
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('without the scope reservations:write all of it is 403', async () => {
    const hold = await held({ plate: parking.newPlate() });
    const as = await newKey({ scopes: ['sessions:read', 'sessions:write', 'lots:read'] });
    for (const { status, body } of [
      await get(hold, as),
      await activate(hold, {}, {}, as),
      await cancel(hold, {}, as),
    ])
      expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect((await get(hold)).body.hold.status).toBe('held');
  });
});

test('the secret is for the key that redeemed the hold, while the stay is unpaid', async () => {
  const hold = await held({ plate: parking.newPlate() });
  const { body } = await activate(hold);
  expect(body.session.client_secret).toContain(body.session.payment_intent_id);
  const look = async (as = key) =>
    (await api.request('GET', `/api/v1/sessions/${body.session.id}`, { key: as.secret })).body
      .session.client_secret;
  expect(await look()).toBe(body.session.client_secret);
  expect(await look(await newKey())).toBeUndefined();
  expect((await get(hold)).text).not.toContain('client_secret');
  await parking.end({ sessionId: body.session.id });
  expect(await look()).toBeUndefined();
});

describe('repeated calls', () => {
  const headers = (name: string) => ({ 'idempotency-key': name });

  test('a repeated activation begins no second stay, and gets the first answer', async () => {
    const hold = await held({ spaceCount: 2 });
    const body = { plate: parking.newPlate() };
    const first = await activate(hold, body, headers('arrive'));
    const again = await activate(hold, body, headers('arrive'));
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await get(hold)).body.hold.activated_count).toBe(1);
  });

  test('a repeated cancel gets the first answer, whatever has changed since', async () => {
    const hold = await held({ plate: parking.newPlate() });
    const first = await cancel(hold, headers('cancel'));
    const again = await cancel(hold, headers('cancel'));
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await cancel(hold)).body.error.details).toEqual({ reason: 'hold_canceled' });
  });

  test('ten concurrent activations with one key begin one stay, and all get its answer', async () => {
    const hold = await held({ spaceCount: 5, plate: parking.newPlate() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => activate(hold, {}, headers('at once'))),
    );
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 201, body: answers[0]?.body });
    expect((await get(hold)).body.hold.activated_count).toBe(1);
  });

  test('another plate, or another hold, under the same key is refused', async () => {
    const [hold, other] = [await held({ spaceCount: 2 }), await held()];
    const plate = parking.newPlate();
    await activate(hold, { plate }, headers('mismatch'));
    for (const answer of [
      await activate(hold, { plate: parking.newPlate() }, headers('mismatch')),
      await activate(other, { plate }, headers('mismatch')),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
    }
    await cancel(hold, headers('mismatch'));
    const canceled = await cancel(other, headers('mismatch'));
    expect(canceled.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
  });

  test('the same Idempotency-Key under another API key is another call', async () => {
    const hold = await held({ spaceCount: 2 });
    const colleague = await newKey();
    await activate(hold, { plate: parking.newPlate() }, headers('shared'));
    const theirs = await activate(
      hold,
      { plate: parking.newPlate() },
      headers('shared'),
      colleague,
    );
    expect(theirs.status).toBe(201);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
  });
});

test('a plate is stored in vehicles and in no other table', async () => {
  await activate(await held({ plate: 'HIDE1' }), {}, { 'idempotency-key': 'hidden' });
  await activate(await held(), { plate: 'HIDE2' }, { 'idempotency-key': 'hidden too' });
  await cancel(await held({ plate: 'HIDE3' }), { 'idempotency-key': 'hidden as well' });
  for (const plate of ['HIDE1', 'HIDE2', 'HIDE3'])
    expect(await parking.tablesWith(plate)).toEqual(['public.vehicles']);
});
