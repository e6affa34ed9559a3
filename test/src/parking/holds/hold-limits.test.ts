import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { HELD_SPACES_MAX, IDLE_HOURS_MAX } from '../../../../src/parking/holds/hold.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { meanwhile } from '../../../stage/meanwhile.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import type { HoldWish } from '../../../stage/place-hold.ts';

// What keys of other operators may hold of a lot whose operator sets no limits: 10 % of its spaces
// each, 20 % together.

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const newStranger = (more: Partial<Principal> = {}) => addCaller(parking.database, more);
const newStrangers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => newStranger()));
const anotherKeyOf = ({ operatorId }: Principal) => newStranger({ operatorId, id: newId('key') });

async function limit(lotId: string, [others, each]: [others: number, each: number]) {
  const values = [lotId, others, each];
  const set = 'update lots set hold_others_pct = $2, hold_each_pct = $3 where lot_id = $1';
  await parking.database.sql(set, values);
}

/** How often each outcome occurred, for calls made one after another or at once. */
async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(calls)) {
    const name = typeof outcome === 'string' ? outcome : 'held';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const hold = (lotId: string, as: Principal, more: HoldWish = {}) =>
  parking.hold(lotId, { as, ...more });

test('a competitor that asks for all of a lot, later and in large holds, gets a tenth of it', async () => {
  const lotId = await parking.addLot({ total_spaces: 50 });
  const rival = await newStranger();
  for (const spaceCount of [50, 10, 6]) expect(await hold(lotId, rival, { spaceCount })).toBe(LOT);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
  const outcomes = [];
  for (let call = 0; call < 13; call += 1)
    outcomes.push(typeof (await hold(lotId, rival, { from: 1_440 * (call + 1), minutes: 600 })));
  expect(outcomes.filter((one) => one === 'object')).toHaveLength(5);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 5 });
});

const LOT = 'lot_limit';

test('of 100 calls at once by one operator, with three keys, a tenth of the lot is granted', async () => {
  const lotId = await parking.addLot({ total_spaces: 50 });
  const rival = await newStranger();
  const keys = [rival, await anotherKeyOf(rival), await anotherKeyOf(rival)];
  const calls = Array.from({ length: 100 }, (_, i) => hold(lotId, keys[i % 3] ?? rival));
  expect(await outcomesOf(calls)).toEqual({ held: 5, [LOT]: 95 });
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 5 });
});

test('100 concurrent calls by 20 operators get a fifth, and the rest is left to the lot’s own operator', async () => {
  const lotId = await parking.addLot({ total_spaces: 50 });
  const strangers = await newStrangers(20);
  const calls = strangers.flatMap((as) => Array.from({ length: 5 }, () => hold(lotId, as)));
  expect(await outcomesOf(calls)).toEqual({ held: 10, [LOT]: 90 });
  await parking.held(lotId, { spaceCount: 40 });
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 50 });
});

test('of the smallest lot others may hold one space, unless its operator lets them hold none', async () => {
  const lotId = await parking.addLot({ total_spaces: 1 });
  const rival = await newStranger();
  const held = await parking.held(lotId, { as: rival });
  await parking.cancel(held);
  await limit(lotId, [20, 0]);
  expect(await hold(lotId, rival)).toBe(LOT);
  await limit(lotId, [0, 10]);
  expect(await hold(lotId, rival)).toBe(LOT);
  await parking.held(lotId);
});

test('an operator may let one other hold all of its lot', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  await limit(lotId, [100, 100]);
  await parking.held(lotId, { as: await newStranger(), spaceCount: 10 });
});

test('what was redeemed, given back or has run out makes room for another hold', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  const rival = await newStranger();
  const hold = () => parking.held(lotId, { as: rival, ttlSeconds: 60 });
  await parking.activate(await hold());
  await parking.cancel(await hold());
  await hold();
  await parking.passMinutes(1);
  await hold();
});

test('on all lots of others together an operator holds at most so many spaces, even in a race', async () => {
  const rival = await newStranger();
  const keys = [rival, await anotherKeyOf(rival)];
  const lots = await Promise.all(
    Array.from({ length: 4 }, () => parking.addLot({ total_spaces: 1_000 })),
  );
  for (const lotId of lots) await limit(lotId, [100, 100]);
  const calls = Array.from({ length: 60 }, (_, i) =>
    hold(lots[i % 4] ?? '', keys[i % 2] ?? rival, { spaceCount: 5 }),
  );
  const granted = HELD_SPACES_MAX / 5;
  expect(await outcomesOf(calls)).toEqual({ held: granted, key_limit: 60 - granted });
  const [first = ''] = lots;
  const own = await parking.addLot({ total_spaces: 300, operator_id: rival.operatorId });
  for (let i = 0; i < 5; i += 1) await parking.held(own, { as: rival, spaceCount: 50 });
  await parking.held(first, { as: await newStranger() });
  const sandbox = await parking.addLot({ total_spaces: 10, livemode: false });
  await parking.held(sandbox, { as: { ...rival, livemode: false } });
});

test('what an operator is about to hold on one lot counts for another', async () => {
  const rival = await newStranger();
  const [one, other] = [
    await parking.addLot({ total_spaces: 1_000 }),
    await parking.addLot({ total_spaces: 1_000 }),
  ];
  await limit(one, [100, 100]);
  for (let spaces = 50; spaces < HELD_SPACES_MAX; spaces += 50)
    await parking.held(one, { as: rival, spaceCount: 50 });
  const outcome = await meanwhile(
    parking.database,
    (on) => parking.held(one, { as: rival, spaceCount: 50, on }),
    () => hold(other, rival),
  );
  expect(outcome).toBe('key_limit');
});

test('an operator that leaves held spaces unused for hours can hold none there for a day', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  const [rival, other] = [await newStranger(), await newStranger()];
  const hold = () => parking.hold(lotId, { as: rival, ttlSeconds: 3_600 });
  for (let hour = 0; hour < IDLE_HOURS_MAX; hour += 1) {
    expect(await hold()).toBeTypeOf('object');
    await parking.passMinutes(60);
  }
  expect(await hold()).toBe(LOT);
  await parking.held(lotId, { as: other });
  await parking.held(await parking.addLot(), { as: rival });
  await parking.passMinutes(21 * 60 - 1);
  expect(await hold()).toBe(LOT);
  await parking.passMinutes(2);
  expect(await hold()).toBeTypeOf('object');
});

test('redeemed spaces do not count as unused, spaces given back late do', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  const rival = await newStranger();
  const hold = () => parking.held(lotId, { as: rival, ttlSeconds: 3_600 });
  for (let i = 0; i < 2 * IDLE_HOURS_MAX; i += 1)
    await parking.end(await parking.activate(await hold()));
  for (let i = 0; i < IDLE_HOURS_MAX; i += 1) await parking.cancel(await hold());
  await expect(hold()).rejects.toThrow(LOT);
});
