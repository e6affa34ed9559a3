import type { TSchema } from 'typebox';
import { readDecimal } from '../../decimal.ts';
import { isObject } from '../../is-object.ts';

type Values = Record<string, unknown>;

/**
 * Changes the values of a flat object, which may have arrived as texts, to what its schema asks
 * for: texts to numbers and booleans, and numbers and booleans (of a tool's arguments) to
 * texts. A value that does not write what is asked for stays, so its schema refuses it.
 */
export function fromTexts({ properties }: { properties?: unknown }, values: unknown): void {
  if (!isObject(values) || !isObject(properties)) return;
  for (const [name, value] of Object.entries(values))
    if (Object.hasOwn(properties, name)) set(values, name, meant(properties[name], value));
}

function set(values: Values, name: string, value: unknown): void {
  if (value !== values[name]) values[name] = value;
}

function meant(schema: unknown, value: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value !== 'string')
    return isPlain(value) && isOnly(types, 'string') ? String(value) : value;
  if (types.includes('string')) return value;
  if (types.includes('number') || types.includes('integer')) return readDecimal(value) ?? value;
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function isOnly(types: readonly unknown[], one: string): boolean {
  return types.length > 0 && types.every((type) => type === one);
}

/** The types that a schema allows, also by its branches; none where it does not say. */
function typesOf(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const { type, anyOf } = schema as TSchema & { type?: unknown; anyOf?: unknown };
  const branches: unknown[] = Array.isArray(anyOf) ? anyOf : [];
  return [...(type === undefined ? [] : [type].flat()), ...branches.flatMap(typesOf)];
}
