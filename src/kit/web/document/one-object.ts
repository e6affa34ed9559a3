import { isObject } from '../../is-object.ts';
import type { Json } from './described.ts';

/** One schema of a choice, named by what its constant says. */
type Branch = { label: string; schema: Json };
/** Returns what a reference names, and any other schema as it is. */
type Follow = (schema: unknown) => Json;

/**
 * A choice of objects as one object, for readers who know no choices: it allows all that one of
 * them does. Descriptions say which of them a property is for. Objects of a choice are told apart
 * by a constant. Throws when the same property differs in more than that.
 */
export function oneObject(choice: Json, follow: Follow): Json {
  const { anyOf, ...more } = choice;
  if (!Array.isArray(anyOf)) return choice;
  const branches = anyOf.map(follow).map((schema) => ({ label: labelOf(schema), schema }));
  return { ...joinObjects(branches, follow), ...more };
}

function labelOf(schema: Json): string {
  const constants = Object.values(propertiesOf(schema)).flatMap((one) => one.const ?? []);
  if (constants.length !== 1) throw new Error('an object of a choice needs one constant');
  return String(constants[0]);
}

function joinObjects(branches: readonly Branch[], follow: Follow): Json {
  const names = [...new Set(branches.flatMap(({ schema }) => Object.keys(propertiesOf(schema))))];
  return {
    type: 'object',
    required: names.filter((name) => branches.every(({ schema }) => isNeeded(schema, name))),
    properties: Object.fromEntries(
      names.map((name) => [name, joinProperty(name, branches, follow)]),
    ),
    additionalProperties: false,
  };
}

function joinProperty(name: string, branches: readonly Branch[], follow: Follow): Json {
  const holders = branches.filter(({ schema }) => name in propertiesOf(schema));
  const declared = holders.map(({ schema }) => propertiesOf(schema)[name] ?? {});
  const followed = holders.map(({ label }, i) => ({ label, schema: follow(declared[i]) }));
  const schemas = followed.map(({ schema }) => schema);
  if (schemas.every((one) => 'const' in one))
    return { type: 'string', enum: schemas.map((one) => one.const), description: eachOf(followed) };
  if (schemas.every(({ type }) => type === 'object'))
    return { ...joinObjects(followed, follow), description: eachOf(followed) };
  const [first = {}, ...others] = declared.map(({ description: _description, ...shape }) => shape);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Error(`${name} differs between the objects of a choice`);
  const description = declared[0]?.description ?? schemas[0]?.description ?? name;
  return { ...first, description: `${description}${noteOf(name, holders, branches)}` };
}

/** Which objects of a choice have the property, unless all have it. */
function noteOf(name: string, holders: readonly Branch[], branches: readonly Branch[]): string {
  if (holders.length === branches.length) return '';
  const need = holders.every(({ schema }) => isNeeded(schema, name)) ? 'needed for' : 'for';
  return ` (${need} ${holders.map(({ label }) => label).join(' and ')} only)`;
}

const eachOf = (branches: readonly Branch[]) =>
  branches.map(({ label, schema }) => `${label}: ${schema.description ?? ''}`).join('. ');

function isNeeded({ required }: Json, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function propertiesOf({ properties }: Json): Record<string, Json> {
  return isObject(properties) ? (properties as Record<string, Json>) : {};
}
