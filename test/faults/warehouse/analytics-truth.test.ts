import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAgentDemand } from '../../../src/demand/agent-demand/agent-demand.ts';
import { findHexes } from '../../../src/demand/hexes/hexes.ts';
import { findMarketRate } from '../../../src/demand/rates/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import {
  countDays,
  countGroups,
  daysOf,
  groupsOf,
  localDateOf,
} from '../../pipelines/stage/demand-oracle.ts';
import {
  asItIs,
  drawCells,
  hasLots,
  randomArea,
  seenOf,
} from '../../pipelines/stage/hex-oracle.ts';
import { addOperators, pick } from '../../pipelines/stage/parking.ts';
import { marketRateOf } from '../../src/demand/market/market-rate-oracle.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import { readMarks, readTruth, type Truth } from '../truth/read-truth.ts';
import { CITIES, startWriter, type Writer } from '../truth/writer.ts';

// Fault 24.

/** Of each of the three kinds. */
const QUESTION_COUNT = isFull ? 2_000 : 60;
const ROUNDS = isFull ? 12 : 2;
const PAUSE_MS = 50;

const ONE_REFRESH = fileURLToPath(new URL('../processes/pipelines-process.ts', import.meta.url));

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let market: MarketTiles;
let operatorIds: string[];
let writer: Writer;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  market = openMarketTiles({ db: database.db, clock: systemClock, log: pino({ level: 'silent' }) });
  operatorIds = await addOperators(database, 5);
  writer = await startWriter(database, random, operatorIds);
});
afterAll(async () => {
  await writer.stop();
  await market.close();
  await warehouse.close();
  await database.drop();
});

/** An answer, and how it is compared with what had happened by its instant. */
type Answer = { asOf: number; compareWith(truth: Truth, isSettled: boolean): void };
/** undefined where there is nothing to tell. */
type Ask = () => Promise<Answer | undefined>;

const nothing = (error: unknown) => {
  expect(error).toMatchObject({ code: 'NOT_FOUND' });
  return undefined;
};

async function askMarketRate(): Promise<Answer | undefined> {
  const { lat, lng } = pick(random, CITIES);
  const circle = {
    centre: { lat: lat + random() / 10, lng: lng + random() / 10 },
    radiusM: 100 * 500 ** random(),
    operatorId: pick(random, operatorIds),
  };
  const rate = await findMarketRate(market, { ...circle, livemode: true }).catch(nothing);
  if (rate === undefined) return undefined;
  return {
    asOf: +rate.asOf,
    compareWith(truth) {
      const wanted = marketRateOf(truth.market, circle);
      expect(rate, JSON.stringify(circle)).toMatchObject(wanted ?? { lotCount: 0 });
    },
  };
}

async function askHexes(): Promise<Answer | undefined> {
  const { lat, lng } = pick(random, CITIES);
  const { area, isIn } = randomArea(random, { lat: lat + random() / 20, lng: lng + random() / 20 });
  const resolution = 5 + Math.floor(random() * 5);
  const { answers, asOf: newest } = await market.read(true, []);
  const deps = { db: database.db, answers, livemode: true };
  const found = await findHexes(deps, { area, resolution }, asItIs).catch(nothing);
  if (found === undefined) return undefined;
  const asOf = Math.max(+newest, +found.asOf);
  return {
    asOf,
    compareWith({ market: world }) {
      const told = found.hexes.filter(hasLots).map(seenOf);
      const wanted = drawCells(world, { resolution, isIn });
      expect(told, JSON.stringify({ area, resolution })).toEqual(wanted);
    },
  };
}

async function askAgentDemand(): Promise<Answer | undefined> {
  const { city, state } = pick(random, CITIES);
  const question = { city, state, dayCount: 1 + Math.floor(random() * 90), livemode: true };
  const answer = await findAgentDemand({ db: database.db, market }, question).catch(nothing);
  if (answer === undefined) return undefined;
  return {
    asOf: +answer.asOf,
    compareWith({ queries, conversions }, isSettled) {
      const what = JSON.stringify(question);
      const { id, timezone } = answer.city;
      const isIn = (date: string) => date >= answer.fromDay && date <= answer.toDay;
      const own = queries.filter(
        ({ cityId, at }) => cityId === id && isIn(localDateOf(at, timezone)),
      );
      const [days, groups] = [countDays(own, timezone, []), countGroups(own, timezone, [])];
      // That three callers asked may be found a moment later than what they asked.
      if (isSettled) {
        expect(daysOf(answer), what).toEqual(days);
        expect(groupsOf(answer), what).toEqual(groups);
      } else expect(days, what).toEqual(expect.arrayContaining(daysOf(answer)));
      const told = answer.days.filter(({ has_crowd }) => has_crowd);
      const toldOn = new Set(told.map(({ on_day }) => on_day));
      const converted = conversions.filter(
        ({ cityId, searchedOn }) => cityId === id && toldOn.has(searchedOn),
      );
      const count = told.reduce((sum, { conversion_count }) => sum + conversion_count, 0);
      expect(count, what).toBe(converted.length);
    },
  };
}

const QUESTIONS: readonly Ask[] = [askMarketRate, askHexes, askAgentDemand];

/** By the instant that the answers name. */
const truths = new Map<number, Truth>();

/** Reads what had happened by the newest publication, unless it is known. */
async function noteTruth(): Promise<number> {
  const [publication] = await database.sql<{ as_of: Date }>('select as_of from marts.publication');
  if (publication === undefined) throw new Error('nothing is published');
  const asOf = +publication.as_of;
  if (!truths.has(asOf))
    truths.set(asOf, await readTruth(database, await readMarks(warehouse), asOf));
  return asOf;
}

async function pointsOfARefresh(): Promise<string[]> {
  const points: string[] = [];
  await warehouse.refreshNow((point) => points.push(point));
  return points.filter((point) =>
    /^(drain|build|roll|cut|check|publish)-.* (begins|ends)$/.test(point),
  );
}

/** A process that refreshes and is killed at a point of it. */
async function killAt(point: string): Promise<void> {
  await warehouse.release();
  const args = [ONE_REFRESH, database.pipelines.connectionString, warehouse.path, point];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal, point).toBe('SIGKILL');
}

/** Asks while the work goes on, and then until there were as many questions as were wanted. */
async function askDuring(work: Promise<unknown>, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let isWorking = true;
  const done = work.finally(() => {
    isWorking = false;
  });
  for (let i = 0; isWorking || i < count; i += 1) {
    for (const ask of QUESTIONS) {
      const answer = await ask();
      if (answer !== undefined) answers.push(answer);
    }
    // Thousands of answers from one refresh would take minutes to compare.
    if (isWorking) await sleep(PAUSE_MS);
  }
  await done;
  return answers;
}

test(`answers equal a count of the rows in Postgres, while these are written and the pipelines are killed (seed ${seed})`, async () => {
  const points = await pointsOfARefresh();
  await noteTruth();
  const answers: Answer[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    answers.push(...(await askDuring(killAt(pick(random, points)), 0)));
    await noteTruth();
    const each = Math.ceil(QUESTION_COUNT / ROUNDS / 2);
    answers.push(...(await askDuring(warehouse.refreshNow(), each)));
    await noteTruth();
    answers.push(...(await askDuring(Promise.resolve(), each)));
  }
  expect(truths.size).toBeGreaterThan(ROUNDS);
  expect(Math.max(...[...truths.values()].map(({ toldCount }) => toldCount))).toBeGreaterThan(1);
  expect(answers.length).toBeGreaterThan(QUESTION_COUNT);
  for (const { asOf, compareWith } of answers) {
    const truth = truths.get(asOf);
    if (truth === undefined) throw new Error(`an answer as of ${asOf}, which was not published`);
    compareWith(truth, false);
  }
});

test('once nothing is written any more, answers are complete', async () => {
  await writer.stop();
  await warehouse.refresh();
  // Publishes the crowds and conversions that the first one found.
  await warehouse.refresh();
  const asOf = await noteTruth();
  const truth = truths.get(asOf);
  const answers = await askDuring(Promise.resolve(), QUESTION_COUNT / 2);
  expect(answers.length).toBeGreaterThan(QUESTION_COUNT / 2);
  for (const answer of answers) {
    expect(answer.asOf).toBe(asOf);
    if (truth !== undefined) answer.compareWith(truth, true);
  }
});
