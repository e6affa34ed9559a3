import { tz } from '@date-fns/tz';
import { parse } from 'date-fns';
import { badField } from '../../../../src/kit/errors.ts';
import { MAXIMUM_PERIODS } from '../../../../src/tariffs/tariff.ts';
import { type Form, maybe, ticked } from '../../visit/form.ts';
import { kindIn, maximumField, partCount, partField } from './tariff-values.ts';

/**
 * The body that PUT rates takes, by what was typed. What is no number stays a text, so that the API
 * refuses it in its own words. Errors: BAD_REQUEST naming a field of the form.
 */
export function bodyOf(form: Form, zone: string): object {
  const rules = maybe(form, 'dynamic');
  const from = maybe(form, 'effective_from');
  return {
    ...rateOf(form),
    ...(rules !== undefined && { dynamic: jsonOf('dynamic', rules) }),
    ...(from !== undefined && { effective_from: instantOf(from, zone) }),
  };
}

function rateOf(form: Form): object {
  const kind = kindIn(form);
  if (kind === 'parts') return { tariff: tariffOf(form) };
  if (kind === 'text') return { tariff: jsonOf('text', maybe(form, 'text') ?? '') };
  return {
    ...stated(form, 'base_rate'),
    rate_unit: form.rate_unit ?? 'hour',
    ...stated(form, 'billing_step_minutes'),
    ...stated(form, 'max_daily_rate'),
    ...(form.has_no_daily_max !== undefined && { has_no_daily_max: true }),
  };
}

function tariffOf(form: Form): object {
  const maxima = MAXIMUM_PERIODS.flatMap((per) => {
    const amount = maybe(form, maximumField(per));
    return amount === undefined ? [] : [{ amount: numberOf(amount), per }];
  });
  const isUnlimited = form.no_maxima !== undefined;
  if (isUnlimited && maxima.length > 0)
    throw badField('no_maxima', 'cannot be ticked beside a maximum');
  return {
    parts: usedParts(form).map((i) => partOf(form, i)),
    ...stated(form, 'tariff.minimum_minutes'),
    ...stated(form, 'tariff.free_minutes'),
    ...(form['tariff.free_is_deducted'] !== undefined && { free_is_deducted: true }),
    ...(form['tariff.otherwise'] !== undefined && { otherwise: 'not_for_sale' }),
    ...((isUnlimited || maxima.length > 0) && { maxima }),
  };
}

/** The numbers of the parts in which something was typed; the others are left out. */
export function usedParts(form: Form): number[] {
  const names = ['name', 'steps', 'flat', 'max', 'when.from', 'when.to'];
  return Array.from({ length: partCount(form) }, (_, i) => i).filter(
    (i) =>
      names.some((name) => maybe(form, partField(i, name)) !== undefined) ||
      ticked(form, partField(i, 'when.days')).length > 0,
  );
}

function partOf(form: Form, i: number): object {
  const of = (name: string) => maybe(form, partField(i, name));
  const days = ticked(form, partField(i, 'when.days'));
  const [from, to, steps] = [of('when.from'), of('when.to'), of('steps')];
  const when = { ...(days.length > 0 && { days }), ...(from && { from }), ...(to && { to }) };
  return {
    name: of('name') ?? '',
    ...(Object.keys(when).length > 0 && { when }),
    ...(steps !== undefined && { steps: stepsOf(partField(i, 'steps'), steps) }),
    ...stated(form, partField(i, 'flat')),
    ...stated(form, partField(i, 'max')),
  };
}

const [NUMBERS_MIN, NUMBERS_MAX] = [3, 4];

function stepsOf(field: string, text: string): object[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const numbers = line.split(',').map((part) => numberOf(part.trim()));
      const [from_minutes, price, per_minutes, unit] = numbers;
      if (numbers.length < NUMBERS_MIN || numbers.length > NUMBERS_MAX)
        throw badField(field, `“${line.trim()}” must be three or four numbers with commas between`);
      const billing = unit !== undefined && { billing_step_minutes: unit };
      return { from_minutes, price, per_minutes, ...billing };
    });
}

/** A member with the last name of a field, where something was typed. */
function stated(form: Form, field: string): Record<string, unknown> {
  const text = maybe(form, field);
  return text === undefined ? {} : { [field.split('.').at(-1) ?? field]: numberOf(text) };
}

function numberOf(text: string): number | string {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}

function jsonOf(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badField(field, 'is not valid JSON');
  }
}

/** A local time of the lot, as a field of a form has it. */
function instantOf(text: string, zone: string): string {
  // The text has all parts of a time, so nothing is taken from the third value.
  const instant = parse(text, "yyyy-MM-dd'T'HH:mm", new Date(0), { in: tz(zone) });
  if (Number.isNaN(instant.getTime())) throw badField('effective_from', 'is no time');
  return new Date(+instant).toISOString();
}
