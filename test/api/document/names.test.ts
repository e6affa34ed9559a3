import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { InstantInput } from '../../../api/fields/field-types.ts';
import { closeOperation } from '../../../api/operation.ts';
import { listOf } from '../../../api/reads/define-list.ts';
import { routes } from '../../../api/routes.ts';
import { openComponents } from '../../../src/kit/web/document/components.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { createEcho, sampleOperations } from '../sample-operations.ts';
import { type Schema, schemasIn, schemasOf } from './schemas-in.ts';

// Generators of clients make up names for schemas without one, such as `Response200AnyOf1Inner`,
// which change with each change of the API.

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document = describeApi(routes, 'https://api.example.org') as any;
const components: Record<string, Schema> = document.components.schemas;

/** Whether generators make a type of the schema: an object with members, or a choice. */
function becomesType({ properties = {}, anyOf = [] }: Schema): boolean {
  const choices = anyOf.filter(({ type }) => type !== 'null');
  return Object.keys(properties).length > 0 || choices.length > 1;
}

test('no schema that becomes a type in clients is without a name', () => {
  const all = [
    ...schemasIn(document.paths, 'paths'),
    ...Object.entries(components).flatMap(([name, one]) => schemasOf(one, name)),
  ];
  expect(all.length).toBeGreaterThan(500);
  const nameless = all.filter(({ at, schema }) => becomesType(schema) && !(at in components));
  expect(nameless.map(({ at }) => at)).toEqual([]);
});

test('names are words that every language can have as a type', () => {
  const odd = Object.keys(components).filter((name) => !/^[A-Z][A-Za-z]{2,39}$/.test(name));
  expect(odd).toEqual([]);
});

test('the things of the service have the names that people use for them', () => {
  const things = ['Lot', 'Session', 'Hold', 'Dispatch', 'Quote', 'Webhook', 'Event', 'Error'];
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining([...things, 'FoundLot', 'CreateSessionRequest', 'SessionList']),
  );
});

test('one thing has one schema in every answer', () => {
  const session = { $ref: '#/components/schemas/Session' };
  for (const name of ['CreateSession', 'GetSession', 'ExtendSession', 'EndSession'])
    expect(components[`${name}Response`]?.properties?.session).toEqual(session);
  expect(components.SessionList?.properties?.data).toMatchObject({ type: 'array', items: session });
});

test('a named schema is a component, wherever it stands and whatever is around it', () => {
  const Wheel = named('Wheel', { inches: Type.Integer() });
  const Car = named('Car', {
    spare: Type.Optional(Wheel),
    last: Type.Union([Wheel, Type.Null()]),
    wheels: Type.Array(Wheel, { description: 'Four' }),
    byPlace: Type.Record(Type.String(), Wheel),
  });
  const { show, schemas } = openComponents();
  expect(show(listOf(Car))).toEqual({ $ref: '#/components/schemas/CarList' });
  const wheel = { $ref: '#/components/schemas/Wheel' };
  expect(Object.keys(schemas())).toEqual(['Car', 'CarList', 'Wheel']);
  expect(schemas()).toMatchObject({
    Wheel: { type: 'object', properties: { inches: { type: 'integer' } } },
    Car: {
      properties: {
        spare: wheel,
        last: { anyOf: [wheel, { type: 'null' }] },
        wheels: { type: 'array', items: wheel, description: 'Four' },
      },
    },
  });
  expect(JSON.stringify(schemas())).not.toContain('"title"');
});

test('a property that is called title is no name', () => {
  const { show } = openComponents();
  const book = Type.Object({ title: Type.String() }, { examples: [{ title: 'Emma' }] });
  expect(show(book)).toEqual(JSON.parse(JSON.stringify(book)));
});

test('what generators of clients misread is written in a way that they read', () => {
  const { show } = openComponents();
  const shown = show(
    Type.Object({
      sort: Type.Enum(['price', 'distance']),
      is_covered: Type.Literal(true),
      version: Type.Literal(4),
      starts_at: InstantInput('When'),
      tags: Type.Record(Type.String(), Type.String()),
    }),
  );
  expect(shown.properties).toMatchObject({
    sort: { type: 'string', enum: ['price', 'distance'] },
    is_covered: { type: 'boolean' },
    version: { const: 4 },
    starts_at: { format: 'date-time', 'x-formatMinimum': '1970-01-01T00:00:00Z' },
    tags: { type: 'object', additionalProperties: { type: 'string' } },
  });
  expect(JSON.stringify(shown)).not.toMatch(/"const":true|"formatM|patternProperties/);
});

test('a body and its answer are named after their operation', () => {
  const described = describeApi(sampleOperations, 'https://api.example.org');
  const { schemas } = described.components as { schemas: Record<string, Schema> };
  expect(schemas.CreateEchoRequest).toMatchObject({ additionalProperties: false });
  expect(schemas).toHaveProperty('CreateEchoResponse');
  expect(schemas).toHaveProperty('GetInsightSold');
});

test('two different schemas of one name are refused at the start', () => {
  const other = closeOperation({
    ...createEcho,
    path: '/api/v1/other-echoes',
    body: named('CreateEchoRequest', { plate: Type.String() }),
  });
  expect(() => describeApi([createEcho, other], 'https://api.example.org')).toThrow(
    'two different schemas are named CreateEchoRequest',
  );
});
