import { expect, test } from 'vitest';
import { AppError } from '../../../../../src/kit/errors.ts';
import { readOcpiTariff } from '../../../../../src/tariffs/formats/ocpi/read-ocpi-tariff.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';
import { cost, drawPostable, drawStays, linesOf, READING, tamed } from '../draw-tariffs.ts';
import { ocpiCost } from './ocpi-oracle.ts';
import { randomOcpi } from './random-ocpi.ts';
import { writeOcpi } from './write-ocpi.ts';

const COUNT = 150;
const MINUTES_MAX = 1_500;
const seed = seedOfRun();
const shortStays = (random: ReturnType<typeof createRandom>) =>
  drawStays(random).filter(({ minutes }) => minutes <= MINUTES_MAX);

/** Each line is rounded to the cent, and the standard leaves open what is rounded. */
const toleranceOf = (tariff: Tariff, stay: { startedAt: Date; minutes: number }) =>
  0.5 * Math.max(1, linesOf(tariff, stay)) + 1e-6;

test(`of ${COUNT} tariffs of strangers each costs what the standard says, or is refused (seed ${seed})`, () => {
  const random = createRandom(seed);
  let read = 0;
  for (let i = 0; i < COUNT; i += 1) {
    const given = randomOcpi(random);
    const stays = shortStays(random);
    const tariff = attempt(() => readOcpiTariff(given, READING));
    if (tariff === undefined) continue;
    read += 1;
    for (const stay of stays) {
      const exact = ocpiCost(given, stay.startedAt, stay.minutes) * 100;
      const about = JSON.stringify({ stay, given, tariff });
      expect(Math.abs(cost(tariff, stay) - exact), about).toBeLessThan(toleranceOf(tariff, stay));
    }
  }

  expect(read).toBeGreaterThan(COUNT / 5);
});

test(`of ${COUNT} tariffs that are written whole each costs the same by the standard (seed ${seed})`, () => {
  const random = createRandom(seed);
  let whole = 0;
  for (const tariff of drawPostable(random, COUNT).map(tamed)) {
    const { tariff: written, leftOut } = writeOcpi(tariff);
    const stays = shortStays(random);
    if (written === null || leftOut.length > 0) continue;
    whole += 1;
    for (const stay of stays) {
      const exact = ocpiCost(written, stay.startedAt, stay.minutes) * 100;
      const about = JSON.stringify({ stay, tariff, written });
      expect(Math.abs(cost(tariff, stay) - exact), about).toBeLessThan(toleranceOf(tariff, stay));
    }
  }

  expect(whole).toBeGreaterThan(COUNT / 5);
});

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  }
}
