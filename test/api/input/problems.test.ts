import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { isIdPattern } from '../../../api/fields/ids.ts';
import { newAjv } from '../../../api/input/validate.ts';
import { routes } from '../../../api/routes.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { closed } from '../../../src/kit/web/input/closed.ts';
import { toProblems } from '../../../src/kit/web/input/problems.ts';
import { hasSentence, isDescribed } from '../../../src/kit/web/input/reasons.ts';
import { NewLotInput } from '../../../src/parking/lots/lot-details.ts';

function problemsOf(schema: TSchema, value: unknown) {
  const check = newAjv({}).compile(closed(schema));
  return check(value) ? [] : toProblems(check.errors ?? [], 'body');
}
const Text = (options: Record<string, unknown>) => Type.String(options);
const List = (options: Record<string, unknown>) => Type.Array(Type.Integer(), options);
const Instant = { format: 'date-time', formatMinimum: '1970-01-01T00:00:00Z' };

test.each<[TSchema, unknown, string]>([
  [Type.Union([Type.Literal('a'), Type.Literal('b')]), 'c', 'must be a or b'],
  [Type.Union([Type.Literal('a'), Type.Literal('b')]), 5, 'must be a or b'],
  [Text({}), 5, 'must be a string'],
  [Text({}), null, 'must be a string, not null'],
  [Type.Integer(), 1.5, 'must be an integer'],
  [Type.Object({}), [], 'must be an object'],
  [Text({ minLength: 1 }), '', 'must not be empty'],
  [Text({ minLength: 2 }), 'a', 'must have at least 2 characters'],
  [Text({ maxLength: 1 }), 'ab', 'must have at most 1 character'],
  [Text({ maxLength: 3 }), 'abcd', 'must have at most 3 characters'],
  [Text({ pattern: '^[A-Za-z]{3}$' }), 'dollar', 'must be three letters, such as USD'],
  [Text({ format: 'email' }), 'me', 'must be an e-mail address'],
  [Text(Instant), '1969-12-31T00:00:00Z', 'must not be before 1970-01-01T00:00:00Z'],
  [Type.Number({ minimum: 0.1 }), 0, 'must be at least 0.1'],
  [Type.Number({ maximum: 90 }), 91, 'must be at most 90'],
  [Type.Number({ exclusiveMinimum: 0 }), 0, 'must be more than 0'],
  [Type.Number({ exclusiveMaximum: 1 }), 1, 'must be less than 1'],
  [Type.Integer({ multipleOf: 30 }), 31, 'must be a multiple of 30'],
  [List({ minItems: 1 }), [], 'must not be empty'],
  [List({ maxItems: 1 }), [1, 2], 'must have at most 1 item'],
  [List({ uniqueItems: true }), [1, 2, 1], 'must not say the same twice: items 1 and 3 are equal'],
  [
    Type.Object({}, { maxProperties: 0, additionalProperties: true }),
    { a: 1 },
    'must have at most 0 members',
  ],
  [Type.Enum(['hour', 'day']), 'week', 'must be one of hour, day'],
  [Type.Literal('a'), 'b', 'must be a'],
  [nullable(Text({ maxLength: 1 })), 'ab', 'must have at most 1 character'],
  [nullable(Text({})), 5, 'must be a string or null'],
  [
    Type.Union([Type.Literal('price'), Type.Literal('distance')]),
    'size',
    'must be price or distance',
  ],
  [Type.Union([List({}), Type.Object({}), Text({})]), 5, 'must be an array, an object or a string'],
])('%#: the reason for refusing %j is a plain sentence', (schema, value, reason) => {
  expect(problemsOf(Type.Object({ field: schema }), { field: value })).toEqual([
    { field: 'field', reason },
  ]);
});

test('of a choice, only the errors of the branch with the right type are shown', () => {
  const schema = Type.Union([
    Type.Array(nullable(Text({ maxLength: 1 }))),
    Type.Object({ type: Type.Literal('FeatureCollection'), features: List({}) }),
  ]);
  expect(problemsOf(schema, ['ab', null, 'c', 5])).toEqual([
    { field: '0', reason: 'must have at most 1 character' },
    { field: '3', reason: 'must be a string or null' },
  ]);
  expect(problemsOf(schema, { type: 'Feature' })).toEqual([
    { field: 'features', reason: 'is required' },
    { field: 'type', reason: 'must be FeatureCollection' },
  ]);
  expect(problemsOf(schema, 5)).toEqual([
    { field: 'body', reason: 'must be an array or an object' },
  ]);
});

test('a member whose name is not allowed is named', () => {
  const schema = Type.Object(
    {},
    { additionalProperties: true, propertyNames: { type: 'string', maxLength: 2 } },
  );
  expect(problemsOf(Type.Object({ notes: schema }), { notes: { abc: 1 } })).toEqual([
    { field: 'notes.abc', reason: 'its name must have at most 2 characters' },
  ]);
});

/** All schemas inside a schema, and the schema itself. */
function schemasIn(node: unknown): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {}, examples: _examples, ...others } = node as Record<string, unknown>;
  const inside = [...Object.values(properties as object), ...Object.values(others)];
  return [{ ...others, properties }, ...inside.flatMap(schemasIn)];
}

const requests = routes
  .flatMap(({ params, query, headers, body }) => [params, query, headers, body, NewLotInput])
  .flatMap((schema) => schemasIn(schema));
/** Keywords that refuse nothing themselves. */
const QUIET = ['properties', 'items', 'anyOf', 'propertyNames', 'default', 'description', 'title'];

test('every keyword by which a request can be refused has a sentence', () => {
  const keywords = new Set(
    requests.flatMap((schema) => ('type' in schema ? Object.keys(schema) : [])),
  );
  const silent = [...keywords].filter((name) => !QUIET.includes(name) && !hasSentence(name));
  expect(silent).toEqual([]);
  expect(keywords.size).toBeGreaterThan(10);
});

test('every pattern and every format has a sentence', () => {
  const named = requests.flatMap(({ pattern, format }) => [pattern, format]);
  const texts = named.filter((name) => typeof name === 'string');
  // Nothing is refused for the form of its id: it is not found.
  const refusing = texts.filter((name) => !isIdPattern(name));
  expect(refusing.filter((name) => !isDescribed(name))).toEqual([]);
  expect(new Set(texts).size).toBeGreaterThan(5);
});
