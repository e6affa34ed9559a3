import { nameOf } from './named.ts';

export type Json = { [name: string]: unknown };

/** Keywords of our own checks, which are neither JSON Schema nor OpenAPI. */
const OWN_KEYWORDS = ['formatMinimum', 'formatMaximum', 'formatExclusiveMaximum'];

/**
 * The schema as the document shows it: a named schema is a reference to its component, here and
 * inside. Throws when a component of that name is another schema.
 */
export type Show = (schema: object) => Json;

/** The schemas of a document. */
type Components = Readonly<{
  show: Show;
  /** All components so far, by name. */
  schemas(): Json;
}>;

export function openComponents(): Components {
  const known = new Map<string, Json>();

  function show(schema: object): Json {
    const shown = forGenerators(withOwnKeywords(withParts(asMap(schema), show)));
    // Keywords of the only one of a choice go beside its reference.
    const { anyOf, ...more } = shown;
    if (Array.isArray(anyOf) && anyOf.length === 1) return { ...anyOf[0], ...more };
    const name = nameOf(shown);
    if (name === undefined) return shown;
    const { title: _title, ...component } = shown;
    const before = known.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(component))
      throw new Error(`two different schemas are named ${name}`);
    known.set(name, component);
    return { $ref: `#/components/schemas/${name}` };
  }

  const schemas = () =>
    Object.fromEntries([...known].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { show, schemas };
}

/** The schema with each schema directly inside it replaced. */
function withParts(schema: object, replace: (part: object) => Json): Json {
  const parts = Object.entries(schema).map(([keyword, value]) => {
    if (typeof value !== 'object' || value === null) return [keyword, value];
    if (keyword === 'properties') return [keyword, mapMembers(value, replace)];
    if (keyword === 'items' || keyword === 'additionalProperties') return [keyword, replace(value)];
    if (keyword === 'anyOf') return [keyword, value.map(replace)];
    return [keyword, value];
  });
  return Object.fromEntries(parts);
}

function mapMembers(members: object, replace: (part: object) => Json): Json {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, replace(one)]));
}

/** An object with members of any name: generators of clients know no other way to say so. */
function asMap(schema: object): object {
  if (!('patternProperties' in schema)) return schema;
  const { patternProperties, ...more } = schema;
  const [additionalProperties, ...others] = Object.values(Object(patternProperties));
  if (others.length > 0) throw new Error('the names of members cannot have two patterns');
  return { ...more, additionalProperties };
}

/** Extensions of OpenAPI begin with `x-`. */
function withOwnKeywords(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      OWN_KEYWORDS.includes(keyword) ? `x-${keyword}` : keyword,
      value,
    ]),
  );
}

/**
 * Generators of clients take an enum without a type for a value of any type, and a constant that is
 * true or false for a text.
 */
function forGenerators(schema: Json): Json {
  const { const: constant, ...more } = schema;
  if (typeof constant === 'boolean') return more;
  const { enum: values, type } = schema;
  const isOfTexts = Array.isArray(values) && values.every((one) => typeof one === 'string');
  return isOfTexts && type === undefined ? { type: 'string', ...schema } : schema;
}
