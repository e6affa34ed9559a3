import { expect, test } from 'vitest';
import { AppError } from '../../../../../src/kit/errors.ts';
import type { ApdsRateTable } from '../../../../../src/tariffs/formats/apds/apds-shape.ts';
import { readApdsRateTable } from '../../../../../src/tariffs/formats/apds/read-apds-rate-table.ts';
import { writeApdsRateTable } from '../../../../../src/tariffs/formats/apds/write-apds-rate-table.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { createRandom, type Random, seedOfRun } from '../../../../stage/random.ts';
import { randomTariff } from '../../price/random-tariffs.ts';
import { CURRENCY, cost, drawStays, isPostable, linesOf, READING, tamed } from '../draw-tariffs.ts';
import { apdsCost } from './apds-oracle.ts';

const COUNT = 150;
const seed = seedOfRun();

function randomTable(random: Random): ApdsRateTable {
  const ends = [30, 60, 120, 180, 240].filter(() => random.next() < 0.3);
  const count = random.next() < 0.5 ? 1 : ends.length + 1;
  const lines = Array.from({ length: count }, (_, i) => ({
    rateLineType: 'incrementingRate' as const,
    sequence: i + 1,
    ...(i > 0 && { durationStart: `PT${ends[i - 1]}M` }),
    ...(i < count - 1 && { durationEnd: `PT${ends[i]}M` }),
    incrementPeriod: `PT${random.pick([1, 15, 30, 30, 60, 60, 90])}M`,
    value: random.pick([0, 0.5, 0.035, 1, 1.2, 2.5]),
  }));
  const reset = random.pick(['P1D', 'PT24H', 'P7D', 'P1M', '00:00', 'P100Y', 'P50Y', 'PT12H']);
  const isTaxed = random.next() < 0.2;
  return {
    rateLineCollections: [
      {
        ...{ applicableCurrency: 'EUR', resetTime: reset, taxIncluded: !isTaxed },
        ...(isTaxed && { taxRate: random.pick([10, 19, 20]) }),
        ...(random.next() < 0.4 && { maxValueCollection: random.pick([5, 12, 20]) }),
        ...(random.next() < 0.1 && { minValueCollection: random.pick([0.5, 1, 2]) }),
        rateLines: lines,
      },
    ],
  };
}

/** Each line is rounded to the cent. */
function expectAlike(tariff: Tariff, table: ApdsRateTable, random: Random): void {
  for (const stay of drawStays(random)) {
    const exact = apdsCost(table, stay.startedAt, stay.minutes) * 100;
    const about = JSON.stringify({ stay, table, tariff });
    const tolerance = 0.5 * Math.max(1, linesOf(tariff, stay)) + 1e-6;
    expect(Math.abs(cost(tariff, stay) - exact), about).toBeLessThan(tolerance);
  }
}

test(`of ${COUNT} tables of strangers each costs what the standard says, or is refused (seed ${seed})`, () => {
  const random = createRandom(seed);
  let read = 0;
  for (let i = 0; i < COUNT; i += 1) {
    const table = randomTable(random);
    try {
      expectAlike(readApdsRateTable(table, READING), table, random);
      read += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  expect(read).toBeGreaterThan(COUNT / 10);
});

test(`of ${COUNT} tariffs of one part those that are written whole cost the same by the standard (seed ${seed})`, () => {
  const random = createRandom(seed);
  let whole = 0;
  for (let i = 0; i < COUNT; ) {
    const drawn = randomTariff(random, 20_614);
    const [part] = drawn.parts;
    if (drawn.parts.length > 1 || part?.when !== undefined || !isPostable(drawn)) continue;
    i += 1;
    const { maxima } = drawn;
    const tariff = { ...tamed(drawn), maxima: maxima?.slice(0, 1) ?? null };
    const { rateTable, leftOut } = writeApdsRateTable(tariff, {
      ...{ id: 'lot_1', version: 7, name: 'Harbour', currency: CURRENCY, validFrom: READING.from },
    });
    if (rateTable === null || leftOut.length > 0) continue;
    whole += 1;
    expectAlike(tariff, rateTable, random);
  }
  expect(whole).toBeGreaterThan(COUNT / 10);
});
