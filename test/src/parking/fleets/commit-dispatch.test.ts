import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import type { MandateRules } from '../../../../src/access/mandates/mandate.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { AppError } from '../../../../src/kit/errors.ts';
import { allocateVehicles } from '../../../../src/parking/fleets/allocate-vehicles.ts';
import { commitDispatch, type Handoff } from '../../../../src/parking/fleets/commit-dispatch.ts';
import type { Dispatch } from '../../../../src/parking/fleets/dispatch.ts';
import type { Target } from '../../../../src/parking/fleets/plan-spaces.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';
import { sealed } from '../../../plates.ts';
import { addCaller, newMandate } from '../../../stage/fixtures.ts';
import { miscounted } from '../../../stage/mandate-days.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';

const HOURLY = 350;
const MINUTE_MS = 60_000;

let parking: Parking;
let sandbox: Principal;
let lastLatitude = 10;
beforeAll(async () => {
  parking = await openParking();
  sandbox = await addCaller(parking.database, {
    operatorId: parking.caller.operatorId,
    livemode: false,
  });
});
afterAll(() => parking.database.drop());

const context = { requestId: 'req_test', remember: undefined };
const newLot = (more: object = {}) => parking.addLot({ rate_minor: HOURLY, ...more });
const newPlates = (count: number) => Array.from({ length: count }, () => parking.newPlate());
const agentWith = (rules: Partial<MandateRules>) =>
  addCaller(parking.database, {
    operatorId: parking.caller.operatorId,
    mandate: newMandate({ currency: 'cad', ...rules }),
  });

/** Vehicles that were sent to spaces which they may take for less than an hour each. */
async function sent(plates: readonly string[], target: Target, as = parking.caller) {
  const request = {
    ...{ fleetId: 'north', target, arriveBy: null, ttlSeconds: 900, durationHours: 0.7 },
    vehicles: plates.map((plate) => ({ plate, vin: null })),
  };
  return allocateVehicles(parking.deps(), as, request, context);
}

/** Two lots of two spaces each, and where they are. */
async function twoLots(more: object = {}): Promise<{ lotIds: string[]; target: Target }> {
  lastLatitude += 1;
  const place = { latitude: lastLatitude, longitude: 20, total_spaces: 2, ...more };
  const lotIds = await Promise.all([newLot(place), newLot(place)]);
  return { lotIds, target: { centre: { lat: lastLatitude, lng: 20 }, radiusM: 1_000 } };
}

const handoffsOf = ({ allocations }: Dispatch): Handoff[] =>
  allocations.map(({ hold }) => ({ plate: hold.plate ?? '', fencingToken: hold.fencingToken }));

function commit(
  dispatch: Dispatch,
  more: {
    handoffs?: Handoff[];
    gateway?: Partial<PaymentGateway>;
    as?: Principal;
    key?: string;
  } = {},
) {
  const { handoffs = handoffsOf(dispatch), gateway, as = parking.caller, key } = more;
  const once = key === undefined ? undefined : rememberAs(as, key, handoffs);
  const deps = { ...parking.deps(gateway), db: parking.db };
  return answerOnce(parking.db, once, async () => ({
    dispatch: await commitDispatch(deps, as, dispatch.dispatchId, handoffs, {
      ...context,
      remember: once,
    }),
  }));
}

function rememberAs({ id: keyId }: Principal, idempotencyKey: string, body: unknown) {
  const call = { keyId, operation: 'commitDispatch', idempotencyKey, bodySha256: hashBody(body) };
  return { ...call, toResponse: ({ dispatchId }: Dispatch) => ({ dispatch_id: dispatchId }) };
}

/** A processor that notes which intents are still authorised, and may fail. */
function openProcessor(onIntent: (count: number) => Promise<void> | void = () => {}) {
  const open = new Set<string>();
  let asked = 0;
  const gateway: Partial<PaymentGateway> = {
    async createIntent(intent) {
      asked += 1;
      await onIntent(asked);
      const made = await parking.payments.createIntent(intent);
      open.add(made.paymentIntentId);
      return made;
    },
    async cancelIntent(intent) {
      open.delete(intent.paymentIntentId);
      return parking.payments.cancelIntent(intent);
    },
  };
  return { gateway, open, askedCount: () => asked };
}

/** Everything that a commit writes. */
async function books() {
  const rows = (text: string) => parking.database.sql(text);
  return {
    stays: await rows('select session_id, status from sessions order by 1'),
    holds: await rows('select hold_id, status, activated_count, session_id from holds order by 1'),
    lots: await rows('select lot_id, taken_spaces, held_spaces, free_labels from lots order by 1'),
    audited: await rows('select audit_id from audit_log order by 1'),
    events: await rows('select event_id from events order by 1'),
    mandates: await rows('select * from mandate_periods order by 1, 2, 3'),
    remembered: await rows('select operation, idempotency_key from idempotency order by 1, 2'),
  };
}

const staysOf = ({ allocations }: Dispatch) =>
  parking.database.sql<{ session_id: string; started_at: Date; payment_intent_id: string }>(
    `select sessions.* from sessions join vehicles using (vehicle_id)
     where plate = any($1) and sessions.status = 'active'`,
    [allocations.map(({ hold }) => sealed(hold.plate ?? ''))],
  );

const tooMuch = (rule: string, left: number, field: string) => ({
  code: 'FORBIDDEN',
  details: { reason: 'mandate_exceeded', rule, left, currency: 'cad', field },
});

test.each([
  ['max_per_day', { maxPerDayMinor: 2.5 * HOURLY }],
  ['max_per_month', { maxPerMonthMinor: 2.5 * HOURLY }],
])('a %s with room for two of four vehicles parks none of them', async (rule, rules) => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  const as = await agentWith(rules);
  const { gateway, open } = openProcessor();
  const before = await books();
  await expect(commit(dispatch, { as, gateway, key: rule })).rejects.toMatchObject(
    tooMuch(rule, 8.75, 'allocations.2'),
  );
  expect(await books()).toEqual(before);
  expect([...open]).toEqual([]);
  // Two of them may be handed over.
  const handoffs = handoffsOf(dispatch).slice(0, 2);
  await commit(dispatch, { as, gateway, handoffs });
  expect(await miscounted(parking, as.mandate?.mandateId ?? null)).toEqual([]);
  expect(await staysOf(dispatch)).toHaveLength(2);
  expect(open.size).toBe(2);
});

test('a vehicle for which the processor gives no intent keeps all from parking', async () => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  const { gateway, open } = openProcessor((count) => {
    if (count === 3)
      throw new AppError('BAD_GATEWAY', 'down', { details: { reason: 'processor_down' } });
  });
  const before = await books();
  await expect(commit(dispatch, { gateway })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
    details: { reason: 'processor_down', field: 'allocations.2' },
  });
  expect(await books()).toEqual(before);
  expect([...open]).toEqual([]);
});

test('a rehearsed failure of one vehicle keeps all from parking, in the test world', async () => {
  const lotId = await newLot({ livemode: false });
  const dispatch = await sent([...newPlates(2), 'SIMINITX', ...newPlates(1)], { lotId }, sandbox);
  const before = await books();
  await expect(commit(dispatch, { as: sandbox })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect(await books()).toEqual(before);
  const handoffs = handoffsOf(dispatch).filter(({ plate }) => plate !== 'SIMINITX');
  await commit(dispatch, { as: sandbox, handoffs });
  expect(await staysOf(dispatch)).toHaveLength(3);
});

type Case = [string, (dispatch: Dispatch) => Promise<unknown>, object];

const third = ({ allocations }: Dispatch) => {
  const { hold } = allocations[2] ?? {};
  if (hold === undefined) throw new Error('not allocated');
  return hold;
};

test.each<Case>([
  [
    'whose lot is closed',
    (dispatch) =>
      parking.database.sql('update lots set opening_hours = $2 where lot_id = $1', [
        third(dispatch).lotId,
        'off',
      ]),
    { code: 'CONFLICT', details: { reason: 'closed', field: 'allocations.2' } },
  ],
  [
    'whose hold has expired',
    (dispatch) => expire(third(dispatch).holdId),
    {
      code: 'CONFLICT',
      details: { reason: 'stale_token', field: 'allocations.2.fencing_token' },
    },
  ],
  [
    'that is parked on the lot already',
    async (dispatch) => {
      const { lotId, plate } = third(dispatch);
      await parking.database.sql('update lots set total_spaces = 3 where lot_id = $1', [lotId]);
      await parking.park(lotId, { plate: plate ?? '' });
    },
    { code: 'CONFLICT', details: { reason: 'already_parked', field: 'allocations.2' } },
  ],
])('a vehicle %s keeps all from parking', async (_, spoil, refusal) => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  await spoil(dispatch);
  const { gateway, open } = openProcessor();
  const before = await books();
  await expect(commit(dispatch, { gateway, key: 'spoiled' })).rejects.toMatchObject(refusal);
  expect(await books()).toEqual(before);
  expect([...open]).toEqual([]);
});

const expire = (holdId: string) =>
  parking.database.sql(
    `update holds set starts_at = starts_at - interval '1 hour', created_at = created_at -
       interval '1 hour', expires_at = now() - interval '1 second' where hold_id = $1`,
    [holdId],
  );

test('a hold that expires while the processor is asked keeps all from parking', async () => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  const { gateway, open } = openProcessor(async (count) => {
    if (count === 4) await expire(third(dispatch).holdId);
  });
  await expect(commit(dispatch, { gateway })).rejects.toMatchObject({
    details: { reason: 'stale_token', field: 'allocations.2.fencing_token' },
  });
  expect(await staysOf(dispatch)).toEqual([]);
  expect([...open]).toEqual([]);
});

test('a vehicle that overstays on one of the spaces keeps all from parking until it is expired', async () => {
  const lotId = await newLot({ total_spaces: 4 });
  const stay = await parking.park(lotId, { durationHours: 1 });
  const dispatch = await sent(newPlates(3), { lotId });
  const overstay = (minutes: number) =>
    parking.database.sql(
      'update sessions set started_at = $2, expected_end = $3 where lot_id = $1',
      [
        lotId,
        new Date(stay.startedAt.getTime() - 60 * MINUTE_MS),
        new Date(stay.startedAt.getTime() - minutes * MINUTE_MS),
      ],
    );
  await overstay(14);
  // One space fewer than was promised.
  await parking.database.sql(
    `set local session_replication_role = replica;
     update lots set total_spaces = 3 where lot_id = '${lotId}'`,
  );
  const before = await books();
  const { gateway, open } = openProcessor();
  await expect(commit(dispatch, { gateway })).rejects.toMatchObject({
    details: { reason: 'lot_full', field: 'allocations.2' },
  });
  expect(await books()).toEqual(before);
  expect([...open]).toEqual([]);
  await overstay(16);
  await commit(dispatch, { gateway });
  expect(await staysOf(dispatch)).toHaveLength(3);
  expect(open.size).toBe(3);
});

test('all stays of a commit begin at one instant, each with its event', async () => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  await commit(dispatch, { key: 'told' });
  const stays = await staysOf(dispatch);
  expect(new Set(stays.map((stay) => stay.started_at.getTime())).size).toBe(1);
  for (const { session_id: sessionId } of stays)
    expect(await parking.stored({ sessionId })).toMatchObject({
      actions: ['session.created'],
      events: ['session.created'],
    });
});

test('concurrent commits that share vehicles succeed, and each vehicle has one stay', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { target } = await twoLots({ total_spaces: 3 });
    const dispatch = await sent(newPlates(6), target);
    const all = handoffsOf(dispatch);
    const parts = [all, all.toReversed(), all.slice(0, 4), all.slice(2), all.slice(1, 3), all];
    const { gateway, open } = openProcessor();
    const calls = parts.map((handoffs, i) =>
      commit(dispatch, { handoffs, gateway, ...(i > 2 && { key: `shared ${round} ${i}` }) }),
    );
    expect(await outcomesOf(calls)).toEqual({ succeeded: parts.length, refusals: [] });
    const stays = await staysOf(dispatch);
    expect(stays).toHaveLength(6);
    expect([...open].sort()).toEqual(stays.map((stay) => stay.payment_intent_id).sort());
  }
});

test('a commit skips what was handed over before, and asks for no intent for it', async () => {
  const { target } = await twoLots();
  const dispatch = await sent(newPlates(4), target);
  await commit(dispatch, { handoffs: handoffsOf(dispatch).slice(1, 3) });
  const { gateway, askedCount } = openProcessor();
  await commit(dispatch, { gateway });
  await commit(dispatch, { gateway });
  expect(askedCount()).toBe(2);
  expect(await staysOf(dispatch)).toHaveLength(4);
});

test('an Idempotency-Key of another commit keeps all from parking', async () => {
  const { target } = await twoLots();
  const [one, two] = [await sent(newPlates(2), target), await sent(newPlates(2), target)];
  const { gateway, open } = openProcessor();
  const key = { key: 'of one', gateway };
  const { succeeded, refusals } = await outcomesOf([commit(one, key), commit(two, key)]);
  expect([succeeded, refusals]).toEqual([1, ['idempotency_mismatch']]);
  expect([...(await staysOf(one)), ...(await staysOf(two))]).toHaveLength(2);
  expect(open.size).toBe(2);
});
