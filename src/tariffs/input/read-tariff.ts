import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { Static } from 'typebox';
import { readAmount } from '../../kit/amount.ts';
import { badField } from '../../kit/errors.ts';
import { RATE_UNITS_MAX } from '../../kit/money.ts';
import { minuteOf } from '../../kit/time/clock-time.ts';
import { dateOf, dayOf } from '../../kit/time/days.ts';
import { INSTANT_END, INSTANT_MIN } from '../../kit/time/instants.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import type { Step, Tariff, TariffPart, When } from '../tariff.ts';
import { checkTariff } from './check-tariff.ts';
import type { TariffInputShape } from './tariff-shape.ts';

export type TariffInput = Static<typeof TariffInputShape>;
/** A quote carries its tariff, packed. */
const TARIFF_LENGTH_MAX = 8_000;

type PartInput = TariffInput['parts'][number];
type StepInput = NonNullable<PartInput['steps']>[number];
type WhenInput = NonNullable<PartInput['when']>;

const [FIRST_DAY, END_DAY] = [dayOf(INSTANT_MIN.slice(0, 10)), dayOf(INSTANT_END.slice(0, 10))];

/**
 * The tariff that a request means, for a lot at a place. Errors: BAD_REQUEST naming the field and
 * the part.
 */
export function readTariff(input: TariffInput, currency: string, place: LotPlace): Tariff {
  const { otherwise, minimum_minutes, free_minutes, free_is_deducted } = input;
  const amount = (name: string, units: number) =>
    readAmount(`tariff.${name}`, units, currency, RATE_UNITS_MAX);
  const maxima = input.maxima?.map(({ amount: units, per }, i) => ({
    amount_minor: amount(`maxima.${i}.amount`, units),
    per,
  }));
  const tariff: Tariff = {
    parts: input.parts.map((part, i) => readPart(part, `parts.${i}`, amount)),
    maxima: maxima ?? null,
    ...(otherwise !== undefined && { otherwise }),
    ...(minimum_minutes !== undefined && { minimum_minutes }),
    ...(free_minutes !== undefined && { free_minutes }),
    ...(free_is_deducted === true && { free_is_deducted }),
  };
  checkTariff(tariff, place);
  if (JSON.stringify(tariff).length > TARIFF_LENGTH_MAX)
    throw badField('tariff', `must be at most ${TARIFF_LENGTH_MAX} characters of JSON`);
  return tariff;
}

type ReadAmount = (name: string, units: number) => number;

function readPart(input: PartInput, name: string, amount: ReadAmount): TariffPart {
  const { when, steps, flat, max } = input;
  return {
    name: input.name,
    ...(when !== undefined && { when: readWhen(when, `tariff.${name}.when`) }),
    ...(steps !== undefined && {
      steps: steps.map((step, i) => readStep(step, `${name}.steps.${i}`, amount)),
    }),
    ...(flat !== undefined && { flat_minor: amount(`${name}.flat`, flat) }),
    ...(max !== undefined && { max_minor: amount(`${name}.max`, max) }),
  };
}

function readStep({ price, ...step }: StepInput, name: string, amount: ReadAmount): Step {
  const price_minor = amount(`${name}.price`, price);
  const perHour = (price * minutesInHour) / step.per_minutes;
  if (perHour > RATE_UNITS_MAX)
    throw badField(`tariff.${name}.price`, `must be at most ${RATE_UNITS_MAX} for an hour`);
  return { ...step, price_minor };
}

function readWhen(when: WhenInput, name: string): When {
  const { days, from, to, dates, vehicle_kinds } = when;
  if ((from === undefined) !== (to === undefined))
    throw badField(`${name}.${from === undefined ? 'from' : 'to'}`, 'is needed beside the other');
  return {
    ...(days !== undefined && { days }),
    ...(from !== undefined && { from_minute: minuteOf(from) }),
    // 24:00 is the midnight that a day begins with.
    ...(to !== undefined && { to_minute: minuteOf(to) % minutesInDay }),
    ...(dates !== undefined && {
      dates: dates.map((text, i) => readDates(text, `${name}.dates.${i}`)),
    }),
    ...(vehicle_kinds !== undefined && { vehicle_kinds }),
  };
}

/** `2026-06-01/2026-09-15`, or one date. */
function readDates(text: string, field: string): { first: number; last: number } {
  const [first = '', last = first, ...more] = text.split('/');
  const dates = { first: dayOf(first), last: dayOf(last) };
  for (const [given, day] of [
    [first, dates.first],
    [last, dates.last],
  ] as const)
    if (more.length > 0 || !isDate(given, day))
      throw badField(field, `${text} must be a date such as 2026-06-01, or two with a / between`);
  if (dates.last < dates.first) throw badField(field, 'must not end before it begins');
  return dates;
}

function isDate(text: string, day: number): boolean {
  return Number.isInteger(day) && day >= FIRST_DAY && day < END_DAY && dateOf(day) === text;
}
