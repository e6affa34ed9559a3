import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import type { MandateRules } from '../../../../src/access/mandates/mandate.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { refundSession } from '../../../../src/money/refunds/refund-session.ts';
import { findMandateLeft } from '../../../../src/parking/mandates/find-mandate-left.ts';
import { addCaller, newMandate } from '../../../stage/fixtures.ts';
import { miscounted, passDays } from '../../../stage/mandate-days.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';

const HOURLY = 350;
const LIMIT = 10 * HOURLY;

let parking: Parking;
let lotId: string;
beforeAll(async () => {
  parking = await openParking();
  lotId = await parking.addLot({ rate_minor: HOURLY, total_spaces: 500 });
});
afterEach(async () => expect(await miscounted(parking, null)).toEqual([]));
afterAll(() => parking.database.drop());

const agentWith = (rules: Partial<MandateRules> = {}) =>
  addCaller(parking.database, {
    operatorId: parking.caller.operatorId,
    mandate: newMandate({ currency: 'cad', maxPerDayMinor: LIMIT, ...rules }),
  });

async function leftOf({ mandate, operatorId }: Principal) {
  const mandateId = mandate?.mandateId ?? '';
  const left = await findMandateLeft(parking.db, { mandateId, operatorId });
  return left?.perDayMinor ?? left?.perMonthMinor;
}

const exceeded = (rule: string, left: number) => ({
  code: 'FORBIDDEN',
  details: { reason: 'mandate_exceeded', rule, left, currency: 'cad' },
});

test('a stay counts with its estimate, and with its amount once it has ended', async () => {
  const as = await agentWith();
  const session = await parking.park(lotId, { as, durationHours: 4 });
  expect(await leftOf(as)).toBe(LIMIT - 4 * HOURLY);
  await parking.passMinutes(59);
  const ended = await parking.end(session, { as });
  expect(ended.subtotalMinor).toBe(HOURLY);
  expect(await leftOf(as)).toBe(LIMIT - HOURLY);
});

test('an extension counts, whoever asks for it, and is refused past the limit', async () => {
  const as = await agentWith();
  const session = await parking.park(lotId, { as, durationHours: 8 });
  await parking.extend(session, 60, { as });
  await parking.extend(session, 30);
  expect(await leftOf(as)).toBe(HOURLY / 2);
  await expect(parking.extend(session, 60, { as })).rejects.toMatchObject(
    exceeded('max_per_day', 1.75),
  );
  await expect(parking.extend(session, 60)).rejects.toMatchObject(exceeded('max_per_day', 1.75));
  expect(await parking.stored(session)).toMatchObject({ extended_count: 2 });
});

test('no extension makes a stay cost more than is allowed for one, whoever asks for it', async () => {
  const as = await agentWith({ maxPerStayMinor: 2 * HOURLY });
  const session = await parking.park(lotId, { as });
  for (const by of [as, parking.caller]) {
    await expect(parking.extend(session, 90, { as: by })).rejects.toMatchObject(
      exceeded('max_per_stay', 7),
    );
    await parking.extend(session, 30, { as: by });
  }
});

test('all of a stay counts for the day in which it began, also what is added or given back later', async () => {
  const as = await agentWith({ maxPerDayMinor: 10 * LIMIT });
  const session = await parking.park(lotId, { as });
  // It is noon, so the stay now began before midnight.
  await parking.database.sql(
    `update sessions set started_at = started_at - interval '13 hours' where session_id = $1`,
    [session.sessionId],
  );
  await passDays(parking, 0);
  expect(await leftOf(as)).toBe(10 * LIMIT);
  await parking.extend(session, 30, { as });
  expect(await leftOf(as)).toBe(10 * LIMIT);
  expect(await miscounted(parking, null)).toEqual([]);
  await parking.end(session, { as });
  expect(await leftOf(as)).toBe(10 * LIMIT);
});

test('extensions at once never exceed the limit together', async () => {
  const as = await agentWith();
  const stays = [];
  for (let i = 0; i < 8; i += 1) stays.push(await parking.park(lotId, { as }));
  const { succeeded, refusals } = await outcomesOf(
    stays.map((stay) => parking.extend(stay, 30, { as })),
  );
  expect({ succeeded, refused: new Set(refusals) }).toEqual({
    succeeded: 4,
    refused: new Set(['mandate_exceeded']),
  });
  expect(await leftOf(as)).toBe(0);
});

test('a stay that is not ended is closed for what was authorised, as any other', async () => {
  const as = await agentWith();
  const session = await parking.park(lotId, { as, durationHours: 2 });
  await parking.passMinutes(2 * 60 + 16);
  await parking.expire();
  expect(await parking.stored(session)).toMatchObject({
    status: 'expired',
    subtotal_minor: 2 * HOURLY,
    captured_minor: 2 * HOURLY,
  });
  expect(await leftOf(as)).toBe(LIMIT - 2 * HOURLY);
});

test('ended in its grace time, a stay is closed at its expected end, for what was authorised', async () => {
  const as = await agentWith({ maxPerDayMinor: 2 * HOURLY });
  const session = await parking.park(lotId, { as, durationHours: 2 });
  await parking.passMinutes(2 * 60 + 10);
  await expect(parking.end(session, { as })).resolves.toMatchObject({
    status: 'expired',
    subtotalMinor: 2 * HOURLY,
  });
  const stored = await parking.stored(session);
  expect(stored).toMatchObject({ captured_minor: 2 * HOURLY, ended_at: stored.expected_end });
  await expect(parking.end(session, { as })).rejects.toMatchObject({
    details: { reason: 'already_ended' },
  });
  expect(await leftOf(as)).toBe(0);
});

test('in its grace time a stay of no mandate still pays for the time it takes', async () => {
  const session = await parking.park(lotId, { durationHours: 2 });
  await parking.passMinutes(2 * 60 + 10);
  await expect(parking.end(session)).resolves.toMatchObject({
    status: 'completed',
    subtotalMinor: Math.round((HOURLY * 131) / 60),
  });
});

test('a stay whose payment failed goes on counting for what it owes', async () => {
  const as = await agentWith();
  const session = await parking.park(lotId, { as, durationHours: 4 });
  await parking.passMinutes(59);
  const capture = async () => ({
    status: 'failed' as const,
    failureCode: 'card_declined',
    failureMessage: 'declined',
    isRetryable: true,
  });
  await expect(parking.end(session, { as, gateway: { capture } })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
  });
  expect(await leftOf(as)).toBe(LIMIT - HOURLY);
  await parking.end(session, { as });
  expect(await leftOf(as)).toBe(LIMIT - HOURLY);
});

test('a refund gives nothing back to the mandate', async () => {
  const as = await agentWith();
  const session = await parking.park(lotId, { as, durationHours: 1 });
  await parking.passMinutes(59);
  await parking.end(session, { as });
  await refundSession(
    parking.deps(),
    parking.caller,
    { sessionId: session.sessionId, amountMinor: null, reason: 'goodwill' },
    { requestId: 'req_test', remember: undefined },
  );
  expect(await leftOf(as)).toBe(LIMIT - HOURLY);
});

test('a hold takes nothing from the mandate, and its stay takes what it may cost', async () => {
  const as = await agentWith();
  const hold = await parking.held(lotId, { as, minutes: 120 });
  expect(await leftOf(as)).toBe(LIMIT);
  await parking.activate(hold, undefined, as);
  expect(await leftOf(as)).toBe(LIMIT - 2 * HOURLY);
});

test("a person's key that activates a hold spends the mandate of the hold, and no more", async () => {
  const as = await agentWith({ needsActivation: true, maxPerDayMinor: 3 * HOURLY });
  const first = await parking.held(lotId, { as, minutes: 120 });
  const second = await parking.held(lotId, { as, minutes: 120 });
  await parking.activate(first);
  await expect(parking.activate(second)).rejects.toMatchObject(exceeded('max_per_day', 3.5));
  expect(await leftOf(as)).toBe(HOURLY);
});

test('the next day is a new day, of the same month', async () => {
  const as = await agentWith({ maxPerMonthMinor: 40 * HOURLY });
  await parking.park(lotId, { as, durationHours: 10 });
  await expect(parking.park(lotId, { as })).rejects.toMatchObject(exceeded('max_per_day', 0));
  await passDays(parking, 1);
  await parking.park(lotId, { as, durationHours: 10 });
  expect(await leftOf(as)).toBe(0);
  await passDays(parking, 40);
  const left = await findMandateLeft(parking.db, {
    mandateId: as.mandate?.mandateId ?? '',
    operatorId: as.operatorId,
  });
  expect(left).toMatchObject({ perDayMinor: LIMIT, perMonthMinor: 40 * HOURLY });
});

test('all keys of a mandate share what it has left', async () => {
  const as = await agentWith();
  const sibling = await addCaller(parking.database, { ...as, id: newId('key') });
  await parking.park(lotId, { as, durationHours: 6 });
  await expect(parking.park(lotId, { as: sibling, durationHours: 5 })).rejects.toMatchObject(
    exceeded('max_per_day', 14),
  );
});

/** What is left depends on the day in the zone, also where a day has 23 or 25 hours. */
test.each([
  ['UTC', '2026-03-01T00:00:00Z', '2026-03-01', '2026-03-01'],
  ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28', '2026-02-01'],
  ['America/Toronto', '2026-03-01T04:59:59Z', '2026-02-28', '2026-02-01'],
  ['America/Toronto', '2026-03-08T04:59:59Z', '2026-03-07', '2026-03-01'],
  ['America/Toronto', '2026-03-08T05:00:00Z', '2026-03-08', '2026-03-01'],
  ['America/Toronto', '2026-03-09T03:59:59Z', '2026-03-08', '2026-03-01'],
  ['America/Toronto', '2026-03-09T04:00:00Z', '2026-03-09', '2026-03-01'],
  ['America/Toronto', '2026-11-02T04:59:59Z', '2026-11-01', '2026-11-01'],
  ['America/Toronto', '2026-11-02T05:00:00Z', '2026-11-02', '2026-11-01'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01', '2027-01-01'],
  ['Asia/Kathmandu', '2026-01-31T18:15:00Z', '2026-02-01', '2026-02-01'],
])('in %s the instant %s is of the day %s and the month %s', async (timezone, at, day, month) => {
  const as = await agentWith({ timezone, maxPerMonthMinor: LIMIT });
  const limits = await parking.database.sql<{ starts_on: string }>(
    `select starts_on::text from mandates, mandate_limits(mandates, $2)
     where mandate_id = $1 order by period`,
    [as.mandate?.mandateId, new Date(at)],
  );
  expect(limits.map(({ starts_on }) => starts_on)).toEqual([day, month]);
});
