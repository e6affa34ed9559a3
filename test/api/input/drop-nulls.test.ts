import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { MetadataInput } from '../../../api/v1/sessions/metadata-input.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { closed } from '../../../src/kit/web/input/closed.ts';
import { dropNulls } from '../../../src/kit/web/input/drop-nulls.ts';

const Inner = Type.Object({ needed: Type.String(), maybe: Type.Optional(Type.Number()) });
const schema = closed(
  Type.Object({
    needed: Type.String(),
    maybe: Type.Optional(Type.String()),
    byDefault: Type.Integer({ default: 3 }),
    clearable: Type.Optional(nullable(Type.String())),
    anything: Type.Optional(Type.Unknown()),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    inner: Type.Optional(Inner),
    innerOrNull: Type.Optional(nullable(Inner)),
    list: Type.Optional(Type.Array(Inner)),
    notes: Type.Optional(MetadataInput),
  }),
);

function dropped(value: object): object {
  dropNulls(schema, value);
  return value;
}

test.each([
  [{ maybe: null, byDefault: null, kind: null, inner: null, list: null }, {}],
  [{ inner: { needed: 'a', maybe: null } }, { inner: { needed: 'a' } }],
  [{ innerOrNull: { needed: 'a', maybe: null } }, { innerOrNull: { needed: 'a' } }],
  [
    { list: [{ maybe: null }, { needed: 'b', maybe: 1 }] },
    { list: [{}, { needed: 'b', maybe: 1 }] },
  ],
  [{ notes: { a: null, b: 'c' } }, { notes: { b: 'c' } }],
])('null in a member that may be left out counts as left out: %j', (value, left) => {
  expect(dropped(value)).toEqual(left);
});

test.each([
  [{ needed: null }],
  [{ inner: { needed: null } }],
  [{ clearable: null }],
  [{ anything: null }],
  [{ innerOrNull: null }],
  [{ list: [null] }],
  [{ unknown: null }],
  [{ toString: null }],
])('null that is refused or has a meaning stays: %j', (value) => {
  expect(dropped(structuredClone(value))).toEqual(value);
});

test.each([null, 5, 'text', []])('a value that is no object stays unchanged: %j', (value) => {
  expect(() => dropNulls(schema, value)).not.toThrow();
});
