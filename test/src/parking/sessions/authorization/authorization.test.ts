import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorValues, systemActor } from '../../../../../src/access/principals/actor.ts';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import type { IntentState, PaymentGateway } from '../../../../../src/parking/payments/gateway.ts';
import { findSession } from '../../../../../src/parking/sessions/find-session.ts';
import type { Session } from '../../../../../src/parking/sessions/session.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';

// Lots at 3.50 an hour with a gate code; the drivers' plates rehearse what they authorise.

let parking: Parking;
let caller: Principal;

beforeAll(async () => {
  parking = await openParking();
  caller = await addCaller(parking.database, { livemode: false });
});
afterAll(() => parking.database.drop());

const addLot = (more: object = {}) =>
  parking.addLot({
    operator_id: caller.operatorId,
    livemode: false,
    entry_instructions: { gate_code: '4711', gate_code_from: 'authorization' },
    ...more,
  });

let lastPlate = 0;
async function newStay(lotId: string, prefix = 'SIMAUTHX', as = caller): Promise<Session> {
  lastPlate += 1;
  return parking.park(lotId, { plate: `${prefix}${lastPlate}`, durationHours: 1, as });
}

async function stored({ sessionId }: Pick<Session, 'sessionId'>) {
  const [row] = await parking.database.sql(
    `select sessions.status, subtotal_minor::integer, captured_at, taken_spaces,
       (select count(*)::integer from ledger where ledger.session_id = $1) as entries,
       array(select type from events where entity_id = $1 order by type) as events
     from sessions join lots using (lot_id) where session_id = $1`,
    [sessionId],
  );
  return row;
}

/** The processor, with this answer to any question about an intent. */
function says(intent: Partial<IntentState>): Pick<PaymentGateway, 'readIntent' | 'cancelIntent'> {
  const answer = async ({ paymentIntentId }: { paymentIntentId: string }) => ({
    paymentIntentId,
    status: 'requires_authorization' as const,
    clientSecret: 'secret',
    authorisedMinor: 0,
    capturedMinor: 0,
    ...intent,
  });
  return { readIntent: answer, cancelIntent: answer };
}

test('a stay that is authorised at once has nothing left to authorise', async () => {
  const session = await newStay(await addLot(), 'PLAIN');
  expect(session).toMatchObject({ paymentStatus: 'authorized', authorizeBy: null });
  expect(session.entryInstructions.gate_code).toBe('4711');
});

test('a stay may cost what was authorised, also when it is ended in its grace time', async () => {
  const lotId = await addLot({ rate_minor: 350 });
  const session = await newStay(lotId, 'PLAIN');
  await parking.passMinutes(74);
  const ended = await parking.end(session, { as: caller });
  // 75 started minutes at 3.50 an hour.
  expect(ended).toMatchObject({ subtotalMinor: 438, shortfallMinor: 0 });
});

test('a stay takes its space at once, and its driver has ten minutes', async () => {
  const session = await newStay(await addLot());
  const { authorizeBy, createdAt, paymentStatus } = session;
  expect(paymentStatus).toBe('requires_authorization');
  expect(Number(authorizeBy) - Number(createdAt)).toBe(10 * 60_000);
  expect(session.entryInstructions.gate_code).toBeNull();
  expect(await stored(session)).toMatchObject({ status: 'active', taken_spaces: 1 });
});

test('after that it is canceled: its space is free, and nothing is taken', async () => {
  const session = await newStay(await addLot());
  await parking.passMinutes(9);
  await parking.cancelUnauthorized();
  const values = { sessionId: session.sessionId, eventId: 'evt_early', eventData: {} };
  const actor = actorValues(systemActor('test'));
  expect(await parking.pipelines.query('session_cancel', { ...values, ...actor })).toEqual([]);
  expect(await stored(session)).toMatchObject({ status: 'active' });
  await parking.passMinutes(2);
  await parking.cancelUnauthorized();
  expect(await stored(session)).toEqual({
    status: 'canceled',
    subtotal_minor: 0,
    captured_at: null,
    taken_spaces: 0,
    entries: 0,
    events: ['payment.failed', 'session.created'],
  });
  const found = await findSession(parking.db, caller, session.sessionId);
  expect(found).toMatchObject({ status: 'canceled', paymentStatus: 'canceled' });
  await expect(parking.end(session, { as: caller })).rejects.toMatchObject({
    details: { reason: 'already_ended' },
  });
  await expect(parking.extend(session, 30, { as: caller })).rejects.toMatchObject({
    details: { reason: 'not_active' },
  });
});

test('a label of a canceled stay is given to the next one', async () => {
  const lotId = await addLot({ total_spaces: 1 });
  await parking.database.sql(
    "update lots set space_labels = '{A1}', free_labels = '{A1}' where lot_id = $1",
    [lotId],
  );
  const first = await newStay(lotId);
  expect(first.entryInstructions.assigned_space).toBe('A1');
  await parking.passMinutes(11);
  await parking.cancelUnauthorized();
  const next = await newStay(lotId, 'PLAIN');
  expect(next.entryInstructions.assigned_space).toBe('A1');
});

test('until it is authorised a stay is neither ended nor extended nor expired', async () => {
  const session = await newStay(await addLot());
  const refusal = { code: 'CONFLICT', details: { reason: 'not_authorized' } };
  await expect(parking.end(session, { as: caller })).rejects.toMatchObject(refusal);
  await expect(parking.extend(session, 30, { as: caller })).rejects.toMatchObject(refusal);
  await parking.passMinutes(120);
  await parking.expire();
  expect(await stored(session)).toMatchObject({ status: 'active' });
});

test('a driver who authorises late, but before anybody looked, keeps the stay', async () => {
  const session = await newStay(await addLot());
  await parking.passMinutes(20);
  await parking.cancelUnauthorized({
    ...says({ status: 'canceled' }),
    readIntent: says({ status: 'authorized', authorisedMinor: 500 }).readIntent,
  });
  const found = await findSession(parking.db, caller, session.sessionId);
  expect(found).toMatchObject({
    status: 'active',
    paymentStatus: 'authorized',
    authorizeBy: null,
    authorizedMinor: 500,
  });
  expect(found.entryInstructions.gate_code).toBe('4711');
});

test('a stay that was captured at the processor is never canceled here', async () => {
  const session = await newStay(await addLot());
  await parking.passMinutes(20);
  const { cancelIntent } = says({ status: 'captured', capturedMinor: 350 });
  await parking.cancelUnauthorized({ ...says({}), cancelIntent });
  const found = await findSession(parking.db, caller, session.sessionId);
  expect(found).toMatchObject({ status: 'active', authorizedMinor: 350 });
});

test('while the processor is out of reach a stay is not canceled; a later run does it', async () => {
  const session = await newStay(await addLot());
  await parking.passMinutes(20);
  const down = async () => {
    throw new Error('out of reach');
  };
  await parking.cancelUnauthorized({ readIntent: down });
  expect(await stored(session)).toMatchObject({ status: 'active' });
  await parking.database.sql('delete from setbacks');
  await parking.cancelUnauthorized();
  expect(await stored(session)).toMatchObject({ status: 'canceled' });
});

test('ending a stay that was authorised since takes its money', async () => {
  const session = await newStay(await addLot(), 'SIMAUTH1');
  expect(session.paymentStatus).toBe('requires_authorization');
  const ended = await parking.end(session, { as: caller });
  expect(ended).toMatchObject({ status: 'completed', paymentStatus: 'captured' });
});

test('with what is captured short of the amount, the fee is of what was captured', async () => {
  const lotId = await addLot({ rate_minor: 600 });
  const session = await newStay(lotId, 'PLAIN');
  await parking.passMinutes(59);
  const capture = async () => ({ status: 'captured' as const, capturedMinor: 400 });
  const ended = await parking.end(session, { as: caller, gateway: { capture } });
  expect(ended).toMatchObject({
    subtotalMinor: 600,
    shortfallMinor: 200,
    platformFeeMinor: 40,
  });
  const entries = await parking.database.sql(
    `select driver_minor::integer as driver, shortfall_minor::integer as shortfall,
       operator_minor::integer as operator from ledger where session_id = $1`,
    [session.sessionId],
  );
  expect(entries).toEqual([{ driver: -600, shortfall: 200, operator: 360 }]);
});

test('a longer stay is authorised before it is written', async () => {
  const lotId = await addLot({ rate_minor: 600 });
  const session = await newStay(lotId, 'PLAIN');
  const longer = await parking.extend(session, 60, { as: caller });
  expect(longer.authorizedMinor).toBe(1_350);
  await parking.passMinutes(119);
  const ended = await parking.end(session, { as: caller });
  expect(ended).toMatchObject({ subtotalMinor: 1_200, shortfallMinor: 0 });
});

test('others may take few spaces of a lot without authorising anything', async () => {
  const lotId = await addLot({ total_spaces: 30 });
  const visitor = await addCaller(parking.database, { livemode: false });
  for (let stay = 0; stay < 3; stay += 1) await newStay(lotId, 'SIMAUTHX', visitor);
  await expect(newStay(lotId, 'SIMAUTHX', visitor)).rejects.toMatchObject({
    details: { reason: 'unauthorized_limit' },
  });
  await newStay(lotId, 'PLAIN', visitor);
  await newStay(lotId, 'SIMAUTHX');
  const [lot] = await parking.database.sql<{ taken_spaces: number }>(
    'select taken_spaces from lots where lot_id = $1',
    [lotId],
  );
  expect(lot?.taken_spaces).toBe(5);
  const others = [1, 2, 3].map(() => addCaller(parking.database, { livemode: false }));
  const outcomes = [];
  for (const other of await Promise.all(others))
    outcomes.push(
      await newStay(lotId, 'SIMAUTHX', other).then(
        () => 'begun',
        (error) => error.details.reason,
      ),
    );
  // A fifth of the lot is all that others may take so.
  expect(outcomes).toEqual(['begun', 'begun', 'begun']);
  const last = await addCaller(parking.database, { livemode: false });
  await expect(newStay(lotId, 'SIMAUTHX', last)).rejects.toMatchObject({
    details: { reason: 'unauthorized_limit' },
  });
});

test('while the processor is down a stay waits for its next try', async () => {
  const session = await newStay(await addLot());
  await parking.passMinutes(20);
  await parking.cancelUnauthorized({ readIntent: () => Promise.reject(new Error('down')) });
  await parking.pipelines.query('setbacks_sweep');
  const setbacks = await parking.database.sql(
    'select failure_count from setbacks where entity_id = $1',
    [session.sessionId],
  );
  expect(setbacks).toEqual([{ failure_count: 1 }]);
});
