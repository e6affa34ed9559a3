import { minutesInDay } from 'date-fns/constants';
import { fromMinor } from '../../kit/money.ts';
import { clockTime } from '../../kit/time/clock-time.ts';
import { dateOf } from '../../kit/time/days.ts';
import type { Tariff, TariffPart, When } from '../tariff.ts';
import { summarize } from '../words/summarize.ts';
import type { TariffInput } from './read-tariff.ts';

type Part = TariffInput['parts'][number];

/** A tariff in currency units and in words, as `readTariff` takes it. */
export function showTariff(tariff: Tariff, currency: string): TariffInput {
  const { otherwise, minimum_minutes, free_minutes, free_is_deducted } = tariff;
  const units = (minor: number) => fromMinor(minor, currency);
  const maxima = tariff.maxima?.map(({ amount_minor, per }) => ({
    amount: units(amount_minor),
    per,
  }));
  return {
    parts: tariff.parts.map((part) => showPart(part, units)),
    ...(otherwise && { otherwise }),
    ...(minimum_minutes !== undefined && { minimum_minutes }),
    ...(free_minutes !== undefined && { free_minutes }),
    ...(free_is_deducted && { free_is_deducted }),
    maxima: maxima ?? null,
    summary: summarize(tariff, currency),
  };
}

function showPart(part: TariffPart, units: (minor: number) => number): Part {
  const { name, when, steps, flat_minor: flat, max_minor: max } = part;
  return {
    name,
    ...(when && { when: showWhen(when) }),
    ...(steps && {
      steps: steps.map(({ price_minor, ...step }) => ({ ...step, price: units(price_minor) })),
    }),
    ...(flat !== undefined && { flat: units(flat) }),
    ...(max !== undefined && { max: units(max) }),
  };
}

function showWhen(when: When): NonNullable<Part['when']> {
  const { days, from_minute, to_minute, dates, vehicle_kinds } = when;
  return {
    ...(days && { days }),
    ...(from_minute !== undefined && { from: clockTime(from_minute) }),
    ...(to_minute !== undefined && { to: clockTime(to_minute || minutesInDay) }),
    ...(dates && {
      dates: dates.map(({ first, last }) =>
        first === last ? dateOf(first) : `${dateOf(first)}/${dateOf(last)}`,
      ),
    }),
    ...(vehicle_kinds && { vehicle_kinds }),
  };
}
