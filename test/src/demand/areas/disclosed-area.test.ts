import { expect, test } from 'vitest';
import {
  areaFinder,
  type DisclosedArea,
  type SearchArea,
  searchFinder,
} from '../../../../src/demand/areas/disclosed-area.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';

const CELL = cellAt(43.65, -79.38);
const areaOf = (cell: bigint, country = 'CA') => ({ country, cell }) as DisclosedArea;
const [REST, TOWN, OWN] = [areaOf(0n), areaOf(cellParent(CELL, 7)), areaOf(CELL)];

test('a lot is in the finest area around it, with public figures in its own cell', () => {
  const find = areaFinder([REST, TOWN, OWN, areaOf(0n, 'US')]);
  const lot = { country: 'CA', cell: CELL, is_public: false };
  expect(find(lot)).toBe(TOWN);
  expect(find({ ...lot, is_public: true })).toBe(OWN);
  expect(find({ ...lot, cell: cellAt(45, -75) })).toBe(REST);
});

test('public figures of a lot are disclosed only once its own cell is an area', () => {
  const find = areaFinder([REST, TOWN]);
  expect(find({ country: 'CA', cell: CELL, is_public: true })).toBeUndefined();
});

test('callers are compared where a cell is in an area of searches, not in the rest of the world', () => {
  const searchArea = (cell: bigint, searcher_count: number | null) =>
    ({ cell, searcher_count }) as SearchArea;
  const find = searchFinder([
    searchArea(0n, 900),
    searchArea(cellParent(CELL, 6), 40),
    searchArea(cellParent(cellAt(45, -75), 6), null),
  ]);
  expect(find(CELL)).toBe(40);
  expect(find(cellAt(45, -75))).toBeUndefined();
  expect(find(cellAt(-30, 20))).toBeUndefined();
});
