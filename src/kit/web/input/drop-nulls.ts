import type { TSchema } from 'typebox';

/** The JSON Schema keywords that this file follows. */
type Shape = {
  type?: unknown;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
};

/**
 * Deletes members that are null and may be left out: a caller that sends an answer's fields back
 * means nothing by their nulls. A null that the schema accepts has a meaning and stays. A null in a
 * required member stays too, so that it is refused.
 */
export function dropNulls(schema: TSchema, value: unknown): void {
  drop(schema, value);
}

function drop(shape: Shape, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const choice of shape.anyOf ?? []) drop(choice, value);
  if (Array.isArray(value)) dropInItems(shape, value);
  else dropInMembers(shape, value);
}

function dropInItems({ items }: Shape, values: readonly unknown[]): void {
  if (items !== undefined) for (const value of values) drop(items, value);
}

function dropInMembers({ properties, additionalProperties, required }: Shape, value: object): void {
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    const shape = properties?.[name] ?? additionalProperties;
    if (typeof shape !== 'object') continue;
    if (member !== null) drop(shape, member);
    else if (!required?.includes(name) && !takesNull(shape)) delete members[name];
  }
}

/** A schema without a type accepts anything, so it accepts null. */
function takesNull({ type, anyOf, enum: values }: Shape): boolean {
  if (anyOf !== undefined) return anyOf.some(takesNull);
  return type === undefined ? values === undefined : [type].flat().includes('null');
}
