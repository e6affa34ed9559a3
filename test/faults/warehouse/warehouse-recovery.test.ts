import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSearch, addStay } from '../../pipelines/stage/parking.ts';
import {
  addWorld,
  EXPECTED_FACTS,
  expectSameMarts,
  FOUND_FACTS,
  nothingMore,
} from '../../pipelines/stage/world.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { partOf, randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
const seed = seedOfRun();
const random = randomFrom(seed);
const DAMAGED_FILES = isFull ? 24 : 1;
/** Of so many points one is tried in a run, others in each. */
const PARTS_OF_POINTS = 12;
/** Of so many damages one is tried in a run, others in each. */
const PARTS_OF_DAMAGES = 3;
/** A point that a refresh passes only when there are audit rows which are some seconds old. */
const READS_OLD_ROWS = 'find-conversions written';

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 6, staysPerLot: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  warehouse = await openTestWarehouse(database);
  return () => warehouse.close();
});

/** Some of each kind of row since the last refresh. */
async function somethingHappens(): Promise<void> {
  for (const lotId of lotIds.slice(0, 2)) await addStay(database, { lotId, endedAt: new Date() });
  await addSearch(database, { latitude: 43.65 + random() / 20, longitude: -79.38 });
}

async function expectFacts(): Promise<void> {
  expect(await warehouse.rows(FOUND_FACTS)).toEqual(await database.sql(EXPECTED_FACTS));
}

const watermark = () => database.sql('select watermark_tx, watermark_id from marts.publication');

/**
 * After `recover`, readers see the same as with a warehouse built from nothing. It recovers once
 * more, unless all that the first time could find in PostgreSQL was found and drained before.
 */
async function expectAnswers(
  recover: () => Promise<unknown>,
  again?: () => Promise<unknown>,
): Promise<void> {
  let before: object[] = [];
  const recoverAndLook = async () => {
    await recover();
    before = await watermark();
  };
  await expectSameMarts(database, recoverAndLook, warehouse.rebuild, again);
  expect(await watermark()).toEqual(before);
}

async function refreshAndExpectFacts(): Promise<void> {
  await warehouse.refresh();
  await expectFacts();
}

/** Every point of the steps of a refresh that has something to do in each step. */
async function pointsOfARefresh(): Promise<string[]> {
  const points: string[] = [];
  await somethingHappens();
  await warehouse.refresh((point) => points.push(point));
  return points.filter((point) => !/ (begins|ends)$/.test(point) && point !== READS_OLD_ROWS);
}

test(`ended at any point, a refresh neither loses nor doubles anything (seed ${seed})`, async () => {
  await warehouse.refresh();
  const points = await pointsOfARefresh();
  expect(points).toContain('publish-marts committed');
  for (const point of partOf(points, random, PARTS_OF_POINTS)) {
    await somethingHappens();
    const crash = new Error(`ended at ${point}`);
    await expect(
      warehouse.refresh((passed) => {
        if (passed === point) throw crash;
      }),
    ).rejects.toThrow(crash);
    await warehouse.release();
  }
  await expectAnswers(refreshAndExpectFacts);
});

test(`ended at any point of its first fill, a warehouse neither loses nor doubles anything (seed ${seed})`, async () => {
  // What is found in PostgreSQL is found once, and not again for each warehouse.
  const points = (await pointsOfARefresh()).filter((each) => !/^(find|place)-/.test(each));
  for (const point of partOf(points, random, PARTS_OF_POINTS)) {
    const young = await openTestWarehouse(database);
    await expect(
      young.refresh((passed) => {
        if (passed === point) throw new Error('ended');
      }),
    ).rejects.toThrow('ended');
    await young.release();
    await young.refresh();
    expect(await young.rows(FOUND_FACTS), point).toEqual(await database.sql(EXPECTED_FACTS));
    await young.close();
  }
  await expectAnswers(warehouse.refresh);
});

function overwrite(path: string, share: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, 0xa5), 0, length, Math.floor(statSync(path).size * share));
  closeSync(file);
}

const DAMAGES: [string, (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['emptied', (path) => truncateSync(path, 0)],
  ['cut in half', (path) => truncateSync(path, statSync(path).size >> 1)],
  ['cut to its header', (path) => truncateSync(path, 5_000)],
  ['replaced by something else', (path) => writeFileSync(path, 'not a warehouse '.repeat(9_999))],
  ['overwritten at its head', (path) => overwrite(path, 0, 20_000)],
  ['overwritten in a quarter', (path) => overwrite(path, 0.25, statSync(path).size >> 2)],
  ['overwritten at its end', (path) => overwrite(path, 0.75, statSync(path).size >> 2)],
  ['left with another log', (path) => writeFileSync(`${path}.wal`, 'not a log '.repeat(9_999))],
];

test(`a damaged file is rebuilt, and then has the same answers (seed ${seed})`, async () => {
  await expectSameMarts(database, warehouse.refresh, async () => {
    for (const [what, damage] of partOf(DAMAGES, random, PARTS_OF_DAMAGES)) {
      await warehouse.release();
      damage(warehouse.path);
      await warehouse.refresh();
      expect(await warehouse.rows(FOUND_FACTS), what).toEqual(await database.sql(EXPECTED_FACTS));
    }
  });
});

test(`damaged bytes anywhere in the file never change an answer (seed ${seed})`, async () => {
  await warehouse.refresh();
  await warehouse.release();
  const whole = readFileSync(warehouse.path);
  for (let i = 0; i < DAMAGED_FILES; i++) {
    writeFileSync(warehouse.path, whole);
    overwrite(warehouse.path, random() * 0.999, 64);
    await somethingHappens();
    await expectAnswers(async () => {
      await warehouse.refresh();
      await warehouse.release();
    });
    await warehouse.release();
  }
});

test('a file deleted while it is open is rebuilt by the next refresh', async () => {
  await warehouse.refresh();
  rmSync(warehouse.path);
  rmSync(`${warehouse.path}.wal`, { force: true });
  await somethingHappens();
  await expectAnswers(async () => {
    await warehouse.refresh();
    expect(warehouse.warnings.join()).toContain('its file was removed');
    expect(statSync(warehouse.path).size).toBeGreaterThan(0);
    await expectFacts();
  });
});

test('after the end of its log is lost, the warehouse falls back and the refresh catches up', async () => {
  await warehouse.refresh();
  const log = `${warehouse.path}.wal`;
  const size = statSync(log).size;
  const copy = readFileSync(log);
  const file = readFileSync(warehouse.path);
  await warehouse.release();
  const recover = async () => {
    for (const share of [0.3, 0.6, 0.9]) {
      writeFileSync(warehouse.path, file);
      writeFileSync(log, copy.subarray(0, Math.floor(size * share)));
      await refreshAndExpectFacts();
    }
  };
  await expectAnswers(recover, nothingMore);
});
