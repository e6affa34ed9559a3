import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDLE_HOURS_MAX } from '../../../src/parking/holds/hold.ts';
import type { Answer, TestKey } from '../client.ts';
import { openStage, type Stage } from '../stage.ts';

let stage: Stage;
let fleet: TestKey;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const newFleet = () => stage.api.createKey({ fleetId: 'north', rateLimits: { write: 10_000 } });
const send = (count: number, target: object, more = {}, as = fleet) => {
  const vehicles = Array.from({ length: count }, () => ({ plate: stage.parking.newPlate() }));
  return stage.post('/av-fleet/dispatch', { vehicles, ...target, ...more }, {}, as);
};
const refusalOf = ({ status, body }: Answer) => [status, body.error?.details.reason];

test("a dispatch beyond the hold limit of another operator's lot is refused as a whole", async () => {
  fleet = await newFleet();
  const lot_id = await stage.parking.addLot({ total_spaces: 50 });
  for (const count of [50, 6])
    expect(refusalOf(await send(count, { lot_id }))).toEqual([409, 'hold_limit_lot']);
  expect(await stage.parking.lot(lot_id)).toMatchObject({ held_spaces: 0 });
  expect((await send(5, { lot_id })).status).toBe(201);
  expect(refusalOf(await send(1, { lot_id }))).toEqual([409, 'hold_limit_lot']);
  expect((await send(45, { lot_id, fleet_id: 'own' }, {}, stage.key)).status).toBe(201);
});

test('near a point the vehicles of another operator are spread within its limits', async () => {
  fleet = await newFleet();
  const near = { lat: 20, lng: 20 };
  const lots = [20.001, 20.002, 20.003].map((latitude) =>
    stage.parking.addLot({ latitude, longitude: 20, total_spaces: 20 }),
  );
  const lotIds = await Promise.all(lots);
  const tooMany = await send(7, { near });
  expect(tooMany.body.error.details).toEqual({ reason: 'lot_full', free_spaces: 6 });
  const { body } = await send(6, { near });
  const sentTo = body.dispatch.allocations.map((one: { lot_id: string }) => one.lot_id);
  expect(sentTo.toSorted()).toEqual(lotIds.flatMap((id) => [id, id]).toSorted());
  const own = await send(18, { near }, { fleet_id: 'own' }, stage.key);
  expect(own.status).toBe(201);
  const nearest = own.body.dispatch.allocations.map((one: { lot_id: string }) => one.lot_id);
  expect(new Set(nearest)).toEqual(new Set(lotIds.slice(0, 1)));
});

test('ten concurrent dispatches near a point get exactly what the fleet may hold', async () => {
  fleet = await newFleet();
  const near = { lat: 30, lng: 20 };
  for (const latitude of [30.001, 30.002])
    await stage.parking.addLot({ latitude, longitude: 20, total_spaces: 50 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(2, { near })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
});

test('leases that are never used cannot be renewed for ever', async () => {
  fleet = await newFleet();
  const lot_id = await stage.parking.addLot({ total_spaces: 10 });
  const lease = { ttl_seconds: 3_600 };
  for (let hour = 0; hour < IDLE_HOURS_MAX; hour += 1) {
    expect((await send(1, { lot_id }, lease)).status).toBe(201);
    await stage.parking.passMinutes(60);
  }
  expect(refusalOf(await send(1, { lot_id }, lease))).toEqual([409, 'hold_limit_lot']);
});

test('a lease of a day that is never used is not followed by another', async () => {
  fleet = await newFleet();
  const lot_id = await stage.parking.addLot({ total_spaces: 10 });
  const arrive_by = new Date(Date.now() + 23 * 3_600_000).toISOString();
  expect((await send(1, { lot_id }, { arrive_by })).status).toBe(201);
  await stage.parking.passMinutes(24 * 60);
  expect(refusalOf(await send(1, { lot_id }))).toEqual([409, 'hold_limit_lot']);
});

test('a refusal tells nothing of the free spaces of a lot that does not show them', async () => {
  fleet = await newFleet();
  const near = { lat: 30, lng: 30 };
  const at = { latitude: 30, longitude: 30, total_spaces: 20 };
  await stage.parking.addLot(at);
  const lot_id = await stage.parking.addLot({ ...at, availability_shown: 'level' });
  const refusals = async () => {
    const answers = [await send(10, { near }), await send(19, { lot_id })];
    return answers.map(({ body }) => body.error.details);
  };
  const told = [{ reason: 'lot_full', free_spaces: 2 }, { reason: 'hold_limit_lot' }];
  expect(await refusals()).toEqual(told);
  for (let i = 0; i < 19; i += 1) await stage.parking.park(lot_id);
  expect(await refusals()).toEqual(told);
  expect((await send(1, { lot_id })).status).toBe(201);
  expect(refusalOf(await send(1, { lot_id }))).toEqual([409, 'lot_full']);
});
