import { expect, test } from 'vitest';
import { readTariff } from '../../../../src/tariffs/input/read-tariff.ts';
import { showTariff } from '../../../../src/tariffs/input/show-tariff.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';
import { canPost, randomTariff } from '../price/random-tariffs.ts';

const BERLIN = { timezone: 'Europe/Berlin', country: 'DE', state: null };
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri'] as ('mon' | 'fri')[];
const seed = seedOfRun();

test.each(['jpy', 'eur', 'kwd'])(
  `a tariff that is shown in %s is read as it was, and the others are refused (seed ${seed})`,
  (currency) => {
    const random = createRandom(seed);
    let count = 0;
    for (let i = 0; i < 1_000; i += 1) {
      const tariff = randomTariff(random, 20_600);
      if (!canPost(tariff, currency, BERLIN)) continue;
      count += 1;
      expect(readTariff(showTariff(tariff, currency), currency, BERLIN)).toEqual(tariff);
    }
    expect(count).toBeGreaterThan(100);
  },
);

test('what is as long as a quote can carry is read, and more is refused', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...{ from_minutes: i * 17, price: i + 0.25, per_minutes: 30 + i },
    }));
  const tariff = (parts: number) => ({
    parts: Array.from({ length: parts }, (_, i) => ({
      name: `${i}`,
      steps: steps(20),
      ...(i < parts - 1 && { when: { dates: [`2026-03-${String(i + 1).padStart(2, '0')}`] } }),
    })),
  });
  expect(readTariff(tariff(4), 'eur', BERLIN).parts).toHaveLength(4);
  expect(() => readTariff(tariff(9), 'eur', BERLIN)).toThrow('characters of JSON');
});

test('a holiday part needs a country', () => {
  const input = {
    parts: [
      { name: 'holidays', when: { days: ['holiday' as const] }, flat: 0 },
      { name: 'others', flat: 4 },
    ],
  };
  expect(readTariff(input, 'eur', BERLIN).parts).toHaveLength(2);
  expect(() => readTariff(input, 'eur', { ...BERLIN, country: null })).toThrow('country');
});

test('a night may go on into the part of the next day, and the earlier part holds', () => {
  const evening = { name: 'evening', when: { days: WEEK, from: '18:00', to: '07:00' }, flat: 5 };
  const saturday = { name: 'saturday', when: { days: ['sat' as const] }, flat: 9 };
  const others = { name: 'others', flat: 1 };
  for (const parts of [
    [evening, saturday, others],
    [saturday, evening, others],
  ])
    expect(readTariff({ parts }, 'eur', BERLIN).parts).toHaveLength(3);
  const noon = {
    name: 'noon',
    when: { days: ['fri' as const], from: '12:00', to: '19:00' },
    flat: 2,
  };
  expect(() => readTariff({ parts: [evening, noon, others] }, 'eur', BERLIN)).toThrow('overlaps');
});
