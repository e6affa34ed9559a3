import { expect, test } from 'vitest';
import { reachAt } from '../../../../src/kit/geo/cell-reach.ts';
import { CELL_RESOLUTION, cellAt, cellCentre, cellParent } from '../../../../src/kit/geo/cells.ts';
import { EARTH_RADIUS_M, greatCircleMetres } from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { placeOf } from '../../places.ts';

const seed = seedOfRun();
const POINT_COUNT = 60_000;

test(`no point lies beyond the reach of its cells, though some nearly do (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const farthest = Array.from({ length: CELL_RESOLUTION + 1 }, () => 0);
  for (let i = 0; i < POINT_COUNT; i += 1) {
    const point = placeOf(i, random);
    const cell = cellAt(point.lat, point.lng);
    farthest.forEach((record, resolution) => {
      const centre = cellCentre(cellParent(cell, resolution));
      const share = greatCircleMetres(centre, point) / EARTH_RADIUS_M / reachAt(resolution);
      if (share > record) farthest[resolution] = share;
    });
  }
  expect(Math.max(...farthest)).toBeLessThan(1);
  expect(Math.min(...farthest)).toBeGreaterThan(0.85);
});
