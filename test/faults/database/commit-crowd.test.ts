import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { reasonOf } from '../../../src/kit/errors.ts';
import { allocateVehicles } from '../../../src/parking/fleets/allocate-vehicles.ts';
import { commitDispatch } from '../../../src/parking/fleets/commit-dispatch.ts';
import type { Dispatch } from '../../../src/parking/fleets/dispatch.ts';
import { releaseDispatch } from '../../../src/parking/fleets/release-dispatch.ts';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';
import { TEST_PLATES } from '../../plates.ts';
import { addCaller, newMandate } from '../../stage/fixtures.ts';
import { miscounted } from '../../stage/mandate-days.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

const TURNS = isFull ? 200 : 10;
const CALLERS = 24;
/** Each pool stands for a process of the API. */
const POOLS = 3;
const POOL_SIZE = 8;
const LOTS = 4;
const SPACES = 6;
const PLATES = 14;
const VEHICLES_MAX = 5;
const HOURLY = 350;
const LATITUDE = 52;

/** What callers may see when others were faster, or have used up the mandate. */
const REFUSALS = [
  ...['already_allocated', 'already_parked', 'lot_full', 'mandate_exceeded', 'plate_already_held'],
  ...['full', 'plate_held'],
];

const seed = seedOfRun();
const random = randomFrom(seed);
const context = { requestId: 'req_test', remember: undefined };

let parking: Parking;
let pools: Postgres[];
let lots: string[];
let callers: Principal[];
beforeAll(async () => {
  parking = await openParking();
  const { connectionString } = parking.database;
  const log = pino({ level: 'silent' });
  pools = Array.from({ length: POOLS }, (_, i) =>
    openPostgres({
      connectionString,
      poolSize: POOL_SIZE,
      name: `process-${i}`,
      log,
      plates: TEST_PLATES,
    }),
  );
  const place = { latitude: LATITUDE, longitude: 1, total_spaces: SPACES, rate_minor: HOURLY };
  lots = await Promise.all(Array.from({ length: LOTS }, () => parking.addLot(place)));
  const { operatorId } = parking.caller;
  const amount = 25 * HOURLY;
  const rules = { currency: 'cad', maxPerDayMinor: amount, maxPerMonthMinor: amount };
  const agents = [1, 2].map(() =>
    addCaller(parking.database, { operatorId, mandate: newMandate(rules) }),
  );
  callers = [parking.caller, ...(await Promise.all(agents))];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await parking.database.drop();
});

const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
const plateOf = (i: number) => `CROWD${i}`;
const vinOf = (plate: string) => `WVWZZZ1JZXW0000${plate.slice(5).padStart(2, '0')}`;
const anyPlate = () => plateOf(Math.floor(random() * PLATES));
const anyPlates = () =>
  Array.from({ length: 1 + Math.floor(random() * VEHICLES_MAX) }, anyPlate).filter(
    (plate, i, all) => all.indexOf(plate) === i,
  );

async function dispatchAndCommit(db: Postgres, as: Principal): Promise<void> {
  const near = { centre: { lat: LATITUDE, lng: 1 }, radiusM: 1_000 };
  const request = {
    ...{ fleetId: 'north', target: near, arriveBy: null, ttlSeconds: 900, durationHours: 1 },
    vehicles: anyPlates().map((plate) => ({ plate, vin: vinOf(plate) })),
  };
  const sent = await allocateVehicles({ ...parking.deps(), db }, as, request, context);
  const { dispatchId, allocations } = sent;
  const handoffs = allocations.map(({ hold }) => ({
    plate: hold.plate ?? '',
    fencingToken: hold.fencingToken,
  }));
  const commits = [handoffs, handoffs.toReversed()].map((some) =>
    commitDispatch({ ...parking.deps(), db }, as, dispatchId, some, context),
  );
  const outcomes = await Promise.allSettled(commits);
  // One of two may be refused, and the other succeed once a stay elsewhere has ended.
  const refused = outcomes.find((one) => one.status === 'rejected');
  const isDone = outcomes.some((one) => one.status === 'fulfilled');
  if (isDone) await endAll(sent);
  else await releaseDispatch(db, as, dispatchId, context);
  if (refused !== undefined) throw refused.reason;
}

async function endAll({ allocations }: Dispatch): Promise<void> {
  const stays = await parking.database.sql<{ session_id: string }>(
    'select session_id from holds where hold_id = any($1) and session_id is not null',
    [allocations.map(({ hold }) => hold.holdId)],
  );
  expect(stays).toHaveLength(allocations.length);
  await Promise.all(stays.map(({ session_id: sessionId }) => parking.end({ sessionId })));
}

async function parkAndLeave(_: Postgres, as: Principal): Promise<void> {
  const plate = anyPlate();
  const vehicle = { isAutonomous: false, fleetId: null, vin: vinOf(plate) };
  const stay = await parking.park(pick(lots), { as, plate, vehicle, durationHours: 1 });
  await parking.extend(stay, 30).finally(() => parking.end(stay));
}

async function reserve(db: Postgres, as: Principal): Promise<void> {
  const plate = anyPlate();
  const hold = await parking.held(pick(lots), { as, plate, on: db });
  if (random() < 0.5) return void (await parking.cancel(hold));
  const activating = parking.activate(hold, plate, as);
  const stay = await activating.catch(async (error) => {
    await parking.cancel(hold);
    throw error;
  });
  await parking.end(stay);
}

const WORKS = [dispatchAndCommit, parkAndLeave, reserve];
const NAMES = WORKS.map(({ name }) => name);

/** The reason of a refusal; of a deadlock, or any other error, its text. */
const reasonFor = (error: unknown): string =>
  reasonOf(error) ?? /not (plate_held|full)$/.exec(String(error))?.[1] ?? String(error);

test(`commits of vehicles among other calls cause no deadlock (HEXLOT_TEST_SEED=${seed})`, async () => {
  const outcomes: string[] = [];
  async function call(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const work = pick(WORKS);
      outcomes.push(await work(pick(pools), pick(callers)).then(() => work.name, reasonFor));
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call));
  expect(outcomes).toEqual(expect.arrayContaining([...NAMES, 'already_allocated', 'lot_full']));
  expect(outcomes.filter((one) => ![...NAMES, ...REFUSALS].includes(one))).toEqual([]);
  expect(await miscounted(parking, null)).toEqual([]);
  expect(
    await parking.database.sql(
      'select lot_id, taken_spaces, held_spaces from lots where taken_spaces + held_spaces > 0',
    ),
  ).toEqual([]);
});
