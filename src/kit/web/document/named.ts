import { type TObject, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';

/**
 * An object with a name: a component of the OpenAPI document, and a type in clients that are made
 * from it. The name is the schema's title, so it stays wherever the schema is copied to. Each name
 * belongs to one schema only; an object that is read from requests and one that stands in answers
 * are two.
 */
export function named<P extends TProperties>(
  name: string,
  properties: P,
  options: TSchemaOptions = {},
): TObject<P> {
  return Type.Object(properties, { ...options, title: name });
}

/** The name of a schema; undefined when it has none. */
export function nameOf(schema: object): string | undefined {
  return 'title' in schema && typeof schema.title === 'string' ? schema.title : undefined;
}

/** The schema, with this name if it is an object or a choice that has none. */
export function withName<S extends TSchema>(name: string, schema: S): S {
  const needsName = 'properties' in schema || 'anyOf' in schema;
  return needsName && nameOf(schema) === undefined ? { ...schema, title: name } : schema;
}
