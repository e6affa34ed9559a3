import { expect, test } from 'vitest';
import { publicHolidays } from '../../../../src/kit/calendar/public-holidays.ts';
import { dateOf } from '../../../../src/kit/time/days.ts';
import { type PriceLine, priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import { createRandom, type Random, seedOfRun } from '../../../stage/random.ts';
import { walk } from './minute-oracle.ts';
import { randomTariff } from './random-tariffs.ts';

const CASES = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const PLACES = [
  { timezone: 'Europe/Berlin', country: 'DE', state: 'BY' },
  { timezone: 'America/New_York', country: 'US', state: null },
  { timezone: 'Australia/Lord_Howe', country: 'AU', state: null },
  { timezone: 'Africa/Cairo', country: 'EG', state: null },
  { timezone: 'Asia/Kathmandu', country: null, state: null },
  { timezone: 'America/Santiago', country: 'CL', state: null },
];

/** Days on which clocks change, months and years end, and others. */
const DAYS = [
  ...['2026-03-07', '2026-03-28', '2026-04-04', '2026-04-23', '2026-09-05', '2026-10-24'],
  ...['2026-10-03', '2026-10-29', '2026-10-31', '2028-02-27', '2027-01-29', '2026-12-23'],
  '2026-06-10',
];

const seed = seedOfRun();

test(`${CASES} random stays cost what a walk through their minutes finds (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let i = 0; i < CASES; i += 1) {
    const { tariff, startedAt, minutes, conditions } = drawStay(random);
    const { place, vehicleKind } = conditions;
    const priced = priceStay(tariff, { startedAt, endedAt: after(startedAt, minutes) }, conditions);
    const { timezone } = place;
    const holidays = holidaysAround(place, startedAt);
    const found = walk(tariff, { startedAt, minutes, timezone, holidays, vehicleKind });
    const about = JSON.stringify({ i, tariff, startedAt, minutes, conditions });
    expect(priced.subtotalMinor, about).toBe(found.total);
    expect(
      sumOf(priced.lines, ({ amountMinor }) => amountMinor),
      about,
    ).toBe(found.total);
    const unsold = priced.lines.filter(({ kind }) => kind === 'not_for_sale');
    expect(
      sumOf(unsold, (line) => line.minutes),
      about,
    ).toBe(found.unsold);
  }
});

test(`a longer stay never costs less (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let i = 0; i < CASES / 4; i += 1) {
    const { tariff, startedAt, minutes, conditions } = drawStay(random);
    const cost = (length: number) =>
      priceStay(tariff, { startedAt, endedAt: after(startedAt, length) }, conditions).subtotalMinor;
    const longer = minutes + random.pick([1, 15, 60, random.integer(1, 2_000)]);
    const about = JSON.stringify({ i, tariff, startedAt, minutes, longer, conditions });
    expect(cost(longer), about).toBeGreaterThanOrEqual(cost(minutes));
  }
});

function drawStay(random: Random) {
  const int = random.integer;
  const firstMs = Date.parse(random.pick(DAYS)) + int(0, 2) * DAY_MS;
  return {
    tariff: randomTariff(random, Math.floor(firstMs / DAY_MS)),
    startedAt: new Date(firstMs + int(0, 1_439) * MINUTE_MS + random.pick([0, 0, 30_500])),
    minutes: int(1, longest(random)),
    conditions: {
      place: random.pick(PLACES),
      vehicleKind: random.pick([null, 'car', 'truck'] as const),
    },
  };
}

/** Few are weeks or months: a walk through them takes long. */
function longest(random: Random): number {
  const share = random.next();
  if (share < 0.003) return 60_000;
  if (share < 0.015) return 20_000;
  if (share < 0.1) return 3_000;
  return random.pick([90, 600, 600]);
}

function after(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

function holidaysAround(place: (typeof PLACES)[number], instant: Date): Set<string> {
  const day = Math.floor(instant.getTime() / DAY_MS);
  return new Set([...publicHolidays(place, day - 20, day + 60).keys()].map(dateOf));
}

function sumOf(lines: readonly PriceLine[], figure: (line: PriceLine) => number): number {
  return lines.reduce((sum, line) => sum + figure(line), 0);
}
