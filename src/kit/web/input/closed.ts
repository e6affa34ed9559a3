import type { TSchema } from 'typebox';
import { isObject } from '../../is-object.ts';

type JsonSchema = { [keyword: string]: unknown };

/**
 * The schema with every object in it closed: a property that is not declared is an error. A
 * property with a default is no longer required, because its default is filled in. Returns plain
 * JSON Schema. Throws for `allOf`, whose parts cannot be closed one by one: declare one flat
 * object.
 */
export function closed<S extends TSchema>(schema: S): S {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isObject(value) ? closeOne(value) : value,
  );
}

function closeOne(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.allOf)) throw new Error('a schema with allOf cannot be closed');
  if (schema.type !== 'object') return schema;
  const { properties, required } = schema;
  const isOpenByIntent = 'additionalProperties' in schema || 'patternProperties' in schema;
  return {
    ...schema,
    ...(Array.isArray(required) && {
      required: required.filter((name) => !hasDefault(properties, name)),
    }),
    ...(!isOpenByIntent && { additionalProperties: false }),
  };
}

function hasDefault(properties: unknown, name: unknown): boolean {
  const property = isObject(properties) ? properties[String(name)] : undefined;
  return isObject(property) && 'default' in property;
}
