import { expect, test } from 'vitest';
import { fromMinor } from '../../../src/kit/money.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import { instantAt } from './local-instant.ts';
import {
  NOT_SAYABLE,
  PRICE_LISTS,
  PUBLISHED_FILES,
  placeOf,
  readPublished,
  tariffOf,
} from './published-lists.ts';

const LISTS_MIN = 44;
const [STAYS_MIN, STAYS_MAX] = [3, 8];

test.each(PRICE_LISTS)(
  'Every stay of a published price list costs what its publisher says: $name',
  (list) => {
    const { currency, timezone } = list;
    const place = placeOf(list);
    const tariff = tariffOf(list);
    const costs = list.worked.map((stay) => {
      const startedAt = instantAt(stay.starts, timezone);
      const endedAt = new Date(startedAt.getTime() + stay.minutes * 60_000);
      const conditions = { place, vehicleKind: stay.vehicle_kind ?? null };
      const { subtotalMinor } = priceStay(tariff, { startedAt, endedAt }, conditions);
      return { ...stay, amount: fromMinor(subtotalMinor, currency) };
    });
    expect(costs).toEqual(list.worked);
  },
);

test('there are enough lists, each with a few stays in words of its publisher', () => {
  expect(PRICE_LISTS.length).toBeGreaterThanOrEqual(LISTS_MIN);
  const names = [...PRICE_LISTS, ...NOT_SAYABLE].map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const wrong = PRICE_LISTS.filter(
    ({ text, worked }) =>
      text === '' ||
      worked.length < STAYS_MIN ||
      worked.length > STAYS_MAX ||
      worked.some(({ says }) => says === ''),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('every price list that cannot be said has a reason', () => {
  expect(NOT_SAYABLE.filter(({ reason }) => reason === '')).toEqual([]);
});

test('the sources name each file and count its lists, and those that cannot be said', () => {
  const sources = readPublished('SOURCE.md');
  for (const name of PUBLISHED_FILES) {
    const count = (JSON.parse(readPublished(name)) as unknown[]).length;
    expect(sources).toContain(`\`${name}\`: ${count} `);
  }
  const published = [...PRICE_LISTS, ...NOT_SAYABLE].map(({ source }) => source);
  expect(published.filter((source) => !sources.includes(source))).toEqual([]);
});
