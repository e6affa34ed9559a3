import { createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineOperation } from '../../../api/operation.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { RawBytes } from '../../../src/kit/web/input/body-types.ts';
import { type Asked, type BothWays, openBothWays } from '../both-ways.ts';
import { like } from '../sample-operations.ts';

// Bodies other than JSON; each is sent over HTTP and without it, and gets the same answer.

const FORM = 'application/x-www-form-urlencoded';
const SECRET = 'whsec_1';

const postForm = defineOperation({
  operationId: 'postForm',
  method: 'post',
  path: '/form',
  summary: 'What a form says',
  tags: ['test'],
  auth: 'public',
  budgets: ['write'],
  bodyTypes: [FORM, 'application/json'],
  body: Type.Object({
    grant_type: Type.Enum(['code', 'refresh']),
    seconds: Type.Optional(Type.Integer({ minimum: 1 })),
    is_offline: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String({ maxLength: 20 })),
    page: Type.Integer({ default: 1 }),
  }),
  responses: { 200: { description: 'The same', schema: Type.Unknown() } },
  handler: async ({ body }) => ({ status: 200, body }),
});

/** Takes raw bytes of any content type, as an operation that checks signatures does. */
const postSigned = defineOperation({
  operationId: 'postSigned',
  method: 'post',
  path: '/signed',
  summary: 'The signature of what arrived',
  tags: ['test'],
  auth: 'public',
  budgets: ['write'],
  bodyTypes: ['*/*'],
  body: RawBytes,
  responses: { 200: { description: 'HMAC-SHA256', schema: Type.String() } },
  handler: async ({ body }) => ({ status: 200, body: sign(body) }),
});
const postOctets = defineOperation({
  ...like(postSigned),
  auth: 'public',
  operationId: 'postOctets',
  path: '/octets',
  bodyTypes: ['application/octet-stream'],
  body: RawBytes,
  responses: { 200: { description: 'HMAC-SHA256', schema: Type.String() } },
  handler: async ({ body }) => ({ status: 200, body: sign(body) }),
});

const sign = (bytes: Uint8Array | string) =>
  createHmac('sha256', SECRET).update(bytes).digest('hex');

let both: BothWays;
beforeAll(async () => {
  // A clock that moves on by a minute with every reading keeps all buckets full.
  let ms = systemClock.now();
  const clock = { now: () => (ms += 60_000) };
  both = await openBothWays([postForm, postSigned, postOctets], clock);
});
afterAll(() => both.close());

async function post(
  operation: Asked['operation'],
  raw: string | Buffer,
  type: string,
  more: Record<string, string> = {},
) {
  const asked = { operation, raw, headers: { 'content-type': type, ...more } };
  const http = await both.overHttp(asked);
  const plain = await both.plainly(asked);
  expect([plain.status, plain.body]).toEqual([http.status, http.body]);
  return { status: http.status, body: JSON.parse(String(http.body)) };
}

describe('a form', () => {
  test('arrives as fields of the declared types, with defaults filled in', async () => {
    const text = 'grant_type=code&seconds=90&is_offline=true&note=a+b%26%C3%A9';
    expect(await post(postForm, text, FORM)).toEqual({
      status: 200,
      body: { grant_type: 'code', seconds: 90, is_offline: true, note: 'a b&é', page: 1 },
    });
  });

  test.each([
    ['seconds', 'grant_type=code&seconds=soon', 'must be an integer'],
    ['seconds', 'grant_type=code&seconds=0', 'must be at least 1'],
    ['grant_type', 'seconds=1', 'is required'],
    ['grant_type', 'grant_type=password', 'must be one of code, refresh'],
    ['scope', 'grant_type=code&scope=a', 'is not known here'],
    ['note', `grant_type=code&note=${'x'.repeat(21)}`, 'must have at most 20 characters'],
    ['note', 'grant_type=code&note=a%00', 'must not contain the NUL character'],
    ['grant_type', 'grant_type=code&grant_type=refresh', 'is given twice'],
    ['grant_type', 'grant_type=code&gr%61nt_type=code', 'is given twice'],
    ['__proto__', 'grant_type=code&__proto__=1', 'is not a known field'],
    ['body', 'grant_type=%', 'is not a valid form'],
    ['body', 'grant_type=%ff', 'is not a valid form'],
    ['body', Array(1_001).fill('a=1').join('&'), 'has more than 1000 fields'],
  ])('with a wrong %s is refused naming it: %.40s', async (field, text, reason) => {
    const { status, body } = await post(postForm, text, FORM);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field, reason }]);
  });

  test('may hold empty pairs; a field without a value is an empty text', async () => {
    const { body } = await post(postForm, '&grant_type=code&&note&', FORM);
    expect(body).toMatchObject({ grant_type: 'code', note: '' });
  });

  test('is converted to types, while the same values as JSON are not', async () => {
    const asJson = { grant_type: 'code', seconds: '90' };
    const { status } = await post(postForm, JSON.stringify(asJson), 'application/json');
    expect(status).toBe(400);
  });

  test('over 1 MB is 413, in another charset 415', async () => {
    const large = `grant_type=code&note=${'x'.repeat(1_048_576)}`;
    expect((await post(postForm, large, FORM)).status).toBe(413);
    expect((await post(postForm, 'a=1', `${FORM}; charset=latin1`)).status).toBe(415);
  });

  test('may arrive compressed', async () => {
    const headers = { 'content-type': FORM, 'content-encoding': 'gzip' };
    const raw = gzipSync('grant_type=refresh');
    expect((await both.overHttp({ operation: postForm, raw, headers })).status).toBe(200);
  });
});

describe('raw bytes', () => {
  test.each([
    [
      'JSON that another program would write otherwise',
      '{ "a" : 1.0,\n"a":2 }',
      'application/json',
    ],
    ['what is not even JSON', '{', 'application/json'],
    ['a form', 'b=2&a=1&a=1', FORM],
    ['bytes that are no text', randomBytes(5_000), 'application/octet-stream'],
    ['a charset of its own', Buffer.from('caf\xe9', 'latin1'), 'text/plain; charset=latin1'],
    ['no content type', 'x', ''],
  ])('arrive unchanged: %s', async (_what, raw, type) => {
    expect(await post(postSigned, raw, type)).toEqual({ status: 200, body: sign(raw) });
  });

  test('are refused when they are compressed, because the handler needs the exact bytes', async () => {
    const { status, body } = await api('gzip', gzipSync('{}'));
    expect(status).toBe(415);
    expect(body.error.message).toBe('send the body plain');
    expect((await api('identity', Buffer.from('{}'))).body).toBe(sign('{}'));
  });

  const api = (coding: string, raw: Buffer) =>
    both.api.request('POST', '/signed', { raw, headers: { 'content-encoding': coding } });

  test('over 1 MB are 413, an empty body is 400', async () => {
    const large = Buffer.alloc(1_048_577);
    expect((await post(postSigned, large, 'text/plain')).status).toBe(413);
    expect((await post(postSigned, '', 'text/plain')).status).toBe(400);
  });

  test('of a declared content type are refused under any other', async () => {
    const octets = Buffer.from([0, 255]);
    expect((await post(postOctets, octets, 'application/octet-stream')).body).toBe(sign(octets));
    expect((await post(postOctets, '{}', 'application/json')).status).toBe(415);
  });

  test('must not share a declaration with parsed bodies', () => {
    const declare = (body: typeof RawBytes, bodyTypes: typeof postForm.bodyTypes) => () =>
      defineOperation({
        ...like(postOctets),
        auth: 'public',
        body,
        ...(bodyTypes && { bodyTypes }),
        responses: {},
        handler: async () => ({ status: 200 }) as never,
      });
    const error = 'a body of raw bytes is RawBytes';
    expect(declare(RawBytes, ['application/json'])).toThrow(error);
    expect(declare(RawBytes, ['*/*', 'application/json'])).toThrow(error);
    expect(declare(Type.Unsafe<Uint8Array>({ type: 'object' }), ['*/*'])).toThrow(error);
  });
});
