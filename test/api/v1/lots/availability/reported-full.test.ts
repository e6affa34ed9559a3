import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportOccupancy } from '../../../../../src/parking/lots/write/report-occupancy.ts';
import type { Querier } from '../../../../../src/stores/postgres.ts';
import { meanwhile } from '../../../../stage/meanwhile.ts';
import type { Answer } from '../../../client.ts';
import { inHours, openStage, type Stage, windowInHours } from '../../../stage.ts';

const LONGITUDE = 10.25;

let stage: Stage;
let lastLatitude = 10.25;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Lot = { lotId: string; lat: number; lng: number };

/** A lot of ten spaces, far from all others. */
async function newLot(more: object = {}): Promise<Lot> {
  lastLatitude += 0.5;
  const lotId = await stage.parking.addLot({
    latitude: lastLatitude,
    longitude: LONGITUDE,
    ...more,
  });
  return { lotId, lat: lastLatitude, lng: LONGITUDE };
}

async function report({ lotId }: Lot, occupied: number): Promise<void> {
  const answer = await stage.post(`/api/v1/lots/${lotId}/occupancy`, { occupied });
  expect(answer.status).toBe(200);
}

async function newFullLot(more: object = {}): Promise<Lot> {
  const lot = await newLot(more);
  await report(lot, 10);
  return lot;
}

const REFUSED = [409, 'reported_full'];
const outcome = ({ status, body }: Answer) =>
  status < 300 ? [status] : [status, body.error.details.reason];

const park = ({ lotId: lot_id }: Lot, more = {}) =>
  stage.post('/api/v1/sessions', { lot_id, plate: stage.parking.newPlate(), ...more });
const reserve = (body: object) =>
  stage.post('/api/v1/reserve', body, { 'idempotency-key': stage.parking.newPlate() });
const hold = ({ lotId: lot_id }: Lot, more = {}) =>
  reserve({ lot_id, intent: 'for an hour', ...more });
const dispatch = (target: object, count = 1) => {
  const vehicles = Array.from({ length: count }, () => ({ plate: stage.parking.newPlate() }));
  return stage.post('/av-fleet/dispatch', { fleet_id: 'north', vehicles, ...target });
};
const found = async ({ lat, lng }: Lot, query = {}) => {
  const { body } = await stage.get('/api/v1/lots/search', { lat, lng, ...query });
  return body.lots.map((lot: { id: string }) => lot.id);
};

test('a lot that is counted as full takes no stay, no hold and no dispatch', async () => {
  const lot = await newFullLot();
  expect(outcome(await park(lot))).toEqual(REFUSED);
  expect(outcome(await hold(lot))).toEqual(REFUSED);
  expect(outcome(await dispatch({ lot_id: lot.lotId }))).toEqual(REFUSED);
  expect(await stage.parking.lot(lot.lotId)).toMatchObject({ taken_spaces: 0, held_spaces: 0 });
  expect(await found(lot, { available_only: true })).toEqual([]);
  await report(lot, 9);
  expect(await found(lot, { available_only: true })).toEqual([lot.lotId]);
  for (const answer of [await park(lot), await hold(lot), await dispatch({ lot_id: lot.lotId })])
    expect(answer.status).toBe(201);
});

test('near a place, a lot that is counted as full is passed over', async () => {
  const { lat, lng, ...full } = await newFullLot();
  const free = await newLot({ latitude: lat + 0.001 });
  const near = { lat, lng };
  const intent = `near ${lat.toFixed(4)}, ${lng.toFixed(4)} for an hour`;
  const { body } = await reserve({ intent });
  expect(body.hold.lot_id).toBe(free.lotId);
  const sent = await dispatch({ near });
  expect(sent.body.dispatch.allocations).toMatchObject([{ lot_id: free.lotId }]);
  await report(free, 10);
  expect(outcome(await reserve({ intent }))).toEqual([404, 'nothing_free']);
  expect(outcome(await dispatch({ near }))).toEqual([409, 'lot_full']);
  expect(await stage.parking.lot(full.lotId)).toMatchObject({ held_spaces: 0 });
});

test('more spaces than are counted as free are refused together', async () => {
  const lot = await newLot();
  await report(lot, 8);
  expect(outcome(await dispatch({ lot_id: lot.lotId }, 3))).toEqual(REFUSED);
  expect(outcome(await hold(lot, { space_count: 3 }))).toEqual(REFUSED);
  expect(outcome(await dispatch({ lot_id: lot.lotId }, 2))).toEqual([201]);
});

test('a count older than a quarter of an hour binds nobody', async () => {
  const lot = await newFullLot();
  await stage.parking.passMinutes(14);
  expect(outcome(await park(lot))).toEqual(REFUSED);
  await stage.parking.passMinutes(1);
  expect(outcome(await park(lot))).toEqual([201]);
  expect(await found(lot, { available_only: true })).toEqual([lot.lotId]);
});

test('a count binds no hold that begins a quarter of an hour after it', async () => {
  const lot = await newFullLot();
  const soon = windowInHours(0.2, 1);
  const later = windowInHours(2, 3);
  expect(outcome(await hold(lot, soon))).toEqual(REFUSED);
  expect(await found(lot, { ...soon, available_only: true })).toEqual([]);
  expect(outcome(await hold(lot, later))).toEqual([201]);
  expect(await found(lot, { ...later, available_only: true })).toEqual([lot.lotId]);
  await stage.parking.passMinutes(10);
  const afterwards = windowInHours(0.2, 1);
  expect(outcome(await hold(lot, afterwards))).toEqual([201]);
  expect(await found(lot, { ...afterwards, available_only: true })).toEqual([lot.lotId]);
});

test('what was promised before the count is kept: holds, allocations and stays', async () => {
  const lot = await newLot();
  const [byActivation, byStay] = [await stage.parking.held(lot.lotId), await hold(lot)];
  const { body: sent } = await dispatch({ lot_id: lot.lotId });
  const { body: parked } = await park(lot);
  await report(lot, 10);
  const activate = `/api/v1/reserve/${byActivation.holdId}/activate`;
  expect(outcome(await stage.post(activate, { plate: 'PROMISE1' }))).toEqual([201]);
  expect(outcome(await park(lot, { hold_id: byStay.body.hold.id }))).toEqual([201]);
  const allocations = sent.dispatch.allocations.map(
    ({ plate, fencing_token }: { plate: string; fencing_token: number }) => ({
      plate,
      fencing_token,
    }),
  );
  const commit = `/av-fleet/dispatch/${sent.dispatch.id}/commit`;
  expect(outcome(await stage.post(commit, { allocations }))).toEqual([200]);
  const extension = { session_id: parked.session.id, extend_hours: 1 };
  expect(outcome(await stage.post('/api/v1/sessions/extend', extension))).toEqual([200]);
  expect(outcome(await park(lot))).toEqual(REFUSED);
});

test('where the operator says so, counts only inform', async () => {
  const lot = await newFullLot();
  const path = `/api/v1/lots/${lot.lotId}`;
  const { body } = await stage.send('PATCH', path, { reports_inform_only: true });
  expect(body.lot.reports_inform_only).toBe(true);
  expect((await stage.get(path)).body.lot.reports_inform_only).toBe(true);
  for (const answer of [await park(lot), await hold(lot), await dispatch({ lot_id: lot.lotId }, 2)])
    expect(answer.status).toBe(201);
  expect(await found(lot, { available_only: true })).toEqual([]);
  await stage.send('PATCH', path, { reports_inform_only: false });
  expect(outcome(await park(lot))).toEqual(REFUSED);
});

test('a count that is written while a call waits for the lot binds that call', async () => {
  for (const call of [park, hold]) {
    const lot = await newLot();
    const counted = (connection: Querier) =>
      reportOccupancy(
        connection,
        stage.parking.caller,
        { lotId: lot.lotId, occupied: 10, at: undefined },
        { requestId: 'req_test', remember: undefined },
      );
    const answer = await meanwhile(stage.api.database, counted, () => call(lot));
    expect(outcome(answer as Answer)).toEqual(REFUSED);
  }
});

test('a window that begins now is shown as full as the instant is', async () => {
  const lot = await newFullLot();
  const { lat, lng } = lot;
  const window = { starts_at: inHours(0), ends_at: inHours(1) };
  for (const query of [{}, window]) {
    const { body } = await stage.get('/api/v1/lots/search', { lat, lng, ...query });
    expect(body.lots[0].availability).toMatchObject({ available_spaces: 0, status: 'full' });
  }
});
