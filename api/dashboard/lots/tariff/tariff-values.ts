import type { Static } from 'typebox';
import type { TariffInput } from '../../../../src/tariffs/input/read-tariff.ts';
import type { RatesSchema } from '../../../v1/lots/rates/rates-shape.ts';
import type { Form } from '../../visit/form.ts';

export type Rates = Static<typeof RatesSchema>;
type Part = TariffInput['parts'][number];

/**
 * In which of three ways a form states a rate: a plain one, as parts, or as the body of the API,
 * which says more than the fields can.
 */
export const KINDS = ['plain', 'parts', 'text'] as const;
export type Kind = (typeof KINDS)[number];

export const kindIn = (form: Form): Kind => KINDS.find((kind) => kind === form.kind) ?? 'plain';

/** The name of the field of a part; errors of the API name it so. */
export const partField = (i: number, name: string) => `tariff.parts.${i}.${name}`;
export const maximumField = (per: string) => `maxima.${per}`;

/** How many parts the form has fields for: those that were sent, or are posted, and one more. */
export function partCount(form: Form): number {
  const numbers = Object.keys(form).flatMap((name) => {
    const [, number] = /^tariff\.parts\.(\d{1,2})\./.exec(name) ?? [];
    return number === undefined || (form[name] ?? '') === '' ? [] : [Number(number)];
  });
  return Math.max(-1, ...numbers) + 2;
}

/** What is posted as the texts of the form. */
export function valuesOf({ current }: Rates, isPlain: boolean): Form {
  const { tariff, dynamic } = current;
  const stated = tariff === null ? null : withoutWords(tariff);
  return {
    kind: isPlain || stated === null ? 'plain' : isFormable(stated) ? 'parts' : 'text',
    ...(isPlain && plainValues(current)),
    ...(stated !== null && !isPlain && partValues(stated)),
    text: stated === null ? '' : JSON.stringify(stated, null, 2),
    dynamic: dynamic === null ? '' : JSON.stringify(statedRules(dynamic), null, 2),
  };
}

function plainValues(current: Rates['current']): Form {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    base_rate: text(current.base_rate),
    rate_unit: current.rate_unit,
    billing_step_minutes: text(current.billing_step_minutes),
    max_daily_rate: text(current.max_daily_rate),
    ...(current.has_no_daily_max && { has_no_daily_max: 'on' }),
  };
}

function partValues(tariff: TariffInput): Form {
  const { minimum_minutes: minimum, free_minutes: free, maxima, parts } = tariff;
  return {
    ...Object.assign({}, ...parts.map(valuesOfPart)),
    ...(minimum !== undefined && { 'tariff.minimum_minutes': String(minimum) }),
    ...(free !== undefined && { 'tariff.free_minutes': String(free) }),
    ...(tariff.free_is_deducted && { 'tariff.free_is_deducted': 'on' }),
    ...(tariff.otherwise && { 'tariff.otherwise': 'on' }),
    ...(maxima?.length === 0 && { no_maxima: 'on' }),
    ...Object.fromEntries(
      (maxima ?? []).map(({ amount, per }) => [maximumField(per), String(amount)]),
    ),
  };
}

function valuesOfPart({ name, when = {}, steps = [], flat, max }: Part, i: number): Form {
  const lines = steps.map(({ from_minutes: from, price, per_minutes: per, ...step }) =>
    [from, price, per, step.billing_step_minutes].filter((one) => one !== undefined).join(', '),
  );
  return {
    [partField(i, 'name')]: name,
    ...Object.fromEntries(
      (when.days ?? []).map((day) => [`${partField(i, 'when.days')}:${day}`, 'on']),
    ),
    [partField(i, 'when.from')]: when.from ?? '',
    [partField(i, 'when.to')]: when.to ?? '',
    [partField(i, 'steps')]: lines.join('\n'),
    [partField(i, 'flat')]: flat === undefined ? '' : String(flat),
    [partField(i, 'max')]: max === undefined ? '' : String(max),
  };
}

/** Whether the fields can say all of a tariff. */
function isFormable({ parts }: TariffInput): boolean {
  return parts.every(({ when }) => !when?.dates && !when?.vehicle_kinds);
}

/** As a request states it: the words follow from it. */
function withoutWords({ summary: _summary, ...tariff }: TariffInput): TariffInput {
  return tariff;
}

/** The rules as a request states them: their ids are given. */
function statedRules(dynamic: NonNullable<Rates['current']['dynamic']>): object {
  const { parts, occupancy, surge, events, floor_rate: floor, ceiling_rate: ceiling } = dynamic;
  return {
    ...(floor !== null && { floor_rate: floor }),
    ...(ceiling !== null && { ceiling_rate: ceiling }),
    ...(parts !== null && { parts }),
    ...(dynamic.maxima === 'multiplied' && { maxima: dynamic.maxima }),
    ...(occupancy !== null && { occupancy: { bands: occupancy.bands } }),
    ...(surge !== null && { surge: { max_multiplier: surge.max_multiplier } }),
    ...(events.length > 0 && { events: events.map(({ id: _id, ...event }) => event) }),
  };
}
