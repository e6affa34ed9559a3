import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { badField } from '../../kit/errors.ts';
import { isObject } from '../../kit/is-object.ts';

/** Objects of the standards are not as deep. */
const DEPTH_MAX = 10;

/**
 * A value that nothing has checked, as an object of a standard. A member that its schema does not
 * know is refused, because it may change the price; one that is null is the same as none. Errors:
 * BAD_REQUEST naming the first mistake.
 */
export function readValue<S extends TSchema>(schema: S, given: unknown, field: string): Static<S> {
  const value = withoutNulls(given, DEPTH_MAX);
  if (Value.Check(schema, value)) return value;
  const [error] = Value.Errors(schema, value);
  const path = `${field}${(error?.instancePath ?? '').replaceAll('/', '.')}`;
  switch (error?.keyword) {
    case 'boolean':
      throw badField(path, 'is not understood, and may change the price of parking');
    case 'required':
      throw badField(`${path}.${error.params.requiredProperties[0]}`, 'is needed');
    default:
      throw badField(path, error?.message ?? 'is no such object');
  }
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNulls(one, depth - 1));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, one]) => [name, withoutNulls(one, depth - 1)]));
}
