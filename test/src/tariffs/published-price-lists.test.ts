import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromMinor } from '../../../src/kit/money.ts';
import type { VehicleKind } from '../../../src/kit/vehicle-kinds.ts';
import { readTariff } from '../../../src/tariffs/input/read-tariff.ts';
import { tariffInFile } from '../../../src/tariffs/input/tariff-in-file.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import { instantAt } from './local-instant.ts';

/** A stay that the publisher prices: `starts` by the clocks of the place, `amount` as published. */
type WorkedStay = {
  starts: string;
  minutes: number;
  vehicle_kind?: VehicleKind;
  amount: number;
  says: string;
};
type PriceList = {
  name: string;
  source: string;
  text: string;
  currency: string;
  timezone: string;
  country: string;
  subdivision: string | null;
  tariff: unknown;
  worked: WorkedStay[];
};
/** A price list that no tariff says, and why. */
type NotSayable = { name: string; source: string; text: string; reason: string };

const FOLDER = new URL('published/', import.meta.url);
const NOT_SAYABLE = 'not-sayable.json';
const LISTS_MIN = 44;
const [STAYS_MIN, STAYS_MAX] = [3, 8];

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const lists = files
  .filter((name) => name !== NOT_SAYABLE)
  .flatMap((name) => JSON.parse(read(name)) as PriceList[]);
const notSayable = JSON.parse(read(NOT_SAYABLE)) as NotSayable[];

test.each(lists)(
  'Every stay of a published price list costs what its publisher says: $name',
  (list) => {
    const { currency, country, subdivision, timezone } = list;
    const place = { country, state: subdivision, timezone };
    const tariff = readTariff(tariffInFile(list.tariff), currency, place);
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
  expect(lists.length).toBeGreaterThanOrEqual(LISTS_MIN);
  const names = [...lists, ...notSayable].map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const wrong = lists.filter(
    ({ text, worked }) =>
      text === '' ||
      worked.length < STAYS_MIN ||
      worked.length > STAYS_MAX ||
      worked.some(({ says }) => says === ''),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('every price list that cannot be said has a reason', () => {
  expect(notSayable.filter(({ reason }) => reason === '')).toEqual([]);
});

test('the sources name each file and count its lists, and those that cannot be said', () => {
  const sources = read('SOURCE.md');
  for (const name of files) {
    const count = (JSON.parse(read(name)) as unknown[]).length;
    expect(sources).toContain(`\`${name}\`: ${count} `);
  }
  const published = [...lists, ...notSayable].map(({ source }) => source);
  expect(published.filter((source) => !sources.includes(source))).toEqual([]);
});
