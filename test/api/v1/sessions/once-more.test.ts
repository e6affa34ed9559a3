import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

let stage: Stage;

const VIN = '1HGCM82633A004352';

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

test('the VIN that another operator gave for a plate is neither shown nor used', async () => {
  const plate = stage.parking.newPlate();
  const other = await stage.api.createKey();
  const vehicle = { vin: VIN };
  const create = async (more: object, as?: TestKey) =>
    (
      await stage.post(
        '/api/v1/sessions',
        { lot_id: await stage.parking.addLot(), plate, ...more },
        {},
        as,
      )
    ).body.session;
  const theirs = await create({ vehicle }, other);
  const mine = await create({});
  expect((await stage.get(`/api/v1/sessions/${mine.id}`)).body.session.vehicle.vin).toBeNull();
  await create({ vehicle: { vin: '11111111111111111' } });
  const seen = await stage.api.request('GET', `/api/v1/sessions/${theirs.id}`, {
    key: other.secret,
  });
  expect(seen.body.session.vehicle.vin).toBe(VIN);
});

test('a repeated create without a VIN gets the first answer, even if a VIN is known', async () => {
  const plate = stage.parking.newPlate();
  await stage.post('/api/v1/sessions', {
    lot_id: await stage.parking.addLot(),
    plate,
    vehicle: { vin: VIN },
  });
  const body = { lot_id: await stage.parking.addLot(), plate };
  const headers = { 'idempotency-key': 'vin' };
  const first = await stage.post('/api/v1/sessions', body, headers);
  expect((await stage.post('/api/v1/sessions', body, headers)).body).toEqual(first.body);
});

test('a repeated create shows no secret once the session is paid', async () => {
  const body = { lot_id: await stage.parking.addLot(), plate: stage.parking.newPlate() };
  const headers = { 'idempotency-key': 'secret' };
  const first = await stage.post('/api/v1/sessions', body, headers);
  await stage.post('/api/v1/sessions/end', { session_id: first.body.session.id });
  const again = await stage.post('/api/v1/sessions', body, headers);
  expect(again.body.session.client_secret).toBeUndefined();
});
