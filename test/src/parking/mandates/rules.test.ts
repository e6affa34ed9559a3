import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MandateRules } from '../../../../src/access/mandates/mandate.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { addCaller, newMandate } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

// What is charged and counted is in counts.test.ts.

const HOURLY = 350;
const TORONTO = { lat: 43.6532, lng: -79.3832 };

let parking: Parking;
let operator: Principal;
beforeAll(async () => {
  parking = await openParking();
  operator = parking.caller;
});
afterAll(() => parking.database.drop());

const newLot = (more: object = {}) => parking.addLot({ rate_minor: HOURLY, ...more });
/** A key of the same operator with a mandate. */
const agentWith = (rules: Partial<MandateRules>) =>
  addCaller(parking.database, {
    operatorId: operator.operatorId,
    mandate: newMandate(rules),
  });

const refused = (rule: string, more: object = {}) => ({
  code: 'FORBIDDEN',
  details: { reason: 'mandate_exceeded', rule, left: null, currency: null, ...more },
});

/** OSM hours (UTC) that include every day, or only days other than today and tomorrow. */
async function hoursOf(isToday: boolean): Promise<string> {
  const [row] = await parking.database.sql<{ days: string[] }>(
    `select array_agg(left(trim(to_char((now() at time zone 'UTC') + make_interval(days => n),
       'Day')), 2) order by n) as days from generate_series(0, 6) as n`,
  );
  const days = row?.days ?? [];
  const parts = isToday ? days : days.slice(2, 5);
  return `${parts.join(',')} 00:00-24:00`;
}

test('a stay may begin on the lots that are named, and on no other', async () => {
  const [named, other] = [await newLot(), await newLot()];
  const agent = await agentWith({ lotIds: [named] });
  await expect(parking.park(named, { as: agent })).resolves.toMatchObject({
    mandateId: agent.mandate?.mandateId,
  });
  await expect(parking.park(other, { as: agent })).rejects.toMatchObject(refused('lot_ids'));
});

test('a stay may begin up to the radius by great circle, and not a metre farther', async () => {
  const agent = await agentWith({ area: { ...TORONTO, radiusM: 1_000 } });
  // 0.008993 degrees of latitude are 999.97 m, 0.009003 are 1 001.08 m.
  const inside = await newLot({ latitude: TORONTO.lat + 0.008993 });
  const outside = await newLot({ latitude: TORONTO.lat + 0.009003 });
  await expect(parking.park(inside, { as: agent })).resolves.toBeDefined();
  await expect(parking.park(outside, { as: agent })).rejects.toMatchObject(refused('area'));
});

test('the area may lie across the antimeridian', async () => {
  const agent = await agentWith({ area: { lat: 0, lng: 179.999, radiusM: 1_000 } });
  const lotId = await newLot({ latitude: 0, longitude: -179.999 });
  await expect(parking.park(lotId, { as: agent })).resolves.toBeDefined();
});

test('a mandate with amounts pays in its own currency only', async () => {
  const agent = await agentWith({ currency: 'eur', maxPerMonthMinor: 100_000 });
  await expect(parking.park(await newLot(), { as: agent })).rejects.toMatchObject(
    refused('currency'),
  );
  const euros = await newLot({ currency: 'eur' });
  await expect(parking.park(euros, { as: agent })).resolves.toBeDefined();
});

test('a stay may cost as much as is allowed for one, and not a cent more', async () => {
  const lotId = await newLot();
  const agent = await agentWith({ currency: 'cad', maxPerStayMinor: 2 * HOURLY });
  await expect(parking.park(lotId, { as: agent, durationHours: 2 })).resolves.toBeDefined();
  await expect(parking.park(lotId, { as: agent, durationHours: 2 + 1 / 60 })).rejects.toMatchObject(
    refused('max_per_stay', { left: 7, currency: 'cad' }),
  );
});

test('the whole stay has to lie inside the hours, by the clock of the zone', async () => {
  const lotId = await newLot();
  const always = await agentWith({ hours: await hoursOf(true), timezone: 'UTC' });
  const never = await agentWith({ hours: await hoursOf(false), timezone: 'UTC' });
  await expect(parking.park(lotId, { as: always, durationHours: 30 })).resolves.toBeDefined();
  await expect(parking.park(lotId, { as: never })).rejects.toMatchObject(refused('hours'));
});

test('a stay that would run past the hours is refused, and so is an extension past them', async () => {
  const lotId = await newLot();
  const [row] = await parking.database.sql<{ from: string; to: string }>(
    `select to_char(now() at time zone 'UTC' - interval '1 hour', 'HH24:MI') as from,
       to_char(now() at time zone 'UTC' + interval '100 minutes', 'HH24:MI') as to`,
  );
  const agent = await agentWith({ hours: `${row?.from}-${row?.to}`, timezone: 'UTC' });
  const session = await parking.park(lotId, { as: agent, durationHours: 1 });
  await expect(parking.park(lotId, { as: agent, durationHours: 2 })).rejects.toMatchObject(
    refused('hours'),
  );
  await expect(parking.extend(session, 30, { as: agent })).resolves.toBeDefined();
  await expect(parking.extend(session, 30, { as: agent })).rejects.toMatchObject(refused('hours'));
});

test('hours that cannot be computed allow nothing', async () => {
  const agent = await agentWith({ hours: 'sunrise-sunset unknown "ask the guard"' });
  await expect(parking.park(await newLot(), { as: agent })).rejects.toMatchObject(refused('hours'));
});

test('a key that needs activation holds spaces, and another key begins the stay it pays', async () => {
  const lotId = await newLot();
  const agent = await agentWith({ needsActivation: true });
  await expect(parking.park(lotId, { as: agent })).rejects.toMatchObject(
    refused('needs_activation'),
  );
  const hold = await parking.held(lotId, { as: agent });
  await expect(parking.activate(hold, undefined, agent)).rejects.toMatchObject(
    refused('needs_activation'),
  );
  const session = await parking.activate(hold);
  expect(session.mandateId).toBe(agent.mandate?.mandateId);
  await expect(parking.extend(session, 30, { as: agent })).rejects.toMatchObject(
    refused('needs_activation'),
  );
  await expect(parking.extend(session, 30)).resolves.toBeDefined();
  await expect(parking.end(session, { as: agent })).resolves.toMatchObject({
    status: 'completed',
  });
});

test('a key extends only stays of its own mandate, and may end any that it sees', async () => {
  const lotId = await newLot();
  const agent = await agentWith({ maxPerDayMinor: 10_000, currency: 'cad' });
  const sibling = await agentWith({ maxPerDayMinor: 10_000, currency: 'cad' });
  const session = await parking.park(lotId);
  await expect(parking.extend(session, 30, { as: agent })).rejects.toMatchObject(
    refused('other_stay'),
  );
  const mandated = await parking.park(lotId, { as: sibling });
  await expect(parking.extend(mandated, 30, { as: agent })).rejects.toMatchObject(
    refused('other_stay'),
  );
  await expect(parking.end(session, { as: agent })).resolves.toBeDefined();
});

test("a hold that a key redeems is paid by the key's own mandate, not by the hold's", async () => {
  const lotId = await newLot();
  const [first, second] = [await agentWith({}), await agentWith({})];
  const hold = await parking.held(lotId, { as: first });
  const session = await parking.activate(hold, undefined, second);
  expect(session.mandateId).toBe(second.mandate?.mandateId);
});

test('what a mandate refuses leaves no stay and no authorised payment', async () => {
  const lotId = await newLot();
  const agent = await agentWith({ currency: 'cad', maxPerDayMinor: HOURLY });
  await parking.park(lotId, { as: agent });
  await expect(parking.park(lotId, { as: agent })).rejects.toMatchObject(
    refused('max_per_day', { left: 0, currency: 'cad' }),
  );
  expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 1 });
});

test("the lot's operator learns nothing of what the mandate of a guest has left", async () => {
  const guest = await addCaller(parking.database, {
    mandate: newMandate({ currency: 'cad', maxPerDayMinor: HOURLY }),
  });
  const session = await parking.park(await newLot(), { as: guest });
  await expect(parking.extend(session, 30)).rejects.toMatchObject(refused('max_per_day'));
});
