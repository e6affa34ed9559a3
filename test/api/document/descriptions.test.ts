import { expect, test } from 'vitest';
import { describeApi } from '../../../api/document/openapi.ts';
import { routes } from '../../../api/routes.ts';
import { closed } from '../../../src/kit/web/input/closed.ts';
import { NewLotInput } from '../../../src/parking/lots/lot-details.ts';
import { expanded } from './expanded.ts';

// The document must explain every value that a call can send, to people and to programs.

type Schema = {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Named = { name: string; schema: Schema; description: string | undefined };
type Described = {
  operationId: string;
  parameters: { name?: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** The description of every number must name its unit; these are the units in use. */
const UNITS = [
  'H3 resolution',
  ...[
    'km',
    'cm',
    'degrees',
    'days',
    'hours?',
    'minutes',
    'seconds',
    'percent',
    'units',
    'US cents',
  ],
  ...[
    'multiplied',
    'calls',
    'spaces',
    'vehicles?',
    'lots',
    'rows',
    'what its allocation said',
    'ids?',
    'next_id',
  ],
];
const UNIT = new RegExp(`\\b(${UNITS.join('|')})\\b`, 'i');

const document = describeApi(routes, 'https://api.example.org');
const { schemas } = document.components as { schemas: Record<string, unknown> };
const operations = Object.values(expanded(document.paths, schemas) as object).flatMap((item) =>
  Object.values(item as Record<string, Described>),
);

function membersOf(schema: Schema | undefined, path: string): Named[] {
  const { properties = {}, items, anyOf = [] } = schema ?? {};
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [
      { name: `${path}.${name}`, schema: one, description: one.description },
      ...membersOf(one, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : membersOf(items, `${path}[]`)),
    ...anyOf.flatMap((one) => membersOf(one, path)),
  ];
}

const values: Named[] = [
  ...operations.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters
      .filter((one) => one.name !== undefined)
      .map(({ name, schema, description }) => ({
        name: `${operationId} ${name}`,
        schema,
        description,
      })),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      membersOf(schema, operationId),
    ),
  ]),
  ...membersOf(closed(NewLotInput) as Schema, 'row of a batch'),
];

test('every parameter and every member of a body is described', () => {
  expect(values.length).toBeGreaterThan(150);
  expect(values.filter(({ description = '' }) => description.trim() === '')).toEqual([]);
});

test('the description of every number names its unit', () => {
  const isNumber = ({ type }: Schema) => type === 'number' || type === 'integer';
  const numbers = values.filter(({ schema }) => [schema, ...(schema.anyOf ?? [])].some(isNumber));
  expect(numbers.length).toBeGreaterThan(40);
  expect(numbers.filter(({ description = '' }) => !UNIT.test(description))).toEqual([]);
});

test('headers that every operation takes are described as well', () => {
  const { parameters } = document.components as { parameters: Record<string, Schema> };
  for (const one of Object.values(parameters)) expect(one.description).toBeTruthy();
});
