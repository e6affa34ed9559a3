import { badField } from '../../kit/errors.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import type { Tariff, TariffPart, When } from '../tariff.ts';
import {
  addMinutes,
  firstMinute,
  showMinute,
  type WeekMinutes,
  weekMinutes,
} from './week-minutes.ts';

/** Throws BAD_REQUEST naming the part that no tariff can have. */
export function checkTariff(tariff: Tariff, place: LotPlace): void {
  const names = new Set<string>();
  for (const [i, part] of tariff.parts.entries()) {
    if (names.has(part.name)) throw badPart(i, part, 'name', 'must not be that of another part');
    names.add(part.name);
    checkPrices(i, part);
    if (part.when?.days?.includes('holiday') && place.country === null)
      throw badPart(i, part, 'when.days', "needs the lot's country for its public holidays");
  }
  if (tariff.free_is_deducted && tariff.free_minutes === undefined)
    throw badField('tariff.free_minutes', 'is needed where free_is_deducted');
  checkMaxima(tariff);
  checkWeek(tariff);
}

function badPart(i: number, part: TariffPart, field: string, reason: string): Error {
  return badField(`tariff.parts.${i}.${field}`, `${reason} (part ${part.name})`);
}

function checkPrices(i: number, part: TariffPart): void {
  const { steps, flat_minor: flat, max_minor: max } = part;
  if ((steps === undefined) === (flat === undefined))
    throw badPart(i, part, 'steps', 'or flat is needed, and not both');
  if (flat !== undefined && max !== undefined && max < flat)
    throw badPart(i, part, 'max', 'must not be below flat');
  if (steps !== undefined && steps[0]?.from_minutes !== 0)
    throw badPart(i, part, 'steps.0.from_minutes', 'must be 0');
  for (const [at, step] of (steps ?? []).entries())
    if (at > 0 && step.from_minutes <= (steps?.[at - 1]?.from_minutes ?? 0))
      throw badPart(
        i,
        part,
        `steps.${at}.from_minutes`,
        'must be more than that of the step before',
      );
}

function checkMaxima({ parts, maxima }: Tariff): void {
  for (const [at, { per, amount_minor: amount }] of (maxima ?? []).entries()) {
    if (maxima?.findIndex((other) => other.per === per) !== at)
      throw badField(`tariff.maxima.${at}.per`, 'must not be that of another maximum');
    const above = parts.find(({ flat_minor: flat = 0 }) => flat > amount);
    if (above !== undefined)
      throw badField(`tariff.maxima.${at}.amount`, `must not be below flat (part ${above.name})`);
  }
}

type KnownPart = {
  name: string;
  scope: string;
  isForHolidays: boolean;
  minutes: WeekMinutes;
  /** Those of the day on which its hours begin. */
  untilMidnight: WeekMinutes;
};

/**
 * A part may lie within a later one, or be for holidays, other dates or other vehicles; two that
 * overlap in some other way are a mistake, as is a part that never holds. A night may go on into
 * the part of the next day: the earlier one holds. At each minute of a week some part must hold for
 * any vehicle on any date, unless it was said that others are not for sale.
 */
function checkWeek({ parts, otherwise }: Tariff): void {
  const earlier: KnownPart[] = [];
  for (const [i, part] of parts.entries()) {
    const known = knownPart(part);
    if (firstMinute(known.minutes, hiddenBy(earlier, known.scope), false) === undefined)
      throw badPart(i, part, 'when', 'never holds, because earlier parts do');
    const [overlap] = earlier.flatMap((other) => overlapOf(other, known));
    if (overlap !== undefined)
      throw badPart(i, part, 'when', `overlaps the part ${overlap.name} on ${overlap.at}`);
    earlier.push(known);
  }
  const gap = firstMinute(weekMinutes({}), hiddenBy(earlier, EVERYTHING), false);
  if (gap === undefined || otherwise !== undefined) return;
  const rule = 'add a part without when, or otherwise: not_for_sale';
  throw badField(
    'tariff.parts',
    `must hold at each minute; none does on ${showMinute(gap)}: ${rule}`,
  );
}

function knownPart({ name, when = {} }: TariffPart): KnownPart {
  const isForHolidays = when.days?.includes('holiday') ?? false;
  const { from_minute: from = 0, to_minute: to = 0 } = when;
  const untilMidnight = to > from ? when : { ...when, to_minute: 0 };
  return {
    ...{ name, scope: scopeOf(when), isForHolidays, minutes: weekMinutes(when) },
    untilMidnight: weekMinutes(untilMidnight),
  };
}

/** Where a part that is not within a later one of the same scope overlaps it; none or one. */
function overlapOf(earlier: KnownPart, later: KnownPart): { name: string; at: string }[] {
  const isAlike = earlier.scope === later.scope && earlier.isForHolidays === later.isForHolidays;
  const isWithin = firstMinute(earlier.minutes, later.minutes, false) === undefined;
  if (!isAlike || isWithin) return [];
  const both = firstMinute(later.untilMidnight, earlier.untilMidnight, true);
  return both === undefined ? [] : [{ name: earlier.name, at: showMinute(both) }];
}

/** Minutes at which parts hold for all dates and vehicles of a scope. */
function hiddenBy(parts: readonly KnownPart[], scope: string): WeekMinutes {
  const hidden = weekMinutes({ days: [] });
  for (const part of parts)
    if (part.scope === scope || part.scope === EVERYTHING) addMinutes(hidden, part.minutes);
  return hidden;
}

/** Tells apart which dates and vehicles parts are for. */
function scopeOf({ dates, vehicle_kinds: kinds }: When): string {
  return JSON.stringify([dates ?? null, kinds?.toSorted() ?? null]);
}

const EVERYTHING = scopeOf({});
