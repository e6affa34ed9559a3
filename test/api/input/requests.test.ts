import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { sampleOperations } from '../sample-operations.ts';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  // A clock that moves on by a minute with every reading keeps all buckets full.
  let ms = Date.now();
  api = await startTestApi({ operations: sampleOperations, clock: { now: () => (ms += 60_000) } });
  key = await api.createKey();
});
afterAll(() => api.stop());

const get = (path: string, query = {}) => api.request('GET', path, { query });
const echo = (body: unknown) => api.request('POST', '/api/v1/echoes', { key: key.secret, body });

describe('addresses', () => {
  test('texts are converted to the types of the schema, and defaults are filled in', async () => {
    const { status, body } = await get('/api/v1/things/a%20b', {
      lat: '-12.5',
      is_open: 'true',
      sort: 'price',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      params: { thing_id: 'a b' },
      query: { lat: -12.5, is_open: true, sort: 'price', limit: 10 },
      livemode: true,
    });
  });

  test.each([
    ['lat', '41.0', 41],
    ['lat', '-9.96', -9.96],
    ['lat', '1e1', 10],
    ['lat', '1.5E+1', 15],
    ['lat', '5e-1', 0.5],
    ['lat', '007', 7],
    ['lat', '.5', 0.5],
    ['lat', '5.', 5],
    ['limit', '5.0', 5],
    ['limit', '1e1', 10],
    ['is_open', 'false', false],
  ])('%s=%s is read as %s', async (name, text, value) => {
    const { status, body } = await get('/api/v1/things/1', { [name]: text });
    expect([status, body.query[name]]).toEqual([200, value]);
  });

  test('a literal path is not taken for a parameter, in whatever order they are declared', async () => {
    expect((await get('/api/v1/things/search')).body).toEqual({ found: true });
  });

  test.each([
    ['lat', '91', 'must be at most 90'],
    ['lat', 'north', 'must be a number'],
    ['lat', '', 'must be a number'],
    ['lat', 'NaN', 'must be a number'],
    ...[
      'Infinity',
      '0x29',
      '0b101',
      '0o51',
      ' 41',
      '41 ',
      '+41',
      '1_0',
      '1e',
      'e1',
      '.',
      '-',
      '4,1',
      '٤١',
    ].map((text): [string, string, string] => ['lat', text, 'must be a number']),
    ...['0x5', ' 5', '+5', '', '5_0', 'true'].map((text): [string, string, string] => [
      'limit',
      text,
      'must be an integer',
    ]),
    ...['1', '0', 'TRUE', 'True', ' true', '', 'null'].map((text): [string, string, string] => [
      'is_open',
      text,
      'must be a boolean',
    ]),
    ['factor', '1e999', 'is too large a number'],
    ['limit', '1.5', 'must be an integer'],
    ['is_open', 'yes', 'must be a boolean'],
    ['sort', 'size', 'must be price or distance'],
    ['name', 'a\0b', 'must not contain the NUL character'],
    ['radius', '5', 'is not known here'],
    ['__proto__', '5', 'is not known here'],
    ['constructor', '5', 'is not known here'],
  ])('%s=%j is 400 and names the parameter', async (field, value, reason) => {
    const { status, body } = await get('/api/v1/things/1', { [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: `${field}: ${reason}`,
      details: [{ field, reason }],
    });
  });

  test('a parameter sent twice is 400 and named', async () => {
    const { status, body } = await get('/api/v1/things/1?lat=1&lat=2');
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'lat' }]);
  });

  test('every wrong parameter is named at once', async () => {
    const { body } = await get('/api/v1/things/1', { lat: 100, limit: 0, colour: 'red' });
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['colour', 'lat', 'limit']);
  });

  test('an operation that declares no query refuses every parameter', async () => {
    expect((await get('/api/v1/things/search', { q: 1 })).status).toBe(400);
  });

  test.each([
    ['/api/v1/things/%ff', 'path'],
    ['/api/v1/things/%', 'path'],
    ['/api/v1/things/a%00b', 'thing_id'],
    [`/api/v1/things/${'x'.repeat(21)}`, 'thing_id'],
  ])('%s is 400 and names what is wrong', async (path, field) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field }]);
  });
});

describe('headers', () => {
  const send = (headers: Record<string, string | string[]>) =>
    api.request('GET', '/api/v1/things/1', { headers });

  test('declared headers arrive under their usual spelling, others do not', async () => {
    const { body } = await send({ 'idempotency-key': 'abc', 'x-other': '1' });
    expect(body.headers).toEqual({ 'Idempotency-Key': 'abc' });
  });

  test('a header that must not be sent twice is 400 when it is', async () => {
    const { status, body } = await send({ 'Idempotency-Key': ['a', 'b'] });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'Idempotency-Key' }]);
  });

  test('a list header may be sent in several lines', async () => {
    const { body } = await send({ 'If-None-Match': ['"a"', '"b"'] });
    expect(body.headers).toEqual({ 'If-None-Match': '"a", "b"' });
  });

  test.each(['', 'x'.repeat(256)])('a header outside its bounds is 400: %j', async (value) => {
    const { status, body } = await send({ 'Idempotency-Key': value });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'Idempotency-Key' }]);
  });
});

describe('bodies', () => {
  test('a valid body arrives unchanged', async () => {
    const sent = { plate: 'HX 1', hours: 2, vehicle: { vin: 'ABC' }, metadata: { a: [1, null] } };
    const { status, body } = await echo(sent);
    expect(status).toBe(201);
    expect(body.echo).toEqual(sent);
  });

  test.each<[string, object]>([
    ['plate', {}],
    ['plate', { plate: 12 }],
    ['hours', { plate: 'AB', hours: '2' }],
    ['hours', { plate: 'AB', hours: 25 }],
    ['colour', { plate: 'AB', colour: 'red' }],
    ['vehicle.vin', { plate: 'AB', vehicle: { vin: 'X' } }],
    ['vehicle.wheels', { plate: 'AB', vehicle: { wheels: 4 } }],
    ['vehicles.1.vin', { plate: 'AB', vehicles: [{}, { vin: 1 }] }],
    ['body', []],
  ])(
    'a wrong %s is 400 and named by its dotted path; bodies are not coerced',
    async (field, sent) => {
      const { status, body } = await echo(sent);
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject([{ field }]);
      expect(body.error.message).toContain(field);
    },
  );

  test('a thousand wrong fields are answered with the first twenty', async () => {
    const sent = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`field_${n}`, n]));
    const { status, body } = await echo({ plate: 'AB', ...sent });
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(20);
  });

  test('no body at all is 400 and says so', async () => {
    const { status, body } = await api.request('POST', '/api/v1/echoes', { key: key.secret });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ field: 'body', reason: 'is required' }]);
  });
});

describe('paths and methods', () => {
  test.each([
    '/',
    '/api/v1/things',
    '/api/v1/things/',
    '/API/v1/things/1',
    '/api/v1/things/1/',
    '/api/v1/things/a/b',
    '/api//v1/things/1',
    '/.env',
  ])('%s was never mounted: 404 in the envelope', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on a path that only reads is 405 with Allow, code BAD_REQUEST',
    async (method) => {
      const { status, headers, body } = await api.request(method, '/api/v1/things/1');
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(body.error.code).toBe('BAD_REQUEST');
    },
  );

  test('HEAD answers like GET without the body', async () => {
    const { status, headers, text } = await api.request('HEAD', '/api/v1/things/search');
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(text).toBe('');
  });
});
