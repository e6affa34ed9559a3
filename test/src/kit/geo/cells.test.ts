import { cellToChildren, cellToLatLng, cellToParent, getPentagons, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import {
  CELL_RESOLUTION,
  cellAt,
  cellCentre,
  cellParent,
  cellRange,
  cellResolution,
} from '../../../../src/kit/geo/cells.ts';
import { randomFrom } from '../../../stage/random.ts';
import { placeOf } from '../../places.ts';

const random = randomFrom(2);
const places = Array.from({ length: 900 }, (_, i) => placeOf(i, random));
const resolutions = Array.from({ length: CELL_RESOLUTION + 1 }, (_, resolution) => resolution);
const toBigInt = (cell: string) => BigInt(`0x${cell}`);

test('a point lies in the cell that H3 says, a positive signed 64-bit number', () => {
  for (const { lat, lng } of places) {
    const cell = cellAt(lat, lng);
    expect(cell).toBe(toBigInt(latLngToCell(lat, lng, CELL_RESOLUTION)));
    expect(BigInt.asIntN(64, cell)).toBe(cell);
  }
});

test('a point without coordinates lies in no cell', () => {
  expect(() => cellAt(Number.NaN, 0)).toThrow();
  expect(() => cellAt(0, Number.POSITIVE_INFINITY)).toThrow();
});

test.each(resolutions)('parent, centre and resolution at %i are those of H3', (resolution) => {
  for (const { lat, lng } of places) {
    const finest = cellAt(lat, lng);
    const parent = cellParent(finest, resolution);
    expect(parent).toBe(toBigInt(cellToParent(finest.toString(16), resolution)));
    expect(cellResolution(parent)).toBe(resolution);
    const [centreLat, centreLng] = cellToLatLng(parent.toString(16));
    expect(cellCentre(parent)).toEqual({ lat: centreLat, lng: centreLng });
  }
});

test.each(resolutions.slice(5))('the range of a cell at %i is its descendants', (resolution) => {
  const cells = places.slice(0, 20).map(({ lat, lng }) => latLngToCell(lat, lng, resolution));
  for (const cell of [...cells, ...getPentagons(resolution)]) {
    const descendants = cellToChildren(cell, CELL_RESOLUTION).map(toBigInt).sort();
    const range = cellRange(toBigInt(cell));
    expect(range).toEqual({ low: descendants[0], high: descendants.at(-1) });
  }
});

test('a cell of any resolution shares its range with no other cell', () => {
  for (const { lat, lng } of places) {
    const stranger = cellAt(-lat, lng / 2);
    for (const resolution of resolutions) {
      const parent = cellParent(cellAt(lat, lng), resolution);
      const { low, high } = cellRange(parent);
      expect(low <= stranger && stranger <= high).toBe(cellParent(stranger, resolution) === parent);
    }
  }
});

test('a finer parent than the cell, and the range of a cell too fine to store, are refused', () => {
  expect(() => cellParent(cellParent(cellAt(1, 1), 5), 6)).toThrow(RangeError);
  expect(() => cellRange(toBigInt(latLngToCell(1, 1, CELL_RESOLUTION + 1)))).toThrow(RangeError);
});
