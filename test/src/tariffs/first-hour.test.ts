import { expect, test } from 'vitest';
import { firstHourOf } from '../../../src/tariffs/first-hour.ts';
import type { Tariff, TariffPart } from '../../../src/tariffs/tariff.ts';

// What is shown as the price of a tariff.

const of = (...parts: Partial<TariffPart>[]): Tariff => ({
  parts: parts.map((part, i) => ({ name: `part ${i}`, ...part })),
  maxima: null,
});
const hourly = (price_minor: number) => ({
  steps: [{ from_minutes: 0, price_minor, per_minutes: 60 }],
});

test('it is the first hour that is paid', () => {
  const free = { from_minutes: 0, price_minor: 0, per_minutes: 30 };
  const first = { from_minutes: 30, price_minor: 150, per_minutes: 30 };
  const later = { from_minutes: 60, price_minor: 50, per_minutes: 30 };
  expect(firstHourOf(of({ steps: [free, first, later] }))).toBe(200);
});

test('it is that of the part which usually holds on a Wednesday at 10:00', () => {
  const day = { when: { from_minute: 480, to_minute: 1_080 }, ...hourly(300) };
  const summer = { when: { dates: [{ first: 0, last: 99_999 }] }, ...hourly(900) };
  const trucks = { when: { vehicle_kinds: ['truck' as const] }, ...hourly(800) };
  expect(firstHourOf(of(summer, trucks, day, hourly(100)))).toBe(300);
});

test('where no part holds then, it is that of the first', () => {
  const night = { when: { from_minute: 1_080, to_minute: 480 }, ...hourly(200) };
  expect(firstHourOf({ ...of(night), otherwise: 'not_for_sale' })).toBe(200);
});

test('a flat price is itself, and what is free is 0', () => {
  expect(firstHourOf(of({ flat_minor: 500 }))).toBe(500);
  expect(firstHourOf(of(hourly(0)))).toBe(0);
});

test('a step longer than an hour is paid whole, and maxima do not count', () => {
  const steps = [{ from_minutes: 0, price_minor: 700, per_minutes: 120 }];
  expect(firstHourOf({ ...of({ steps }), maxima: [{ per: 'stay', amount_minor: 1 }] })).toBe(700);
});
