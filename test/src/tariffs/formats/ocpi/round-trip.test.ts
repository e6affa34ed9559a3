import { expect, test } from 'vitest';
import { readOcpiTariff } from '../../../../../src/tariffs/formats/ocpi/read-ocpi-tariff.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';
import { cost, drawPostable, drawStays, READING, tamed } from '../draw-tariffs.ts';
import { REALISTIC } from '../realistic-tariffs.ts';
import { writeOcpi } from './write-ocpi.ts';

const COUNT = 300;
const WHOLE_MIN = 25;
const seed = seedOfRun();

function countWhole(tariffs: readonly Tariff[]): number {
  const random = createRandom(seed);
  let whole = 0;
  for (const tariff of tariffs) {
    const { tariff: written, leftOut } = writeOcpi(tariff);
    const stays = drawStays(random);
    if (leftOut.length > 0) continue;
    whole += 1;
    const read = readOcpiTariff(JSON.parse(JSON.stringify(written)), READING);
    for (const stay of stays)
      expect(cost(read, stay), JSON.stringify({ stay, tariff, written, read })).toBe(
        cost(tariff, stay),
      );
  }
  return whole;
}

test(`of ${COUNT} tariffs each is written whole and priced alike, or says what is left out (seed ${seed})`, () => {
  const tariffs = drawPostable(createRandom(seed), COUNT);
  expect(countWhole(tariffs)).toBeGreaterThan(WHOLE_MIN);
  const parted = tariffs.map(tamed).filter(({ parts }) => parts.length > 1);
  expect(countWhole(parted)).toBeGreaterThan(parted.length / 10);
});

test.each(REALISTIC)('$name', ({ tariff, ocpi }) => {
  const { leftOut } = writeOcpi(tariff);
  expect(leftOut.map(({ reason }) => reason)).toEqual(
    ocpi.map((reason) => expect.stringContaining(reason)),
  );
  expect(countWhole([tariff])).toBe(ocpi.length === 0 ? 1 : 0);
});
