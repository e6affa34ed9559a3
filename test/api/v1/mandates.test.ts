import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MandateRules } from '../../../src/access/mandates/mandate.ts';
import { newRules } from '../../stage/fixtures.ts';
import type { TestKey } from '../client.ts';
import { openStage, type Stage, windowInHours } from '../stage.ts';

// Every endpoint that begins a stay, makes it longer or holds a space.

const HOURLY = 350;

let stage: Stage;
let calls = 0;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const newLot = (more: object = {}) => stage.parking.addLot({ rate_minor: HOURLY, ...more });
const agentWith = (rules: Partial<MandateRules>, fleetId: string | null = null) =>
  stage.newKey({ mandate: newRules(rules), fleetId });
const once = () => ({ 'idempotency-key': `mandates ${++calls}` });
const plate = () => stage.parking.newPlate();

const start = (as: TestKey, lot_id: string, more: object = {}) =>
  stage.post('/api/v1/sessions', { lot_id, plate: plate(), ...more }, once(), as);
const reserve = (as: TestKey, more: object) =>
  stage.post('/api/v1/reserve', { plate: plate(), ...more }, once(), as);
const dispatch = (as: TestKey, count: number, target: object) => {
  const vehicles = Array.from({ length: count }, () => ({ plate: plate() }));
  return stage.post('/av-fleet/dispatch', { vehicles, ...target }, once(), as);
};

const refusal = (rule: string, left: number | null = null) => ({
  status: 403,
  body: {
    error: {
      code: 'FORBIDDEN',
      details: {
        reason: 'mandate_exceeded',
        rule,
        left,
        currency: left === null ? null : 'cad',
      },
    },
  },
});

test('a stay, its extension and its quote are refused past the mandate, saying what is left', async () => {
  const lotId = await newLot({ latitude: 10, longitude: 10 });
  const agent = await agentWith({ currency: 'cad', maxPerDayMinor: 4 * HOURLY });
  const { body } = await start(agent, lotId, { duration_hours: 3 });
  const session_id = body.session.id;
  expect(await start(agent, lotId, { duration_hours: 2 })).toMatchObject(
    refusal('max_per_day', 3.5),
  );
  const extend = (extend_hours: number) =>
    stage.post('/api/v1/sessions/extend', { session_id, extend_hours }, {}, agent);
  expect(await extend(1.5)).toMatchObject(refusal('max_per_day', 3.5));
  expect((await extend(1)).status).toBe(200);
  const { body: found } = await stage.get('/api/v1/lots/search', {
    ...{ lat: 10, lng: 10 },
    ...windowInHours(0, 1),
  });
  const quote_id = found.lots[0].quote.id;
  expect(await start(agent, lotId, { quote_id })).toMatchObject(refusal('max_per_day', 0));
});

test('a repeat of a call gets the stay of the first, when the mandate has nothing left', async () => {
  const lot_id = await newLot();
  const agent = await agentWith({ currency: 'cad', maxPerDayMinor: HOURLY });
  const body = { lot_id, plate: plate() };
  const headers = once();
  const first = await stage.post('/api/v1/sessions', body, headers, agent);
  const again = await stage.post('/api/v1/sessions', body, headers, agent);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.session.id).toBe(first.body.session.id);
});

test('spaces are held where the mandate allows their stays, and nowhere else', async () => {
  const near = { latitude: 51.5, longitude: -0.12 };
  await newLot({ ...near, rate_minor: 100 });
  const farther = await newLot({ ...near, latitude: 51.502 });
  const agent = await agentWith({ lotIds: [farther] });
  const intent = 'a space at 51.5, -0.12 for an hour';
  const { body } = await reserve(agent, { intent });
  expect(body.hold.lot_id).toBe(farther);
  const elsewhere = await agentWith({ area: { lat: 0, lng: 0, radiusM: 1_000 } });
  expect(await reserve(elsewhere, { intent })).toMatchObject(refusal('area'));
  expect(await reserve(elsewhere, { intent: 'an hour', lot_id: farther })).toMatchObject(
    refusal('area'),
  );
});

test('no hold is placed whose stays would cost more than is left on the day they begin', async () => {
  const lot_id = await newLot();
  const agent = await agentWith({ currency: 'cad', maxPerDayMinor: 4 * HOURLY });
  const hold = (hours: number, space_count: number) =>
    reserve(agent, { intent: 'a space', lot_id, ...windowInHours(0, hours), space_count });
  expect(await hold(5, 1)).toMatchObject(refusal('max_per_day', 14));
  expect(await hold(2, 3)).toMatchObject(refusal('max_per_day', 14));
  expect((await hold(2, 2)).status).toBe(201);
  await start(agent, lot_id, { duration_hours: 3 });
  expect(await hold(2, 1)).toMatchObject(refusal('max_per_day', 3.5));
  const tomorrow = { ...windowInHours(36, 40), space_count: 1 };
  const later = await reserve(agent, { intent: 'a space', lot_id, ...tomorrow });
  expect(later.status).toBe(201);
});

test('a key that needs activation reserves, and a person activates', async () => {
  const lot_id = await newLot();
  const agent = await agentWith({ needsActivation: true });
  const { body } = await reserve(agent, { intent: 'a space for an hour', lot_id });
  const hold_id = body.hold.id;
  const activate = (as: TestKey) =>
    stage.post(`/api/v1/reserve/${hold_id}/activate`, {}, once(), as);
  expect(await activate(agent)).toMatchObject(refusal('needs_activation'));
  expect(await start(agent, lot_id, { hold_id })).toMatchObject(refusal('needs_activation'));
  expect((await activate(stage.key)).status).toBe(201);
});

test('vehicles are dispatched to allowed lots for what is left of the day, all or none', async () => {
  const place = { latitude: -33.86, longitude: 151.2, total_spaces: 20 };
  await newLot({ ...place, rate_minor: 100 });
  const allowed = await newLot({ ...place, latitude: -33.862 });
  const rules = { currency: 'cad', maxPerDayMinor: 4 * HOURLY, lotIds: [allowed] };
  const agent = await agentWith(rules, 'north');
  const near = { lat: -33.86, lng: 151.2 };
  // Each stay is an hour after the end of the lease of three minutes.
  expect(await dispatch(agent, 4, { near })).toMatchObject(refusal('max_per_day', 14));
  expect(await stage.parking.lot(allowed)).toMatchObject({ held_spaces: 0 });
  const { status, body } = await dispatch(agent, 3, { near });
  expect(status).toBe(201);
  const lots = body.dispatch.allocations.map((one: { lot_id: string }) => one.lot_id);
  expect(new Set(lots)).toEqual(new Set([allowed]));
  const other = await newLot(place);
  expect(await dispatch(agent, 1, { lot_id: other })).toMatchObject(refusal('lot_ids'));
});

test('vehicles are handed over while the mandate has enough left, all or none', async () => {
  const lot_id = await newLot({ total_spaces: 20 });
  const agent = await agentWith({ currency: 'cad', maxPerDayMinor: 3 * HOURLY }, 'north');
  const { body } = await dispatch(agent, 2, { lot_id });
  await start(agent, lot_id);
  const allocations = body.dispatch.allocations.map(
    (one: { plate: string; fencing_token: number }) => ({
      plate: one.plate,
      fencing_token: one.fencing_token,
    }),
  );
  const path = `/av-fleet/dispatch/${body.dispatch.id}/commit`;
  expect(await stage.post(path, { allocations }, once(), agent)).toMatchObject({
    status: 403,
    body: {
      error: {
        details: { reason: 'mandate_exceeded', rule: 'max_per_day', field: 'allocations.1' },
      },
    },
  });
  expect(await stage.parking.lot(lot_id)).toMatchObject({ taken_spaces: 1, held_spaces: 2 });
  const handed = await stage.post(path, { allocations: allocations.slice(1) }, once(), agent);
  expect(handed.status).toBe(200);
  expect(await stage.parking.lot(lot_id)).toMatchObject({ taken_spaces: 2, held_spaces: 1 });
});
