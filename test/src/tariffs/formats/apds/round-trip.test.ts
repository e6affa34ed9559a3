import { expect, test } from 'vitest';
import { apdsRates } from '../../../../../api/feeds/forms/apds-rate.ts';
import type { FeedLot } from '../../../../../src/outbound/feeds/feed-lots.ts';
import { readApdsRateTable } from '../../../../../src/tariffs/formats/apds/read-apds-rate-table.ts';
import { plainTariff } from '../../../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../../../src/tariffs/posted-tariff.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';
import { cost, drawPostable, drawStays, READING, tamed } from '../draw-tariffs.ts';
import { REALISTIC } from '../realistic-tariffs.ts';
import { writeApds } from './write-apds.ts';

const COUNT = 300;
const WHOLE_MIN = 25;
const seed = seedOfRun();

function countWhole(tariffs: readonly Tariff[]): number {
  const random = createRandom(seed);
  let whole = 0;
  for (const tariff of tariffs) {
    const { rateTable, leftOut } = writeApds(tariff);
    const stays = drawStays(random);
    if (leftOut.length > 0) continue;
    whole += 1;
    const read = readApdsRateTable(JSON.parse(JSON.stringify(rateTable)), READING);
    for (const stay of stays)
      expect(cost(read, stay), JSON.stringify({ stay, tariff, rateTable, read })).toBe(
        cost(tariff, stay),
      );
  }
  return whole;
}

test(`of ${COUNT} tariffs each is written whole and priced alike, or says what is left out (seed ${seed})`, () => {
  const tariffs = drawPostable(createRandom(seed), COUNT);
  expect(countWhole(tariffs)).toBeGreaterThan(WHOLE_MIN);
  const alone = tariffs.map(tamed).filter(({ parts }) => parts.length === 1);
  expect(countWhole(alone)).toBeGreaterThan(alone.length / 8);
});

test.each(REALISTIC)('$name', ({ tariff, apds }) => {
  const { leftOut } = writeApds(tariff);
  expect(leftOut.map(({ reason }) => reason)).toEqual(
    apds.map((reason) => expect.stringContaining(reason)),
  );
  expect(countWhole([tariff])).toBe(apds.length === 0 ? 1 : 0);
});

const STEPS = [1, 2, 5, 10, 12, 15, 20, 30, 60, 90, 120, 240, 720, 1_440];

test(`a table that the feed shows is read as the rate of its lot (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let i = 0; i < COUNT; i += 1) {
    const rate = {
      rateMinor: random.pick([0, random.integer(1, 999), random.integer(1, 99_999)]),
      rateUnit: random.pick(['hour', 'hour', 'day'] as const),
      maxDailyMinor: random.pick([null, random.integer(100, 9_999)]),
    };
    const billingStepMinutes = rate.rateUnit === 'hour' ? random.pick(STEPS) : 1;
    const plain = plainTariff({ ...rate, billingStepMinutes });
    const lot = {
      ...{ tariff: postedTariff(plain), currency: random.pick(['eur', 'jpy', 'kwd']) },
      ...{ lotId: 'lot_1', name: 'Harbour', features: [], updatedAt: READING.from },
    };
    const text = apdsRates('https://hexlot.example').textOf(lot as unknown as FeedLot);
    const read = readApdsRateTable(JSON.parse(text ?? ''), { ...READING, currency: lot.currency });
    for (const stay of drawStays(random))
      expect(cost(read, stay), JSON.stringify({ stay, lot, read })).toBe(cost(plain, stay));
  }
});
