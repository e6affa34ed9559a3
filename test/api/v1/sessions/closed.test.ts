import { afterAll, beforeAll, expect, test } from 'vitest';
import { dailyHours } from '../../../stage/daily-hours.ts';
import { inHours, openStage, type Stage } from '../../stage.ts';
import { parkingEndpoints, reasonOf } from '../parking-endpoints.ts';

let stage: Stage;
let lastPlace = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

/** A lot in a place of its own, open every day from and to these minutes from now. */
async function addLot(from: number, to: number, isOvernightAllowed = false) {
  const latitude = 20 + ++lastPlace;
  const lotId = await stage.parking.addLot({ latitude, longitude: 10, name: `Yard ${lastPlace}` });
  await stage.api.database.sql(
    `update lots set opening_hours = $2, timezone = 'UTC', is_overnight_allowed = $3
     where lot_id = $1`,
    [lotId, dailyHours(from, to), isOvernightAllowed],
  );
  return { lotId, lat: latitude, lng: 10 };
}

const plate = () => stage.parking.newPlate();
const isMinutesAhead = (text: string, minutes: number) =>
  Math.abs(Date.parse(text) - Date.now() - minutes * 60_000) < 120_000;

const ENDPOINTS = parkingEndpoints(() => stage);
const NAMED = ['create', 'reserve', 'dispatch'] as const;

test.each(NAMED)('%s: a closed lot is refused with its opening time', async (endpoint) => {
  const answer = await ENDPOINTS[endpoint](await addLot(120, 360), 1);
  expect(answer.status).toBe(409);
  expect(answer.body.error.details).toMatchObject({ reason: 'closed', closes_at: null });
  expect(isMinutesAhead(answer.body.error.details.opens_at, 120)).toBe(true);
});

test.each(NAMED)('%s: a stay past closing time is refused with that time', async (endpoint) => {
  const lot = await addLot(-120, 90);
  const answer = await ENDPOINTS[endpoint](lot, 2);
  expect(answer.status).toBe(409);
  const { reason, closes_at, opens_at } = answer.body.error.details;
  expect(reason).toBe('closed');
  expect(isMinutesAhead(closes_at, 90)).toBe(true);
  expect(isMinutesAhead(opens_at, 22 * 60)).toBe(true);
  expect((await ENDPOINTS[endpoint](lot, 1)).status).toBe(201);
});

test.each(NAMED)(
  '%s: a lot that allows overnight stays need only be open on arrival',
  async (endpoint) => {
    expect((await ENDPOINTS[endpoint](await addLot(-120, 90, true), 20)).status).toBe(201);
    const closed = await ENDPOINTS[endpoint](await addLot(120, 360, true), 1);
    expect([closed.status, reasonOf(closed)]).toEqual([409, 'closed']);
  },
);

test('near a point, a fleet gets only lots that are open for the whole time', async () => {
  const send = ENDPOINTS['dispatch near a point'];
  const lot = await addLot(-120, 90);
  expect((await send(lot, 1)).status).toBe(201);
  const refused = await send(lot, 2);
  expect([refused.status, reasonOf(refused)]).toEqual([409, 'lot_full']);
});

test('a fleet that arrives later needs the lot to be open from then on', async () => {
  const { lotId } = await addLot(30, 360);
  const send = (arriveInHours: number) =>
    stage.post('/av-fleet/dispatch', {
      fleet_id: 'fleet',
      lot_id: lotId,
      vehicles: [{ plate: plate() }],
      arrive_by: inHours(arriveInHours),
    });
  expect((await send(1)).status).toBe(201);
  expect(reasonOf(await send(0.2))).toBe('closed');
});

test('an extension does not go past closing time either', async () => {
  const { lotId } = await addLot(-120, 100);
  const { body } = await stage.post('/api/v1/sessions', { lot_id: lotId, plate: plate() });
  const extend = (extend_minutes: number) =>
    stage.post('/api/v1/sessions/extend', { session_id: body.session.id, extend_minutes });
  const late = await extend(60);
  expect([late.status, reasonOf(late)]).toEqual([409, 'closed']);
  expect((await extend(30)).status).toBe(200);
});

test('a hold cannot be redeemed before the lot opens', async () => {
  const { lotId } = await addLot(10, 360);
  const hold = await stage.parking.held(lotId, { from: 12, plate: plate() });
  const activate = () => stage.post(`/api/v1/reserve/${hold.holdId}/activate`, {});
  const early = await activate();
  expect([early.status, reasonOf(early)]).toEqual([409, 'closed']);
  await stage.parking.passMinutes(12);
  await stage.api.database.sql('update lots set opening_hours = $2 where lot_id = $1', [
    lotId,
    dailyHours(-2, 350),
  ]);
  expect((await activate()).status).toBe(201);
});

test('opening hours that cannot be parsed restrict no stay', async () => {
  const { lotId } = await addLot(120, 360);
  await stage.api.database.sql(
    `update lots set opening_hours = 'sunrise-sunset' where lot_id = $1`,
    [lotId],
  );
  const answer = await stage.post('/api/v1/sessions', { lot_id: lotId, plate: plate() });
  expect(answer.status).toBe(201);
});
