import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../stage.ts';

let stage: Stage;
let lastLatitude = 10;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Allocation = { plate: string; fencing_token: number; lot_id: string };
type Dispatch = { id: string; allocations: Allocation[] };
const KEYED = { 'idempotency-key': 'handed over' };
const PATH = '/av-fleet/dispatch';

const newVehicles = (count: number) =>
  Array.from({ length: count }, () => ({ plate: stage.parking.newPlate() }));
async function dispatched(vehicles: { plate: string }[]): Promise<Dispatch> {
  const lot_id = await stage.parking.addLot();
  return (await stage.post(PATH, { fleet_id: 'north', lot_id, vehicles })).body.dispatch;
}
const commit = ({ id }: Dispatch, allocations: Allocation[], headers = {}) =>
  stage.post(
    `${PATH}/${id}/commit`,
    { allocations: allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token })) },
    headers,
  );
const sessionsOn = (lotId: string) =>
  stage.api.database.sql('select session_id from sessions where lot_id = $1', [lotId]);

test('allocations stand in the order of the vehicles that were sent', async () => {
  const vehicles = newVehicles(8);
  const { allocations } = await dispatched(vehicles);
  expect(allocations.map(({ plate }) => plate)).toEqual(vehicles.map(({ plate }) => plate));
});

test('a repeated release gets the first answer, even if a vehicle was committed', async () => {
  const dispatch = await dispatched(newVehicles(2));
  await commit(dispatch, dispatch.allocations.slice(0, 1));
  const release = () =>
    stage.post(`${PATH}/${dispatch.id}/release`, {}, { 'idempotency-key': 'release' });
  const first = await release();
  expect((await release()).body).toEqual(first.body);
});

test('concurrent commits of the same vehicles succeed, and each vehicle has one stay', async () => {
  for (let round = 0; round < 15; round += 1) {
    const dispatch = await dispatched(newVehicles(6));
    const orders = [dispatch.allocations, dispatch.allocations.toReversed()];
    const answers = await Promise.all(
      [...orders, ...orders].map((allocations) => commit(dispatch, allocations)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('a commit that names a vehicle twice is refused naming it, and commits nothing', async () => {
  const dispatch = await dispatched(newVehicles(2));
  const [first] = dispatch.allocations;
  if (first === undefined) throw new Error('not allocated');
  const answer = await commit(dispatch, [...dispatch.allocations, first]);
  expect(fieldsOf(answer)).toEqual(['allocations.2.plate']);
  const { body } = await stage.get(`${PATH}/${dispatch.id}`);
  expect(body.dispatch.status).toBe('allocated');
});

test('spaces of stays that are over can be given to vehicles near a point', async () => {
  lastLatitude += 1;
  const lotId = await stage.parking.addLot({ total_spaces: 1, latitude: lastLatitude });
  await stage.parking.park(lotId);
  await stage.parking.passMinutes(76);
  const near = { lat: lastLatitude, lng: -79.3832 };
  const answer = await stage.post(PATH, { fleet_id: 'north', near, vehicles: newVehicles(1) });
  expect(answer.status).toBe(201);
});

test('a repeated commit gets the first answer, even if other vehicles changed since', async () => {
  const dispatch = await dispatched(newVehicles(3));
  const [mine, second, third] = dispatch.allocations;
  if (!mine || !second || !third) throw new Error('not allocated');
  const first = await commit(dispatch, [mine], KEYED);
  expect(first.body.dispatch).toMatchObject({
    status: 'allocated',
    allocations: [{ status: 'committed' }, { status: 'allocated' }, { status: 'allocated' }],
  });
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  await commit(dispatch, [second]);
  await stage.post(`${PATH}/${dispatch.id}/release`, {});
  const again = await commit(dispatch, [mine], KEYED);
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await sessionsOn(mine.lot_id)).toHaveLength(2);
});

test('the key of a commit is refused for other dispatches and vehicles', async () => {
  const [dispatch, other] = [await dispatched(newVehicles(2)), await dispatched(newVehicles(1))];
  const headers = { 'idempotency-key': 'one commit' };
  expect((await commit(dispatch, dispatch.allocations.slice(0, 1), headers)).status).toBe(200);
  for (const answer of [
    await commit(dispatch, dispatch.allocations, headers),
    await commit(other, other.allocations, headers),
  ]) {
    expect(answer.status).toBe(409);
    expect(answer.body.error.details.reason).toBe('idempotency_mismatch');
  }
  expect(await sessionsOn(other.allocations[0]?.lot_id ?? '')).toEqual([]);
});

test('a refused commit is not stored: its key works with the right token', async () => {
  const dispatch = await dispatched(newVehicles(1));
  const headers = { 'idempotency-key': 'second try' };
  const wrong = dispatch.allocations.map((one) => ({ ...one, fencing_token: 0 }));
  expect((await commit(dispatch, wrong, headers)).status).toBe(409);
  expect((await commit(dispatch, dispatch.allocations, headers)).status).toBe(200);
});

test('concurrent commits with one key get one answer and begin one stay per vehicle', async () => {
  for (let round = 0; round < 5; round += 1) {
    const dispatch = await dispatched(newVehicles(4));
    const headers = { 'idempotency-key': `at once ${round}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => commit(dispatch, dispatch.allocations, headers)),
    );
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
    expect(answers[0]?.body.dispatch.status).toBe('committed');
    expect(await sessionsOn(dispatch.allocations[0]?.lot_id ?? '')).toHaveLength(4);
  }
});

test('a commit skips vehicles that were handed over before, and its repeat gets its answer', async () => {
  const dispatch = await dispatched(newVehicles(2));
  const headers = { 'idempotency-key': 'the rest' };
  await commit(dispatch, dispatch.allocations.slice(0, 1));
  const first = await commit(dispatch, dispatch.allocations, headers);
  expect(first.body.dispatch.status).toBe('committed');
  expect((await commit(dispatch, dispatch.allocations, headers)).body).toEqual(first.body);
});
