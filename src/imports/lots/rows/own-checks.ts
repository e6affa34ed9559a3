import type { TSchema } from 'typebox';
import { badField } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { OSM_ID } from '../../../kit/osm/files/feature-tags.ts';
import { readText } from '../../../parking/lots/osm/tags.ts';

/** What a member of JSON must be. */
type Check<Value> = { is(value: unknown): value is Value; rule: string };

/** A member that is left out or null is not stated. Errors: BAD_REQUEST naming it. */
export function optional<Value>(
  members: Readonly<Record<string, unknown>>,
  name: string,
  { is, rule }: Check<Value>,
): Value | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (!is(value)) throw badField(name, `must be ${rule}`);
  return value;
}

export const flag: Check<boolean> = {
  is: (value) => typeof value === 'boolean',
  rule: 'true or false',
};

export const osmId: Check<string> = {
  is: (value): value is string => typeof value === 'string' && OSM_ID.test(value),
  rule: 'like way/123',
};

export const textList: Check<string[]> = {
  is: (value): value is string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
  rule: 'a list of texts',
};

export function wholeFrom(least: number, most: number): Check<number> {
  return {
    is: (value): value is number =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    rule: `a whole number from ${least} to ${most}`,
  };
}

function numberFrom(least: number): Check<number> {
  return {
    is: (value): value is number => typeof value === 'number' && value >= least,
    rule: `a number from ${least}`,
  };
}

function oneOf<const Value extends string>(values: readonly Value[]): Check<Value> {
  return {
    is: (value): value is Value => values.some((one) => one === value),
    rule: `one of ${values.join(', ')}`,
  };
}

export const object: Check<Record<string, unknown>> = { is: isObject, rule: 'an object' };

const percents: Check<number[]> = {
  is: (value): value is number[] =>
    Array.isArray(value) && value.every((item) => wholeFrom(0, 100).is(item)),
  rule: 'a list of whole numbers from 0 to 100',
};

/** A member that a request states in this form. Errors: BAD_REQUEST naming it. */
export function readStated(
  members: Readonly<Record<string, unknown>>,
  name: string,
  input: TSchema,
): unknown {
  const given: Form = input;
  const form = given.anyOf?.[0] ?? given;
  const { type, properties } = form;
  if (type === 'string') return readText(members, name);
  if (properties === undefined) return optional(members, name, checkOf(form));
  const whole = optional(members, name, object);
  if (whole === undefined) return undefined;
  const counts = Object.entries(properties).map(
    ([key, count]) => [key, optional(whole, key, checkOf({ ...count, minimum: 0 }))] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}

/** The parts of a JSON schema that say what a value is. */
type Form = {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  items?: Form;
  anyOf?: readonly Form[];
  properties?: Readonly<Record<string, Form>>;
};

function checkOf({ type, minimum = 0, maximum = Infinity, items, ...form }: Form): Check<unknown> {
  if (form.enum !== undefined) return oneOf(form.enum);
  if (type === 'boolean') return flag;
  if (type === 'integer') return wholeFrom(minimum, maximum);
  if (type === 'number') return numberFrom(minimum);
  return items?.type === 'string' ? textList : percents;
}
