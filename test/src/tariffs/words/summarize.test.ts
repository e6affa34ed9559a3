import { expect, test } from 'vitest';
import type { Tariff, TariffPart } from '../../../../src/tariffs/tariff.ts';
import { summarize } from '../../../../src/tariffs/words/summarize.ts';

const step = (from_minutes: number, price_minor: number, per_minutes: number) => ({
  ...{ from_minutes, price_minor, per_minutes },
});
const ofParts = (parts: TariffPart[], more: Partial<Tariff> = {}): Tariff => ({
  parts,
  maxima: null,
  ...more,
});

test.each<[string, Tariff, string[]]>([
  [
    'the tariff of a street sign',
    ofParts(
      [
        {
          name: 'day',
          when: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from_minute: 480, to_minute: 1_080 },
          steps: [step(0, 200, 60), step(60, 120, 30)],
        },
        { name: 'Sunday', when: { days: ['sun', 'holiday'] }, flat_minor: 0 },
        { name: 'evening', flat_minor: 500 },
      ],
      { free_minutes: 30, maxima: [{ amount_minor: 1_500, per: 'calendar_day' }] },
    ),
    [
      'Mon–Fri 08:00–18:00: 2.00 for the first hour, then 1.20 per 30 min',
      'Sun, holidays: free',
      'otherwise: 5.00 flat',
      'a stay of at most 30 min is free',
      'at most 15.00 a calendar day',
    ],
  ],
  [
    'started steps, a day that is cheaper, and a minimum',
    ofParts([{ name: 'all', steps: [{ ...step(0, 300, 60), billing_step_minutes: 15 }] }], {
      ...{ minimum_minutes: 60, free_minutes: 15, free_is_deducted: true },
      maxima: [
        { amount_minor: 2_000, per: '24h' },
        { amount_minor: 9_000, per: 'week' },
      ],
    }),
    [
      '3.00 per hour by started 15 min',
      'the first 15 min are free',
      'a stay pays for at least 1 hour',
      'at most 20.00 each 24 hours',
      'at most 90.00 each 7 days',
    ],
  ],
  [
    'a season, by kinds of vehicles, and not at other times',
    ofParts(
      [
        {
          name: 'lorries',
          when: { dates: [{ first: 20_605, last: 20_711 }], vehicle_kinds: ['truck', 'bus'] },
          steps: [step(0, 900, 1_440)],
        },
      ],
      { otherwise: 'not_for_sale' },
    ),
    ['2026-06-01 to 2026-09-15 (truck, bus): 9.00 per day', 'at other times: not for sale'],
  ],
])('in words: %s', (_, tariff, words) => {
  expect(summarize(tariff, 'eur')).toEqual(words);
});
