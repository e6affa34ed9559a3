import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { compileInput } from '../../../api/input/validate.ts';
import { defineOperation } from '../../../api/operation.ts';

const Circle = Type.Object({
  kind: Type.Literal('circle'),
  radius: Type.Number({ minimum: 1, default: 5 }),
});
const Square = Type.Object({ kind: Type.Literal('square'), side: Type.Optional(Type.Integer()) });
const Shape = Type.Union([Circle, Square]);

/** The body as its handler gets it; throws what a caller is refused with. */
function read(schema: TSchema, value: unknown): unknown {
  const operation = defineOperation({
    operationId: 'createShape',
    method: 'post',
    path: '/shapes',
    summary: 'A shape',
    tags: ['test'],
    auth: { scope: 'lots:read' },
    budgets: ['write'],
    body: schema,
    responses: { 204: { description: 'None' } },
    handler: async () => ({ status: 204 }),
  });
  const peer = { ip: '127.0.0.1', isSecure: false, isAnswered: true };
  const sent = { headers: {}, params: {}, query: {}, body: undefined, isHead: false };
  const call = { operation, peer, authorization: undefined, ...sent };
  return compileInput(operation)(call, { reading: 'json', value }).body;
}

/** The details of the error with which a body is refused. */
function detailsOf(value: unknown): unknown {
  try {
    return read(Shape, value);
  } catch (error) {
    return (error as { details: unknown }).details;
  }
}

test('defaults and nulls are those of the branch that the text names', () => {
  expect(read(Shape, { kind: 'circle' })).toEqual({ kind: 'circle', radius: 5 });
  expect(read(Shape, { kind: 'circle', radius: null })).toEqual({ kind: 'circle', radius: 5 });
  expect(read(Shape, { kind: 'square', side: null })).toEqual({ kind: 'square' });
});

test.each<[unknown, string, string]>([
  [{ kind: 'circle', radius: 0 }, 'radius', 'must be at least 1'],
  [{ kind: 'square', radius: 5 }, 'radius', 'is not known here'],
  [{ kind: 'square', radius: null }, 'radius', 'is not known here'],
  [{ kind: 'square', side: 'a' }, 'side', 'must be an integer'],
  [{}, 'kind', 'is required'],
  [[], 'body', 'must be an object'],
  ['circle', 'body', 'must be an object'],
])('of %j only the problem of its branch is reported: %s %s', (value, field, reason) => {
  expect(detailsOf(value)).toEqual([{ field, reason }]);
});

test.each(['Circle', ' circle', 'triangle', '', '__proto__', 'constructor', null, 1, ['circle']])(
  'for %j the texts that are allowed are told',
  (kind) => {
    expect(detailsOf({ kind })).toEqual({
      reason: 'unknown_kind',
      field: 'kind',
      allowed: ['circle', 'square'],
    });
  },
);

test('a union whose branches no text tells apart is checked as a whole', () => {
  const twice = Type.Union([Square, Square]);
  expect(() => read(twice, { kind: 'circle' })).toThrow('kind: must be square');
  expect(read(Type.Union([Square, Type.Array(Type.Integer())]), [1])).toEqual([1]);
});
