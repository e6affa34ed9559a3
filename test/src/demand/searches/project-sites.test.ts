import { latLngToCell } from 'h3-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSites } from '../../../../src/demand/searches/project-sites.ts';
import type { Search } from '../../../../src/demand/searches/record-search.ts';
import { cellCentre } from '../../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import {
  addSearches,
  byAddress,
  byKey,
  DOWNTOWN,
  HOUR_MS,
  passMs,
  readSites,
  searchesBy,
  startOver,
  type Wish,
} from './unmet.ts';

const RESOLUTION = 8;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => startOver(database));

/** Searches, callers and spaces of each site that these searches lead to. */
async function figuresOf(...wishes: readonly Wish[][]): Promise<number[][]> {
  await startOver(database);
  await addSearches(database, wishes.flat());
  await projectSites(database.pipelines);
  const sites = await readSites(database);
  return sites.map((site) => [site.unmet_searches, site.caller_count, site.suggested_spaces]);
}

test('a site needs ten searches by three callers: nine are too few, and so are a thousand by two', async () => {
  expect(await figuresOf(searchesBy([4, 3, 3]))).toEqual([[10, 3, 3]]);
  expect(await figuresOf(searchesBy([3, 3, 3]))).toEqual([]);
  expect(await figuresOf(searchesBy([500, 500]))).toEqual([]);
});

test('no caller counts for more than ten searches, or for more than one space at once', async () => {
  expect(await figuresOf(searchesBy([500, 1, 1]))).toEqual([[12, 3, 3]]);
});

test('only unmet searches for spaces, of 500 m or more, count', async () => {
  const nine = searchesBy([3, 3, 3]);
  const tenth = (wish: Wish) => figuresOf(nine, [{ caller: byKey('caller0'), ...wish }]);
  expect(await tenth({ kind: 'availability' })).toHaveLength(1);
  expect(await tenth({ radiusM: 500 })).toHaveLength(1);
  expect(await tenth({ foundCount: 3 })).toHaveLength(1);
  expect(await tenth({ kind: 'rates' })).toEqual([]);
  expect(await tenth({ radiusM: 499 })).toEqual([]);
  expect(await tenth({ foundCount: 3, availableCount: 1 })).toEqual([]);
  expect(await tenth({ livemode: false })).toEqual([]);
});

test('an operator is one caller, with however many keys', async () => {
  const searches = searchesBy([10, 10, 10]).map(({ caller = byKey('1') }) => ({
    caller: { ...caller, operatorId: 'op_one' },
  }));
  expect(await figuresOf(searches)).toEqual([]);
});

test('addresses of one network are one caller, an operator another, and unknown callers do not count', async () => {
  const search = (caller: Search['caller']) => ({ caller });
  const ten = Array.from({ length: 10 }, () => search(byKey('one')));
  const with1 = (...callers: Search['caller'][]) => figuresOf(ten, callers.map(search));
  expect(await with1(byAddress('192.0.2.1'), byAddress('192.0.2.2'))).toHaveLength(1);
  expect(await with1(byAddress('2001:db8::1'), byAddress('2001:db8:1::1'))).toHaveLength(1);
  expect(await with1(byAddress('2001:db8::1'), byAddress('2001:db8:0:f::2'))).toEqual([]);
  expect(await with1(byAddress('192.0.2.1'), byAddress('unknown'))).toEqual([]);
  expect(await with1(byAddress('192.0.2.1'), { keyId: null, operatorId: null, ip: null })).toEqual(
    [],
  );
});

test('the suggested spaces are those missing at the same time, each for an hour', async () => {
  const spacesAt = async (...ages: number[]) => {
    const wishes = ages.map((ageMs, i) => searchesBy([4], { ageMs, caller: byKey(`at${i}`) }));
    const [[, , spaces] = []] = await figuresOf(...wishes);
    return spaces;
  };
  expect(await spacesAt(HOUR_MS, HOUR_MS, HOUR_MS)).toBe(3);
  expect(await spacesAt(5 * HOUR_MS, 3 * HOUR_MS, HOUR_MS)).toBe(1);
  expect(await spacesAt(3 * HOUR_MS, 2 * HOUR_MS, HOUR_MS)).toBe(1);
  expect(await spacesAt(3 * HOUR_MS, 2 * HOUR_MS + 1, HOUR_MS)).toBe(2);
});

test('searches that are a day old are left out of the next run, deleted or not', async () => {
  expect(await figuresOf(searchesBy([4, 3, 3], { ageMs: 2 * HOUR_MS }))).toHaveLength(1);
  const [site] = await readSites(database);
  expect(Number(site?.to_at) - Number(site?.from_at)).toBe(24 * HOUR_MS);
  await passMs(database, 21.9 * HOUR_MS);
  await projectSites(database.pipelines);
  const [later] = await readSites(database);
  expect(Number(later?.to_at)).toBeGreaterThan(Number(site?.to_at));
  await passMs(database, 0.2 * HOUR_MS);
  expect(await projectSites(database.pipelines)).toEqual({ rows: 1 });
  expect(await readSites(database)).toEqual([]);
});

test('a site is at the centre of its cell', async () => {
  await figuresOf(searchesBy());
  const [site] = await readSites(database);
  const cell = latLngToCell(DOWNTOWN.lat, DOWNTOWN.lng, RESOLUTION);
  const { lat, lng } = roundPoint(cellCentre(BigInt(`0x${cell}`)));
  expect(site).toMatchObject({ cell, latitude: lat, longitude: lng });
});
