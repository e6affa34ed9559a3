import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours, openStage, type Stage, windowInHours } from '../../stage.ts';
import { parkingEndpoints, reasonOf } from '../parking-endpoints.ts';

let stage: Stage;
let lastPlace = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const ENDPOINTS = parkingEndpoints(() => stage);

/** A lot in a place of its own, with these tags. */
async function addLot(...features: string[]) {
  const latitude = 20 + ++lastPlace;
  const lotId = await stage.parking.addLot({ latitude, longitude: 10 });
  await stage.api.database.sql('update lots set features = $2 where lot_id = $1', [
    lotId,
    features,
  ]);
  return { lotId, lat: latitude, lng: 10 };
}

test.each([
  { door: 'create', longest: 2 },
  { door: 'reserve', longest: 2 },
  // The vehicle may come later than now, and the space is kept for it meanwhile.
  { door: 'dispatch', longest: 1.5 },
] as const)(
  '$door: a stay may not be longer than the lot allows',
  async ({ door: endpoint, longest }) => {
    const lot = await addLot('maxstay:2 hours');
    const refused = await ENDPOINTS[endpoint](lot, 2.1);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'max_stay', max_stay_minutes: 120 });
    expect((await ENDPOINTS[endpoint](lot, longest)).status).toBe(201);
  },
);

test('of two limits the shorter one holds', async () => {
  const answer = await ENDPOINTS.create(await addLot('maxstay:30 minutes', 'maxstay:1 day'), 1);
  expect(answer.body.error.details).toMatchObject({ max_stay_minutes: 30 });
});

test('a month counts 28 days', async () => {
  const lot = await addLot('maxstay:1 month');
  expect(reasonOf(await ENDPOINTS.create(lot, 28 * 24 + 1))).toBe('max_stay');
  expect((await ENDPOINTS.create(lot, 28 * 24)).status).toBe(201);
});

test('an extension counts from the beginning of the stay', async () => {
  const { body } = await ENDPOINTS.create(await addLot('maxstay:2 hours'), 1);
  const extend = () =>
    stage.post('/api/v1/sessions/extend', { session_id: body.session.id, extend_minutes: 60 });
  expect((await extend()).status).toBe(200);
  expect(reasonOf(await extend())).toBe('max_stay');
});

test('near a point, nobody is offered a lot for longer than it allows', async () => {
  const lot = await addLot('maxstay:2 hours');
  const send = ENDPOINTS['dispatch near a point'];
  expect(reasonOf(await send(lot, 3))).toBe('lot_full');
  expect((await send(lot, 1)).status).toBe(201);
  const { lat, lng } = lot;
  const search = async (hours: number, available_only = false) => {
    const query = { lat, lng, radius_km: 1, available_only, ...windowInHours(0.1, 0.1 + hours) };
    return (await stage.get('/api/v1/lots/search', query)).body.lots;
  };
  expect(await search(2, true)).toMatchObject([{ quote: { amount: 7 } }]);
  expect(await search(3, true)).toEqual([]);
  expect(await search(3)).toMatchObject([{ quote: null }]);
  const reserve = await stage.post(
    '/api/v1/reserve',
    {
      intent: 'a space',
      near: { lat, lng, radius_km: 1 },
      starts_at: inHours(1),
      ends_at: inHours(4),
    },
    { 'Idempotency-Key': 'too long' },
  );
  expect(reserve.status).not.toBe(201);
});
