import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage, windowInHours } from '../../../stage.ts';
import { parkingEndpoints, reasonOf } from '../../parking-endpoints.ts';

let stage: Stage;
let lastPlace = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const ENDPOINTS = parkingEndpoints(() => stage);

/** A lot in a place of its own with a posted rate, whose spaces nobody knows. */
async function addLot() {
  const latitude = 20 + ++lastPlace;
  const lotId = await stage.parking.addLot({ latitude, longitude: 10 });
  await stage.api.database.sql('update lots set total_spaces = null where lot_id = $1', [lotId]);
  return { lotId, lat: latitude, lng: 10 };
}

test.each([
  ['create', 'capacity_unknown'],
  ['reserve', 'capacity_unknown'],
  ['dispatch', 'capacity_unknown'],
  ['dispatch near a point', 'lot_full'],
] as const)('%s: nobody parks where no space is known (%s)', async (endpoint, reason) => {
  const lot = await addLot();
  const answer = await ENDPOINTS[endpoint](lot, 1);
  expect([answer.status, reasonOf(answer), await held(lot.lotId)]).toEqual([409, reason, 0]);
  await stage.send('PATCH', `/api/v1/lots/${lot.lotId}`, { total_spaces: 3 });
  expect((await ENDPOINTS[endpoint](lot, 1)).status).toBe(201);
});

async function held(lotId: string): Promise<number | undefined> {
  const [row] = await stage.api.database.sql<{ count: number }>(
    'select taken_spaces + held_spaces as count from lots where lot_id = $1',
    [lotId],
  );
  return row?.count;
}

test('the lot is found and shown with its price, and without figures that nobody knows', async () => {
  const { lotId, ...point } = await addLot();
  const unknown = { total_spaces: null, available_spaces: null, occupancy_pct: null };
  const search = async (query: object) =>
    (await stage.get('/api/v1/lots/search', { ...point, radius_km: 1, ...query })).body.lots;
  expect(await search({})).toMatchObject([
    { id: lotId, total_spaces: null, availability: unknown, pricing: { base_rate: 3.5 } },
  ]);
  expect(await search({ ...windowInHours(1, 2), sort: 'availability' })).toMatchObject([
    { availability: unknown },
  ]);
  expect(await search({ available_only: true })).toEqual([]);
  const { body } = await stage.get(`/api/v1/lots/${lotId}`);
  expect(body.lot).toMatchObject({ total_spaces: null, base_rate: 3.5 });
});

test('vehicles cannot be counted against spaces that are not known', async () => {
  const { lotId } = await addLot();
  const report = () => stage.post(`/api/v1/lots/${lotId}/occupancy`, { occupied: 1 });
  expect(reasonOf(await report())).toBe('capacity_unknown');
});

test('spaces in use cannot become unknown', async () => {
  const lotId = await stage.parking.addLot({});
  await stage.parking.park(lotId);
  const forget = stage.api.database.sql('update lots set total_spaces = null where lot_id = $1', [
    lotId,
  ]);
  await expect(forget).rejects.toMatchObject({ constraint: 'lots_unknown_capacity' });
});
