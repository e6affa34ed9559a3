import { cellToChildren, getRes0Cells } from 'h3-js';
import { expect, test } from 'vitest';
import { type Area, areaKm2, coverArea, isInArea } from '../../../../src/kit/geo/area.ts';
import { boxesBetween } from '../../../../src/kit/geo/bounding-boxes.ts';
import { cellCentre, cellRangeAt } from '../../../../src/kit/geo/cells.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';

const AREA_COUNT = isFull ? 60 : 20;
const RESOLUTION = 3;

const cells = getRes0Cells()
  .flatMap((cell) => cellToChildren(cell, RESOLUTION))
  .map((cell) => BigInt(`0x${cell}`));

test('a cover has every cell whose centre is in the area, anywhere on Earth', () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  for (let i = 0; i < AREA_COUNT; i += 1) {
    const lat = 180 * random() - 90;
    const lng = 360 * random() - 180;
    const south = Math.max(-90, lat - 20 * random());
    const area: Area =
      i % 2 === 0
        ? { centre: { lat, lng }, radiusM: 500_000 * random() }
        : { boxes: boxesBetween(lng, south, lng + 60 * random(), lat) };
    const ranges = coverArea(area, RESOLUTION).map((cell) => cellRangeAt(cell, RESOLUTION));
    const isCovered = (cell: bigint) => ranges.some(({ low, high }) => cell >= low && cell <= high);
    const missing = cells.filter((cell) => isInArea(area, cellCentre(cell)) && !isCovered(cell));
    expect(missing, `seed ${seed}: ${JSON.stringify(area)}`).toEqual([]);
    expect(ranges.length).toBeLessThan(10_000);
  }
});

test('the whole Earth has 510 million square kilometres, and a small circle is flat', () => {
  const earth = { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };
  expect(areaKm2(earth) / 5.1e8).toBeCloseTo(1, 2);
  const circle = { centre: { lat: 40, lng: 0 }, radiusM: 5_000 };
  expect(areaKm2(circle) / (25 * Math.PI)).toBeCloseTo(1, 4);
});
