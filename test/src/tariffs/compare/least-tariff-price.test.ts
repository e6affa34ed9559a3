import { expect, test } from 'vitest';
import { dayOf } from '../../../../src/kit/time/days.ts';
import {
  BEGIN_WITHIN_MS,
  leastTariffPrice,
} from '../../../../src/tariffs/compare/least-tariff-price.ts';
import { priceSold } from '../../../../src/tariffs/for-sale.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';
import { randomTariff } from '../price/random-tariffs.ts';

const CASES = 4_000;
const MINUTE_MS = 60_000;
const PLACES = [
  { timezone: 'Europe/Berlin', country: 'DE', state: 'BY' },
  { timezone: 'America/Toronto', country: 'CA', state: 'ON' },
  { timezone: 'UTC', country: null, state: null },
];
const seed = seedOfRun();

test(`no stay that begins within the hour is cheaper (seed ${seed})`, () => {
  const random = createRandom(seed);
  let exact = 0;
  for (let i = 0; i < CASES; i += 1) {
    const date = random.pick(['2026-03-28', '2026-05-20', '2026-10-24', '2026-12-31']);
    const tariff = randomTariff(random, dayOf(date));
    const place = random.pick(PLACES);
    const fromMs = Date.parse(`${date}T00:00:00Z`) + random.integer(0, 48) * BEGIN_WITHIN_MS;
    const minutes = random.pick([30, 60, 60, 120, 240, 1_440, random.integer(1, 9_000)]);
    const least = leastTariffPrice(tariff, { fromMs, minutes }, place);
    for (let begin = 0; begin < 4; begin += 1) {
      const startedAt = new Date(fromMs + random.integer(0, 59) * MINUTE_MS);
      const window = { startedAt, endedAt: new Date(+startedAt + minutes * MINUTE_MS) };
      const conditions = { place, vehicleKind: null };
      const price = priceSold({ tariff, conditions }, window)?.subtotalMinor ?? Infinity;
      if (price < least) expect.fail(`${price} < ${least}: ${JSON.stringify({ tariff, window })}`);
      if (price === least) exact += 1;
    }
  }
  expect(exact).toBeGreaterThan(CASES);
});
