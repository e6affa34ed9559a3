import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { openStripeStage, type StripeStage } from '../../webhooks/stripe/stage.ts';

// A stay is paid to the operator of its lot, or does not begin.

const URLS = { return_url: 'https://city.example', refresh_url: 'https://city.example' };
const NOT_PAYABLE = {
  status: 409,
  body: { error: { code: 'CONFLICT', details: { reason: 'operator_not_payable' } } },
};

let stage: StripeStage;
let guest: Key;
beforeAll(async () => {
  stage = await openStripeStage();
  guest = await stage.api.createKey();
});
afterAll(() => stage.stop());

type Key = { secret: string; operatorId: string };
let lastCall = 0;
const call = ({ secret }: Key, method: string, path: string, body?: object) => {
  lastCall += 1;
  const headers = { 'Idempotency-Key': `call-${lastCall}` };
  return stage.api.request(method, path, { key: secret, headers, ...(body && { body }) });
};

type Wish = { ready?: boolean; mode?: 'live' | 'test'; lot?: object };

/** An operator with a lot; `ready`: with an account that can be paid. */
async function newOperator({ ready = false, mode = 'live', lot = {} }: Wish = {}) {
  const key = await stage.api.createKey({ mode });
  const { operatorId } = key;
  const columns = { total_spaces: 9, rate_minor: 1_000, currency: 'usd', ...lot };
  const lotId = await addLot(stage.api.database, {
    ...{ operator_id: operatorId, livemode: mode === 'live' },
    ...columns,
  });
  const accountId = ready ? await onboard(key) : '';
  return { key, lotId, accountId };
}

async function onboard(key: Key): Promise<string> {
  const before = stage.stripe.accounts().length;
  expect((await call(key, 'POST', '/api/v1/payments/account', URLS)).status).toBe(201);
  const accountId = stage.stripe.accounts()[before]?.id ?? '';
  stage.stripe.driver.decide(accountId, { isReady: true, due: [] });
  await hear(accountId);
  return accountId;
}

/** What Stripe tells of an account is worked off. */
async function hear(accountId: string) {
  for (const event of stage.about(accountId)) await stage.send(event);
  await stage.work();
}

let lastPlate = 0;
const park = (lotId: string, as: Key, more: object = {}) => {
  lastPlate += 1;
  const body = { lot_id: lotId, plate: `PAYEE${lastPlate}`, duration_hours: 1, ...more };
  return call(as, 'POST', '/api/v1/sessions', body);
};

async function parked(lotId: string, as: Key) {
  const { status, body, text } = await park(lotId, as);
  expect(status, text).toBe(201);
  const { id, payment_intent_id: intent } = body.session;
  stage.stripe.driver.authorise(intent);
  return { id, intent };
}

async function end(id: string, as: Key, hours = 1) {
  await stage.api.database.sql(
    `update sessions set started_at = started_at - $2 * interval '1 hour',
       expected_end = expected_end - $2 * interval '1 hour' where session_id = $1`,
    [id, hours],
  );
  const { status, body, text } = await call(as, 'POST', '/api/v1/sessions/end', { session_id: id });
  expect(status, text).toBe(200);
  return body.session;
}

const intents = () => stage.stripe.requests.filter((one) => one === 'POST payment_intents').length;

async function expectNothing(lotId: string, intentsBefore: number) {
  expect(intents()).toBe(intentsBefore);
  const [lot] = await stage.api.database.sql(
    `select taken_spaces, (select count(*)::integer from sessions where lot_id = $1) as stays
     from lots where lot_id = $1`,
    [lotId],
  );
  expect(lot).toEqual({ taken_spaces: 0, stays: 0 });
}

test('no stay begins for an operator without an account, or with one that is not complete', async () => {
  const { key, lotId } = await newOperator();
  const before = intents();
  for (const as of [key, guest]) expect(await park(lotId, as)).toMatchObject(NOT_PAYABLE);
  await call(key, 'POST', '/api/v1/payments/account', URLS);
  expect(await park(lotId, guest)).toMatchObject(NOT_PAYABLE);
  await expectNothing(lotId, before);
});

test('an operator gets what is captured less the fee, and bears refunds less its share', async () => {
  const { key, lotId, accountId } = await newOperator({ ready: true });
  const { id } = await parked(lotId, guest);
  const ended = await end(id, guest);
  expect(ended).toMatchObject({ payment_status: 'captured' });
  const { subtotal, platform_fee: fee } = ended;
  expect(fee).toBeGreaterThan(0);
  const cents = (amount: number) => Math.round(amount * 100);
  expect(stage.stripe.balanceOf(accountId)).toBe(cents(subtotal) - cents(fee));
  const refund = { reason: 'gate', amount: 3.33 };
  const path = `/api/v1/sessions/${id}/refunds`;
  expect((await call(key, 'POST', path, refund)).status).toBe(201);
  expect((await call(key, 'POST', path, { reason: 'rest' })).status).toBe(201);
  expect(stage.stripe.balanceOf(accountId)).toBe(0);
});

test('the other payment of a longer stay is the operator’s, too', async () => {
  const { lotId, accountId } = await newOperator({ ready: true });
  const { id } = await parked(lotId, guest);
  const longer = { session_id: id, extend_minutes: 120 };
  const extend = () => call(guest, 'POST', '/api/v1/sessions/extend', longer);
  await stop(accountId);
  expect(await extend()).toMatchObject(NOT_PAYABLE);
  await stop(accountId, null);
  const asked = await extend();
  expect(asked.body.error?.details).toMatchObject({ reason: 'authorize_extension' });
  stage.stripe.driver.authorise(asked.body.error.details.payment_intent_id);
  expect((await extend()).status).toBe(200);
  const { subtotal, platform_fee: fee } = await end(id, guest, 3);
  expect(subtotal).toBeGreaterThan(20);
  expect(stage.stripe.balanceOf(accountId)).toBe(Math.round((subtotal - fee) * 100));
});

test('the operator of the lot is paid, not that of the key', async () => {
  const owner = await newOperator({ ready: true });
  const other = await newOperator({ ready: true });
  const { id } = await parked(owner.lotId, other.key);
  await end(id, other.key);
  expect(stage.stripe.balanceOf(owner.accountId)).toBeGreaterThan(0);
  expect(stage.stripe.balanceOf(other.accountId)).toBe(0);
});

test('a stay keeps its account, whatever becomes of that or of the operator’s', async () => {
  const { key, lotId, accountId } = await newOperator({ ready: true });
  const { id } = await parked(lotId, guest);
  const { id: next } = stage.stripe.addAccount();
  stage.stripe.driver.decide(accountId, { isReady: false, disabledReason: 'under_review' });
  await hear(accountId);
  expect(await park(lotId, guest)).toMatchObject(NOT_PAYABLE);
  const { sql } = stage.api.database;
  await sql('update payee_accounts set account_id = $1 where account_id = $2', [next, accountId]);
  await end(id, guest);
  expect(stage.stripe.balanceOf(accountId)).toBeGreaterThan(0);
  const path = `/api/v1/sessions/${id}/refunds`;
  expect((await call(key, 'POST', path, { reason: 'gate' })).status).toBe(201);
  expect([accountId, next].map(stage.stripe.balanceOf)).toEqual([0, 0]);
});

test('an account that Stripe has just stopped refuses the stay, and nothing is half made', async () => {
  const { lotId, accountId } = await newOperator({ ready: true });
  stage.stripe.driver.decide(accountId, { isReady: false });
  expect(await park(lotId, guest)).toMatchObject(NOT_PAYABLE);
  await expectNothing(lotId, intents());
});

test('a stay that costs nothing needs no account', async () => {
  const { lotId } = await newOperator({ lot: { rate_minor: 0 } });
  const { status, body } = await park(lotId, guest);
  expect([status, body.session?.payment_intent_id]).toEqual([201, `free_${body.session?.id}`]);
});

const reserve = (lotId: string) =>
  call(guest, 'POST', '/api/v1/reserve', { intent: 'now for an hour', lot_id: lotId });

test('nothing is held for an operator that cannot be paid, unless it costs nothing', async () => {
  const { key, lotId } = await newOperator();
  expect(await reserve(lotId)).toMatchObject(NOT_PAYABLE);
  const asked = { fleet_id: 'fleet-7', vehicles: [{ plate: 'AV1' }], lot_id: lotId };
  expect(await call(key, 'POST', '/av-fleet/dispatch', asked)).toMatchObject(NOT_PAYABLE);
  const free = await newOperator({ lot: { rate_minor: 0 } });
  expect((await reserve(free.lotId)).status).toBe(201);
});

test('near a place, lots of operators that cannot be paid are passed over', async () => {
  const at = { latitude: 10, longitude: 10 };
  const unpaid = await newOperator({ lot: at });
  const next = await newOperator({ ready: true, lot: { latitude: 10.001, longitude: 10 } });
  const found = await call(guest, 'POST', '/av-fleet/dispatch', {
    fleet_id: 'fleet-7',
    vehicles: [{ plate: 'AV2' }],
    near: { lat: 10, lng: 10 },
  });
  expect(found.status, found.text).toBe(201);
  expect(found.body.dispatch.allocations[0].lot_id).toBe(next.lotId);
  await stop(next.accountId);
  expect(
    await call(unpaid.key, 'POST', '/av-fleet/dispatch', {
      fleet_id: 'fleet-7',
      vehicles: [{ plate: 'AV3' }],
      near: { lat: 10, lng: 10 },
    }),
  ).toMatchObject(NOT_PAYABLE);
});

/** Stripe stops an account that can be paid. */
async function stop(accountId: string, disabledReason: string | null = 'under_review') {
  stage.stripe.driver.decide(accountId, { isReady: disabledReason === null, disabledReason });
  await hear(accountId);
}

test('a hold whose operator can no longer be paid is not redeemed, and stands', async () => {
  const { lotId, accountId } = await newOperator({ ready: true });
  const held = await call(guest, 'POST', '/api/v1/reserve', {
    ...{ intent: 'now for an hour', lot_id: lotId, plate: 'HELD1' },
  });
  expect(held.status, held.text).toBe(201);
  await stop(accountId);
  const before = intents();
  const path = `/api/v1/reserve/${held.body.hold.id}`;
  expect(await call(guest, 'POST', `${path}/activate`)).toMatchObject(NOT_PAYABLE);
  await expectNothing(lotId, before);
  expect((await call(guest, 'GET', path)).body.hold.status).toBe('held');
  await stop(accountId, null);
  expect((await call(guest, 'POST', `${path}/activate`)).status).toBe(201);
});

test('vehicles are handed over to no operator that can no longer be paid', async () => {
  const { key, lotId, accountId } = await newOperator({ ready: true });
  const asked = { fleet_id: 'fleet-7', vehicles: [{ plate: 'AV4' }], lot_id: lotId };
  const { body, status, text } = await call(key, 'POST', '/av-fleet/dispatch', asked);
  expect(status, text).toBe(201);
  await stop(accountId);
  const before = intents();
  const { id, allocations } = body.dispatch;
  const [{ plate, fencing_token }] = allocations;
  const commit = { allocations: [{ plate, fencing_token }] };
  const path = `/av-fleet/dispatch/${id}/commit`;
  expect(await call(key, 'POST', path, commit)).toMatchObject({
    status: 409,
    body: { error: { details: { reason: 'operator_not_payable', field: 'allocations.0' } } },
  });
  await expectNothing(lotId, before);
  await stop(accountId, null);
  expect((await call(key, 'POST', path, commit)).status).toBe(200);
});

test('in the test mode the platform keeps what no account can get', async () => {
  const { key, lotId } = await newOperator({ mode: 'test' });
  const first = await parked(lotId, key);
  expect(await end(first.id, key)).toMatchObject({ payment_status: 'captured' });
  const accountId = await onboard(key);
  const second = await parked(lotId, key);
  await end(second.id, key);
  expect(stage.stripe.balanceOf(accountId)).toBeGreaterThan(0);
});
