import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import type { LotChanges, LotDetails } from '../../../../../src/parking/lots/lot-details.ts';
import { createLot } from '../../../../../src/parking/lots/write/create-lot.ts';
import { deleteLot } from '../../../../../src/parking/lots/write/delete-lot.ts';
import { updateLot } from '../../../../../src/parking/lots/write/update-lot.ts';
import type { Session } from '../../../../../src/parking/sessions/session.ts';
import { openParking, outcomesOf, type Parking } from '../../../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { faultsOfRecords } from '../../../../stage/records.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../../stage/warehouse.ts';

let parking: Parking;
let warehouse: TestWarehouse;
let caller: Principal;

beforeAll(async () => {
  parking = await openParking();
  warehouse = await openTestWarehouse(parking.database);
  ({ caller } = parking);
});
afterAll(async () => {
  await warehouse.close();
  await parking.database.drop();
});

async function newLot(more: Partial<LotDetails> = {}): Promise<string> {
  const details = {
    name: 'Lot',
    lat: 43.65,
    lng: -79.38,
    total_spaces: 10,
    base_rate: 3.5,
    ...more,
  };
  const context = { requestId: 'req_test', remember: undefined };
  const created = await createLot(parking.db, caller, details, context);
  return created.lot.lotId;
}

const update = async (lotId: string, changes: LotChanges) =>
  (await updateLot(parking.db, caller, lotId, changes, 'req_test')).lot;
const relabel = (lotId: string, ...space_labels: string[]) =>
  update(lotId, { access: { space_labels } });
const remove = (lotId: string) => deleteLot(parking.db, caller, lotId, 'req_test');
const spaceOf = (session: Session) => session.entryInstructions.assigned_space;
const freeLabels = async (lotId: string) => (await parking.lot(lotId)).free_labels;

const SPACES_IN_USE = { code: 'CONFLICT', details: { reason: 'spaces_in_use' } };
const IN_USE = { code: 'CONFLICT', details: { reason: 'in_use' } };

test('labels that vehicles were sent to are given out again when they leave, and not before', async () => {
  const lotId = await newLot({ access: { space_labels: ['A', 'B', 'C'] } });
  const first = await parking.park(lotId);
  const second = await parking.park(lotId);
  expect([spaceOf(first), spaceOf(second)]).toEqual(['A', 'B']);
  await relabel(lotId, 'D', 'B', 'A');
  expect(await freeLabels(lotId)).toEqual(['D']);
  await parking.end(second);
  expect(await freeLabels(lotId)).toEqual(['D', 'B']);
  await relabel(lotId, 'D');
  await parking.end(first);
  expect(await freeLabels(lotId)).toEqual(['D']);
});

test('a label that is removed and added again still belongs to its vehicle', async () => {
  const lotId = await newLot({ access: { space_labels: ['A'] } });
  const session = await parking.park(lotId);
  await relabel(lotId);
  expect(await freeLabels(lotId)).toEqual([]);
  await relabel(lotId, 'A');
  expect(await freeLabels(lotId)).toEqual([]);
  await parking.end(session);
  expect(await freeLabels(lotId)).toEqual(['A']);
});

test('a label promised to a fleet’s hold stays promised', async () => {
  const lotId = await newLot({ access: { space_labels: ['A', 'B'] } });
  const hold = await parking.held(lotId);
  await parking.database.sql(
    `with held as (update holds set assigned_space = 'A' where hold_id = $2)
     update lots set free_labels = '{B}' where lot_id = $1`,
    [lotId, hold.holdId],
  );
  await relabel(lotId, 'B', 'A', 'C');
  expect(await freeLabels(lotId)).toEqual(['B', 'C']);
  await parking.cancel(hold);
  expect(await freeLabels(lotId)).toEqual(['B', 'C', 'A']);
});

test('concurrent calls never give out a label twice or lose one', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const labels = ['A', 'B', 'C', 'D', 'E', 'F'];
  const lotId = await newLot({ total_spaces: 6, access: { space_labels: labels } });
  const parked: Session[] = [];
  for (let round = 0; round < 25; round += 1) {
    const leaving = parked.splice(0, Math.floor(random() * (parked.length + 1)));
    const chosen = labels.filter(() => random() < 0.7).sort(() => random() - 0.5);
    const coming = Array.from({ length: 2 }, () => parking.park(lotId));
    const [arrived] = await Promise.all([
      Promise.allSettled(coming),
      Promise.all(leaving.map((session) => parking.end(session))),
      relabel(lotId, ...chosen),
      relabel(lotId, ...labels),
    ]);
    parked.push(...arrived.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    await relabel(lotId, ...labels);
    const given = await parking.database.sql<{ label: string }>(
      `select assigned_space as label from sessions
       where lot_id = $1 and status = 'active' and assigned_space is not null`,
      [lotId],
    );
    const all = [...given.map(({ label }) => label), ...(await freeLabels(lotId))];
    expect(all.sort(), `seed ${seed}, round ${round}`).toEqual(labels);
  }
});

test('removing spaces while stays begin never leaves more stays than spaces', async () => {
  const lotId = await newLot({ total_spaces: 20 });
  for (let i = 0; i < 4; i += 1) await parking.park(lotId);
  const { refusals } = await outcomesOf([
    ...Array.from({ length: 16 }, () => parking.park(lotId)),
    ...[15, 12, 10, 8, 5, 3, 1].map((total_spaces) => update(lotId, { total_spaces })),
  ]);
  expect(refusals).toContain('spaces_in_use');
  expect(refusals.every((reason) => ['spaces_in_use', 'lot_full'].includes(reason))).toBe(true);
  const [lot] = await parking.database.sql<{ taken: number; active: number; total: number }>(
    `select taken_spaces as taken, total_spaces as total, (
       select count(*)::integer from sessions where lot_id = $1 and status = 'active') as active
     from lots where lot_id = $1`,
    [lotId],
  );
  expect(lot?.active).toBe(lot?.taken);
  expect(lot?.taken).toBeLessThanOrEqual(lot?.total ?? 0);
});

test('live holds count as the most spaces that they need at the same time', async () => {
  const lotId = await newLot({ total_spaces: 6 });
  await parking.hold(lotId, { from: 60, minutes: 60, spaceCount: 3 });
  await parking.hold(lotId, { from: 180, minutes: 60, spaceCount: 2 });
  await expect(update(lotId, { total_spaces: 2 })).rejects.toMatchObject(SPACES_IN_USE);
  await expect(update(lotId, { total_spaces: 3 })).resolves.toMatchObject({ totalSpaces: 3 });
  await parking.passMinutes(24 * 60);
  await expect(update(lotId, { total_spaces: 1 })).resolves.toMatchObject({ totalSpaces: 1 });
});

test('removing spaces while holds are placed never breaks a promise', async () => {
  for (let round = 0; round < 10; round += 1) {
    const lotId = await newLot({ total_spaces: 4 });
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => parking.hold(lotId)),
      ...[3, 2, 1].map((total_spaces) => update(lotId, { total_spaces })),
    ]);
    const [lot] = await parking.database.sql<{ needed: number; total: number }>(
      `select spaces_needed(lot_id, now(), now(), 'infinity') as needed, total_spaces as total
       from lots where lot_id = $1`,
      [lotId],
    );
    expect(lot?.needed).toBeLessThanOrEqual(lot?.total ?? 0);
  }
});

test('a lot with a live hold is not deleted; an expired hold does not count', async () => {
  const lotId = await newLot();
  await parking.hold(lotId);
  await expect(remove(lotId)).rejects.toMatchObject(IN_USE);
  await parking.passMinutes(60);
  await remove(lotId);
  await expect(parking.park(lotId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a lot that is deleted while vehicles come is deleted, or they park: never both', async () => {
  for (let round = 0; round < 20; round += 1) {
    const lotId = await newLot();
    const [parked, held, deleted] = await Promise.allSettled([
      parking.park(lotId),
      parking.hold(lotId),
      remove(lotId),
    ]);
    const isUsed =
      parked.status === 'fulfilled' ||
      (held.status === 'fulfilled' && typeof held.value !== 'string');
    expect(isUsed && deleted.status === 'fulfilled').toBe(false);
    expect(isUsed || deleted.status === 'fulfilled').toBe(true);
  }
});

test('of concurrent calls that delete a lot one succeeds', async () => {
  const lotId = await newLot();
  const calls = Array.from({ length: 10 }, () => remove(lotId));
  expect((await outcomesOf(calls)).succeeded).toBe(1);
});

test('the warehouse sees what was made, changed and deleted', async () => {
  const kept = await newLot({ total_spaces: 7 });
  const gone = await newLot();
  await update(kept, { total_spaces: 8, status: 'closed' });
  await remove(gone);
  await warehouse.refresh();
  const changes = (lotId: string) =>
    warehouse.rows(
      `select is_deleted, space_count, status from fct_lot_changes
       where lot_id = '${lotId}' order by audit_id`,
    );
  expect(await changes(kept)).toEqual([
    { is_deleted: false, space_count: 7, status: 'active' },
    { is_deleted: false, space_count: 8, status: 'closed' },
  ]);
  expect((await changes(gone)).at(-1)).toMatchObject({ is_deleted: true });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
