import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

let stage: Stage;
let lastLatitude = 10;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Allocation = { plate: string; fencing_token: number };
type Dispatch = { id: string; allocations: Allocation[] };
const PATH = '/av-fleet/dispatch';

const newVehicles = (count: number) =>
  Array.from({ length: count }, () => ({ plate: stage.parking.newPlate() }));
async function dispatched(vehicles: { plate: string }[]): Promise<Dispatch> {
  const lot_id = await stage.parking.addLot();
  return (await stage.post(PATH, { fleet_id: 'north', lot_id, vehicles })).body.dispatch;
}
const commit = ({ id }: Dispatch, allocations: Allocation[]) =>
  stage.post(`${PATH}/${id}/commit`, {
    allocations: allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token })),
  });

test('allocations stand in the order of the vehicles that were sent', async () => {
  const vehicles = newVehicles(8);
  const { allocations } = await dispatched(vehicles);
  expect(allocations.map(({ plate }) => plate)).toEqual(vehicles.map(({ plate }) => plate));
});

test('a repeated release gets the first answer, also where a vehicle had been committed', async () => {
  const dispatch = await dispatched(newVehicles(2));
  await commit(dispatch, dispatch.allocations.slice(0, 1));
  const release = () =>
    stage.post(`${PATH}/${dispatch.id}/release`, {}, { 'idempotency-key': 'release' });
  const first = await release();
  expect((await release()).body).toEqual(first.body);
});

test('commits of the same vehicles at once all succeed, and each begins one stay', async () => {
  for (let round = 0; round < 15; round += 1) {
    const dispatch = await dispatched(newVehicles(6));
    const orders = [dispatch.allocations, dispatch.allocations.toReversed()];
    const answers = await Promise.all(
      [...orders, ...orders].map((allocations) => commit(dispatch, allocations)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('a vehicle that is named twice in a commit is refused by name, and nothing committed', async () => {
  const dispatch = await dispatched(newVehicles(2));
  const [first] = dispatch.allocations;
  if (first === undefined) throw new Error('not allocated');
  const answer = await commit(dispatch, [...dispatch.allocations, first]);
  expect(fieldsOf(answer)).toEqual(['allocations.2.plate']);
  const { body } = await stage.get(`${PATH}/${dispatch.id}`);
  expect(body.dispatch.status).toBe('allocated');
});

test('near a point too, stays whose time has run out make way', async () => {
  lastLatitude += 1;
  const lotId = await stage.parking.addLot({ total_spaces: 1, latitude: lastLatitude });
  await stage.parking.park(lotId);
  await stage.parking.passMinutes(76);
  const near = { lat: lastLatitude, lng: -79.3832 };
  const answer = await stage.post(PATH, { fleet_id: 'north', near, vehicles: newVehicles(1) });
  expect(answer.status).toBe(201);
});
