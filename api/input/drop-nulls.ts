import type { TSchema } from 'typebox';

/** The keywords of a JSON Schema that lead to the members of a value. */
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
 * Takes the members out of a value that say null where they could have been left out: a caller who
 * sends back what an answer held means no more by it. Where the schema takes null, it has a meaning
 * of its own and stays, and a member that is required stays to be refused.
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

/** One that says nothing about its value takes null like anything else. */
function takesNull({ type, anyOf, enum: values }: Shape): boolean {
  if (anyOf !== undefined) return anyOf.some(takesNull);
  return type === undefined ? values === undefined : [type].flat().includes('null');
}
