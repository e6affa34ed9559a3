import type { Reading } from '../../../../src/tariffs/formats/check-converted.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import type { Step, Tariff } from '../../../../src/tariffs/tariff.ts';
import type { Random } from '../../../stage/random.ts';
import { canPost, randomTariff } from '../price/random-tariffs.ts';

export const BERLIN = { timezone: 'Europe/Berlin', country: 'DE', state: 'BY' };
export const CURRENCY = 'eur';
export const READING = {
  currency: CURRENCY,
  place: BERLIN,
  from: new Date('2026-06-01T00:00:00Z'),
};

const MINUTE_MS = 60_000;
/** 2026-06-10, near which the dates of random tariffs are. */
const FIRST_DAY = 20_614;
const LENGTHS = [1, 14, 30, 59, 60, 61, 119, 120, 121, 180, 240, 300, 359, 480, 540, 600, 721];
const LONG = [1_439, 1_440, 1_441, 2_000, 2_881, 5_000, 11_000];

/** Tariffs that a lot in Berlin can post. */
export function drawPostable(random: Random, count: number): Tariff[] {
  const found: Tariff[] = [];
  while (found.length < count) {
    const tariff = randomTariff(random, FIRST_DAY);
    if (isPostable(tariff)) found.push(tariff);
  }
  return found;
}

export const isPostable = (tariff: Tariff, { currency, place }: Reading = READING) =>
  canPost(tariff, currency, place);

/** 24 stays that begin at whole minutes of several days, also before the clocks change. */
export function drawStays(random: Random): { startedAt: Date; minutes: number }[] {
  return [...LENGTHS, ...LONG].map((minutes) => {
    const day = random.pick([FIRST_DAY, FIRST_DAY + 3, FIRST_DAY + 9, 20_538, 20_755]);
    const minute = day * 1_440 + random.integer(0, 1_439);
    return { startedAt: new Date(minute * MINUTE_MS), minutes };
  });
}

type Stay = { startedAt: Date; minutes: number };

export function cost(tariff: Tariff, stay: Stay): number {
  return priceOf(tariff, stay).subtotalMinor;
}

export function linesOf(tariff: Tariff, stay: Stay): number {
  return priceOf(tariff, stay).lines.length;
}

function priceOf(tariff: Tariff, { startedAt, minutes }: Stay) {
  const endedAt = new Date(startedAt.getTime() + minutes * MINUTE_MS);
  return priceStay(tariff, { startedAt, endedAt }, { place: BERLIN, vehicleKind: null });
}

/** The same without most of what standards cannot say, so that its times and steps are tried. */
export function tamed({ parts, maxima, ...limits }: Tariff): Tariff {
  const isAlone = parts.length === 1 && parts[0]?.when === undefined;
  const tame = parts.map(({ max_minor: _, flat_minor: flat, ...part }) => ({
    ...part,
    ...(flat !== undefined && { flat_minor: isAlone ? flat : 0 }),
    ...(part.steps && { steps: part.steps.map((step) => (isAlone ? step : byMinute(step))) }),
  }));
  const { free_minutes: free, minimum_minutes: minimum } = limits;
  return {
    parts: tame,
    maxima: maxima?.filter(({ per }) => per === 'stay') ?? null,
    ...(free !== undefined && { free_minutes: free, free_is_deducted: true }),
    ...(free === undefined && isAlone && minimum !== undefined && { minimum_minutes: minimum }),
  };
}

function byMinute(step: Step): Step {
  const per_minutes = 60 * Math.ceil(step.per_minutes / 60);
  return { ...step, per_minutes, price_minor: step.price_minor, billing_step_minutes: 1 };
}
