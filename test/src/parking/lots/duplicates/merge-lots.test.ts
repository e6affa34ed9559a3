import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { callDistinct } from '../../../../../src/parking/lots/duplicates/call-distinct.ts';
import { findDuplicates } from '../../../../../src/parking/lots/duplicates/find-duplicates.ts';
import { mergeLots, unmergeLots } from '../../../../../src/parking/lots/duplicates/merge-lots.ts';
import { listPossibleDuplicates } from '../../../../../src/parking/lots/duplicates/possible-duplicates.ts';
import { findLot } from '../../../../../src/parking/lots/find-lot.ts';
import { applyCheck } from '../../../../../src/parking/lots/write/apply-check.ts';
import { deleteLot } from '../../../../../src/parking/lots/write/delete-lot.ts';
import { updateLot } from '../../../../../src/parking/lots/write/update-lot.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../../stage/parking.ts';

let parking: Parking;
let first: Principal;
let other: Principal;

beforeAll(async () => {
  parking = await openParking();
  first = await addCaller(parking.database);
  other = await addCaller(parking.database);
});
afterAll(() => parking.database.drop());

let latitude = 43;

/** Two listings of one car park, by two operators. */
async function listTwice(): Promise<[string, string]> {
  latitude += 0.01;
  const lot = { name: 'Green P 36', latitude };
  const keepId = await parking.addLot({ ...lot, operator_id: first.operatorId });
  const away = { ...lot, latitude: latitude + 0.00005, operator_id: other.operatorId };
  return [keepId, await parking.addLot(away)];
}

const asked = (keepId: string, duplicateId: string, isDryRun = false) => ({
  keepId,
  duplicateId,
  isDryRun,
  actorId: 'hexlot lots merge',
});
const merge = (keepId: string, duplicateId: string, isDryRun?: boolean) =>
  mergeLots(parking.database.owner, asked(keepId, duplicateId, isDryRun));
const unmerge = (keepId: string, duplicateId: string) =>
  unmergeLots(parking.database.owner, asked(keepId, duplicateId));

const reason = (details: object) => expect.objectContaining({ details });

async function stateOf(lotId: string) {
  const [lot] = await parking.database.sql<object>(
    'select is_listed, merged_into, duplicate_of from lots where lot_id = $1',
    [lotId],
  );
  return lot;
}

test('a merged lot is off the list, and whoever asks for it learns which lot replaced it', async () => {
  const [keepId, duplicateId] = await listTwice();
  await merge(keepId, duplicateId, true);
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: true, merged_into: null });
  await merge(keepId, duplicateId);
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: false, merged_into: keepId });
  const where = reason({ reason: 'merged', merged_into: keepId });
  await expect(findLot(parking.db, duplicateId, true)).rejects.toEqual(where);
  await expect(parking.park(duplicateId)).rejects.toEqual(where);
  await expect(findLot(parking.db, duplicateId, false)).rejects.toMatchObject({
    message: 'no such lot',
  });
  const [event] = await parking.database.sql(
    `select operator_id, data -> 'after' as after from events where entity_id = $1`,
    [duplicateId],
  );
  expect(event).toEqual({
    operator_id: other.operatorId,
    after: { is_listed: false, merged_into: keepId },
  });
});

test('stays and holds on a merged lot go on to their end', async () => {
  const [keepId, duplicateId] = await listTwice();
  const { sessionId } = await parking.park(duplicateId);
  const hold = await parking.hold(duplicateId);
  if (typeof hold === 'string') throw new Error(hold);
  await merge(keepId, duplicateId);
  const begun = await parking.activate(hold);
  expect(begun).toMatchObject({ lotId: duplicateId, status: 'active' });
  expect(await parking.end({ sessionId })).toMatchObject({ status: 'completed' });
});

test('nobody but the owner of the server lists a merged lot again; undone, it is as it was', async () => {
  const [keepId, duplicateId] = await listTwice();
  await merge(keepId, duplicateId);
  const changed = await updateLot(parking.db, other, duplicateId, { is_listed: true }, 'req_test');
  expect(changed.lot).toMatchObject({ isListed: false, mergedInto: keepId });
  await applyCheck(parking.database.pipelines, {});
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: false });
  await unmerge(keepId, duplicateId);
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: true, merged_into: null });
  await expect(unmerge(keepId, duplicateId)).rejects.toEqual(reason({ reason: 'not_merged' }));
});

test('a merger is undone also when the lot that stayed is gone', async () => {
  const [keepId, duplicateId] = await listTwice();
  await merge(keepId, duplicateId);
  await deleteLot(parking.db, first, keepId, 'req_test');
  await expect(findLot(parking.db, duplicateId, true)).rejects.toThrow('no such lot');
  await unmerge(keepId, duplicateId);
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: true, merged_into: null });
});

test('what its operator decides meanwhile holds when a merger is undone', async () => {
  const [keepId, duplicateId] = await listTwice();
  await merge(keepId, duplicateId);
  await updateLot(parking.db, other, duplicateId, { is_listed: false }, 'req_test');
  await unmerge(keepId, duplicateId);
  expect(await stateOf(duplicateId)).toMatchObject({ is_listed: false, merged_into: null });
});

test('when the later lot is kept, it is the one that counts', async () => {
  const { database } = parking;
  const [earlier, later] = await listTwice();
  const find = async () => {
    await database.passHorizon();
    await findDuplicates(database.pipelines);
    return stateOf(later);
  };
  expect(await find()).toMatchObject({ duplicate_of: earlier });
  await merge(later, earlier);
  expect(await find()).toMatchObject({ duplicate_of: null });
  await unmerge(later, earlier);
  expect(await find()).toMatchObject({ duplicate_of: earlier });
});

test('two that are called distinct count two and are told to nobody, until it is taken back', async () => {
  const { database } = parking;
  const [one, two] = await listTwice();
  const call = (isDistinct: boolean) =>
    callDistinct(database.owner, {
      oneId: two,
      otherId: one,
      isDistinct,
      isDryRun: false,
      actorId: 'hexlot lots distinct',
    });
  const look = async () => {
    await database.passHorizon();
    await findDuplicates(database.pipelines);
    const told = await listPossibleDuplicates(database.db, first, [one]);
    return [await stateOf(two), told.get(one)?.map(({ lot_id }) => lot_id)];
  };
  expect(await look()).toEqual([expect.objectContaining({ duplicate_of: one }), [two]]);
  await call(true);
  await call(true);
  expect(await look()).toEqual([expect.objectContaining({ duplicate_of: null }), undefined]);
  const audited = await database.sql(
    `select entity_id, diff ->> 'distinct_from' as distinct_from from audit_log
     where actor_id = 'hexlot lots distinct' order by entity_id = $1`,
    [two],
  );
  expect(audited).toEqual([
    { entity_id: one, distinct_from: two },
    { entity_id: two, distinct_from: one },
  ]);
  await call(false);
  expect(await look()).toEqual([expect.objectContaining({ duplicate_of: one }), [two]]);
  await expect(call(false)).rejects.toEqual(reason({ reason: 'not_distinct' }));
});

test('lots far apart, merged ones, unlisted ones, the same one and unknown ones are not merged', async () => {
  const [one, two] = await listTwice();
  const [far, hidden] = await listTwice();
  const sandbox = await addCaller(parking.database, { livemode: false });
  const test = await parking.addLot({ operator_id: sandbox.operatorId, livemode: false });
  await expect(merge(one, far)).rejects.toThrow(/apart/);
  await expect(merge(one, one)).rejects.toThrow(/twice/);
  await expect(merge(one, test)).rejects.toThrow(/different modes/);
  await expect(merge(one, 'nothing')).rejects.toThrow('no such lot nothing');
  await merge(one, two);
  await expect(merge(one, two)).rejects.toEqual(reason({ reason: 'merged' }));
  await updateLot(parking.db, other, hidden, { is_listed: false }, 'req_test');
  await expect(merge(hidden, far)).rejects.toEqual(reason({ reason: 'not_listed' }));
});
