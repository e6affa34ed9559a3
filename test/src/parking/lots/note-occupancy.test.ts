import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hold } from '../../../../src/parking/holds/hold.ts';
import { sweepHolds } from '../../../../src/parking/holds/release-holds.ts';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import { noteOccupancy } from '../../../../src/parking/lots/note-occupancy.ts';
import { deleteLot } from '../../../../src/parking/lots/write/delete-lot.ts';
import { reportOccupancy } from '../../../../src/parking/lots/write/report-occupancy.ts';
import { updateLot } from '../../../../src/parking/lots/write/update-lot.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { toRecord } from '../../../../src/stores/row-names.ts';
import { occupancyPct } from '../../../../src/tariffs/offer-lot-rate.ts';
import { openParking, outcomesOf, type Parking } from '../../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { faultsOfRecords } from '../../../stage/records.ts';
import { look, type Model, occupiedOf, setThresholds, type Told } from './occupancy-model.ts';

const SEED = seedOfRun();
const HISTORIES = 8;
const STEPS = 40;
const MINUTE_MS = 60_000;
/** Longer than a history, so that no stay is overdue. */
const LONG_STAY_HOURS = 48;

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

/** The events of a lot, in the order in which they were written. */
const told = (lotId: string) =>
  parking.database.sql<Told>(
    `select (data -> 'occupancy_pct')::integer as pct, data ->> 'direction' as direction,
       (data -> 'available_spaces')::integer as available,
       (data -> 'threshold_pct')::integer as threshold
     from events where entity_id = $1 and type = 'occupancy.changed' order by event_id`,
    [lotId],
  );
const crossings = async (lotId: string) =>
  (await told(lotId)).map(({ direction, threshold }) => `${direction} ${threshold}`);

const noted = () => noteOccupancy(parking.pipelines);
const change = (lotId: string, changes: Parameters<typeof updateLot>[3]) =>
  updateLot(parking.db, parking.caller, lotId, changes, 'req_test');
const remove = (lotId: string) => deleteLot(parking.db, parking.caller, lotId, 'req_test');
const report = (lotId: string, occupied: number, minutesAgo = 0) =>
  reportOccupancy(
    parking.db,
    parking.caller,
    { lotId, occupied, at: new Date(Date.now() - minutesAgo * MINUTE_MS) },
    { requestId: 'req_test', remember: undefined },
  );
const park = (lotId: string) => parking.park(lotId, { durationHours: LONG_STAY_HOURS });
const parkMany = (lotId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => park(lotId)));

/** One history on a lot of its own, compared with the model after every step. */
async function playHistory(random: () => number): Promise<number> {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]) => items[below(items.length)];
  // Of small lots one space is more than the hysteresis, of large ones less.
  const drawTotal = () => (random() < 0.5 ? 1 + below(12) : 20 + below(40));
  const total = drawTotal();
  const lotId = await parking.addLot({ total_spaces: total });
  await parking.database.sql(
    'update lots set hold_others_pct = 100, hold_each_pct = 100 where lot_id = $1',
    [lotId],
  );
  const model: Model = {
    ...{ now: 0, total, thresholds: [80, 95], above: [], stays: 0, report: null },
    holds: new Map(),
  };
  const stays: Session[] = [];
  const holds = new Map<string, Hold>();
  const expected: Told[] = [];
  let number = 0;

  /** Whether the step wrote the lot's row. The model follows what was not refused. */
  async function step(): Promise<boolean> {
    const dice = random();
    const held = pick([...holds]);
    if (dice < 0.3) {
      stays.push(await park(lotId));
      model.stays += 1;
    } else if (dice < 0.45) {
      const [stay] = stays.splice(below(stays.length), 1);
      if (stay === undefined) return false;
      await parking.end(stay);
      model.stays -= 1;
    } else if (dice < 0.58) {
      const from = random() < 0.5 ? 0 : 4 + 10 * below(4);
      const spaceCount = 1 + below(3);
      const hold = await parking.hold(lotId, {
        from,
        spaceCount,
        minutes: LONG_STAY_HOURS * 60,
        ttlSeconds: 240,
      });
      if (typeof hold === 'string') return false;
      const startsAt = model.now + from;
      holds.set(String(number), hold);
      const expiresAt = startsAt + (from > 0 ? 15 : 4);
      model.holds.set(String(number), { startsAt, expiresAt, spaces: spaceCount });
      number += 1;
    } else if (dice < 0.63) {
      if (held === undefined) return false;
      await parking.cancel(held[1]);
      holds.delete(held[0]);
      model.holds.delete(held[0]);
    } else if (dice < 0.7) {
      const claim = held && model.holds.get(held[0]);
      if (held === undefined || claim === undefined) return false;
      stays.push(await parking.activate(held[1]));
      model.stays += 1;
      claim.spaces -= 1;
      claim.startsAt = Math.min(claim.startsAt, model.now);
    } else if (dice < 0.78) {
      const most = model.total;
      const occupied = random() < 0.5 ? below(most + 1) : most - below(Math.ceil(most / 4));
      const ago = pick([0, 3, 20]) ?? 0;
      await report(lotId, occupied, ago);
      model.report = { at: model.now - ago, occupied };
    } else if (dice < 0.84) {
      const total_spaces = drawTotal();
      if (total_spaces === model.total) return false;
      await change(lotId, { total_spaces });
      model.total = total_spaces;
      if (model.report !== null)
        model.report.occupied = Math.min(model.report.occupied, total_spaces);
    } else if (dice < 0.87) {
      const thresholds = pick([[], [1], [3, 50], [80, 95], [60, 62, 64, 100], [5, 7, 90]]) ?? [];
      if (thresholds.join() === model.thresholds.join()) return false;
      await change(lotId, { occupancy_thresholds: thresholds });
      setThresholds(model, thresholds);
    } else if (dice < 0.92) {
      await sweepHolds(parking.pipelines);
      const expired = [...model.holds].filter(
        ([, { expiresAt, spaces }]) => spaces > 0 && expiresAt <= model.now,
      );
      for (const [name] of expired) for (const all of [holds, model.holds]) all.delete(name);
      return expired.length > 0;
    } else {
      await noted();
    }
    return true;
  }

  for (let i = 0; i < STEPS; i += 1) {
    const minutes = 10 * Math.max(0, below(6) - 2);
    await parking.passMinutes(minutes);
    model.now += minutes;
    const isWritten = await step().catch((error: unknown) => {
      // A refusal of the product, such as a lot without space.
      if (error instanceof Error && 'details' in error) return false;
      throw error;
    });
    if (isWritten) expected.push(...look(model));
    const lot = await findLot(parking.db, lotId, true);
    expect(Math.min(lot.occupiedSpaces, Number(lot.totalSpaces))).toBe(
      Math.min(occupiedOf(model), model.total),
    );
    expect(await told(lotId)).toEqual(expected);
    // Otherwise the next step finds what the time before it did.
    if (random() < 0.5) {
      await noted();
      expected.push(...look(model));
      expect(await told(lotId)).toEqual(expected);
    }
  }
  return expected.length;
}

test(`any history of a lot writes the events of a model, each crossing once (seed ${SEED})`, async () => {
  let count = 0;
  for (let i = 0; i < HISTORIES; i += 1) count += await playHistory(randomFrom(SEED + i));
  expect(count).toBeGreaterThan(HISTORIES);
});

test('many stays at once cross each threshold once, up and down', async () => {
  const lotId = await parking.addLot({ total_spaces: 20 });
  const stays = await parkMany(lotId, 20);
  expect(await crossings(lotId)).toEqual(['up 80', 'up 95']);
  await Promise.all([...stays.map((stay) => parking.end(stay)), noted(), noted()]);
  expect(await crossings(lotId)).toEqual(['up 80', 'up 95', 'down 95', 'down 80']);
});

test('an occupancy that swings within the 5 points below a threshold writes no event', async () => {
  const lotId = await parking.addLot({ total_spaces: 40 });
  const stays = await parkMany(lotId, 32);
  expect(await crossings(lotId)).toEqual(['up 80']);
  // One space is 2.5 percent.
  for (const stay of stays.slice(0, 3)) {
    await parking.end(stay);
    await park(lotId);
  }
  expect(await crossings(lotId)).toEqual(['up 80']);
  for (const stay of stays.slice(3, 5)) await parking.end(stay);
  expect(await crossings(lotId)).toEqual(['up 80', 'down 80']);
  const counted = await parking.addLot({ total_spaces: 100 });
  for (const occupied of [80, 76, 84, 76]) await report(counted, occupied);
  expect(await crossings(counted)).toEqual(['up 80']);
  await report(counted, 75);
  expect(await crossings(counted)).toEqual(['up 80', 'down 80']);
});

test('a jump over two thresholds writes both, the nearer one first', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  await report(lotId, 10);
  await report(lotId, 0);
  expect(await told(lotId)).toEqual([
    { pct: 100, available: 0, threshold: 80, direction: 'up' },
    { pct: 100, available: 0, threshold: 95, direction: 'up' },
    { pct: 0, available: 10, threshold: 95, direction: 'down' },
    { pct: 0, available: 10, threshold: 80, direction: 'down' },
  ]);
});

test('what time alone moves is written by the job, once by however many runs', async () => {
  const lotIds = await Promise.all(
    Array.from({ length: 12 }, () => parking.addLot({ total_spaces: 5 })),
  );
  for (const lotId of lotIds)
    for (const from of [90, 20]) await parking.held(lotId, { from, spaceCount: 5, minutes: 60 });
  expect((await noted()).rows).toBe(0);
  await parking.passMinutes(1);
  for (const [minutes, crossed] of [
    [20, ['up 80', 'up 95']],
    [15, ['up 80', 'up 95', 'down 95', 'down 80']],
  ] as const) {
    await parking.passMinutes(minutes);
    await Promise.all([noted(), noted(), noted(), noted()]);
    for (const lotId of lotIds) expect(await crossings(lotId)).toEqual(crossed);
  }
});

test('a count that becomes old is a crossing, and the job has nothing left to look at', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  await report(lotId, 9);
  await parking.passMinutes(16);
  await noted();
  expect(await crossings(lotId)).toEqual(['up 80', 'down 80']);
  expect((await noted()).rows).toBe(0);
});

test('a closed, unlisted lot writes events, a deleted one writes none', async () => {
  const lotId = await parking.addLot({ total_spaces: 10, is_listed: false, status: 'closed' });
  await report(lotId, 10);
  expect(await crossings(lotId)).toEqual(['up 80', 'up 95']);
  await remove(lotId);
  await parking.passMinutes(16);
  expect((await noted()).rows).toBe(0);
  expect(await crossings(lotId)).toEqual(['up 80', 'up 95']);
});

test('other thresholds are no event, and what is above them is an event from then on', async () => {
  const lotId = await parking.addLot({ total_spaces: 10 });
  const stays = await parkMany(lotId, 6);
  await change(lotId, { occupancy_thresholds: [50, 70] });
  expect(await crossings(lotId)).toEqual([]);
  stays.push(await park(lotId));
  for (const stay of stays) await parking.end(stay);
  expect(await crossings(lotId)).toEqual(['up 70', 'down 70', 'down 50']);
  await change(lotId, { occupancy_thresholds: [] });
  await parkMany(lotId, 10);
  expect(await crossings(lotId)).toHaveLength(3);
});

test('a threshold of 5 percent or less is left when the lot is empty', async () => {
  const lotId = await parking.addLot({ total_spaces: 50 });
  await change(lotId, { occupancy_thresholds: [2, 5] });
  const stays = await parkMany(lotId, 3);
  for (const stay of stays) await parking.end(stay);
  expect(await crossings(lotId)).toEqual(['up 2', 'up 5', 'down 5', 'down 2']);
});

test('stays, holds, counts, changes and jobs on the same lots at once cause no deadlock', async () => {
  const lotIds = await Promise.all([1, 2, 3].map(() => parking.addLot({ total_spaces: 6 })));
  for (let round = 0; round < 6; round += 1) {
    const { refusals } = await outcomesOf(
      lotIds.flatMap((lotId) => [
        ...[1, 2, 3].map(async () => parking.end(await park(lotId))),
        ...[1, 2].map(async () => parking.cancel(await parking.held(lotId, { spaceCount: 2 }))),
        ...[0, 5, 6].map((occupied) => report(lotId, occupied)),
        change(lotId, { occupancy_thresholds: [50 + round] }),
        noted(),
      ]),
    );
    const codes = refusals.flatMap((one) =>
      one instanceof Error && 'code' in one ? one.code : [],
    );
    expect(codes).not.toContain('40P01');
  }
});

test('the percentage is that of searches', async () => {
  const random = randomFrom(SEED);
  const lots = Array.from({ length: 2_000 }, () => {
    const totalSpaces = 1 + Math.floor(random() * 400);
    return { totalSpaces, occupiedSpaces: Math.floor(random() * (totalSpaces + 3)) };
  });
  const rows = await parking.database.sql<{ pct: number }>(
    `select occupancy_pct(total_spaces, occupied_spaces) as pct
     from jsonb_to_recordset($1) as lot (total_spaces integer, occupied_spaces integer)`,
    [JSON.stringify(lots.map(toRecord))],
  );
  expect(rows.map(({ pct }) => pct)).toEqual(lots.map(occupancyPct));
});

test('its events have the shape that their type declares', async () => {
  expect(await faultsOfRecords(parking.database.sql)).toEqual([]);
});
