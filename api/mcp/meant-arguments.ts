import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../src/kit/is-object.ts';

/**
 * The arguments without those that say nothing: null, and what is the default of its schema. Two
 * calls that mean the same are equal then.
 */
export function meantArguments(schema: unknown, sent: object): object {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const stated = Object.entries(sent).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const usual = isObject(property) ? property.default : undefined;
    if (value === null || isDeepStrictEqual(value, usual)) return [];
    return [[name, isObject(value) ? meantArguments(property, value) : value]];
  });
  return Object.fromEntries(stated);
}
