import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBodyOptional } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import {
  addressOf,
  type ExampleCalls,
  examplesOf,
  type Json,
  openExampleCalls,
} from '../example-calls.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';
import { type Schema, schemaOf } from '../request-fields.ts';

let api: TestApi;
let key: TestKey;
let calls: ExampleCalls;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  api.giveServerTo(key.operatorId);
  calls = await openExampleCalls(api, key);
});
afterAll(() => api.stop());

/** The value with null in every member of the schema that it lacks. */
function withNulls(schema: Schema, value: unknown): unknown {
  const [plain = schema] = branchesOf(schema, value);
  if (Array.isArray(value)) return value.map((item) => withNulls(plain.items ?? {}, item));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys({ ...sayable(plain.properties), ...members }).map((name) => [
      name,
      name in members ? withNulls(plain.properties?.[name] ?? {}, members[name]) : null,
    ]),
  );
}

/** The branches of a choice, first of all the one whose constants the value has. */
function branchesOf({ anyOf = [] }: Schema, value: unknown): Schema[] {
  const fits = ({ properties = {} }: Schema) =>
    Object.entries(properties).every(
      ([name, one]) => one.const === undefined || one.const === (value as Json | null)?.[name],
    );
  return anyOf.toSorted((a, b) => Number(fits(b)) - Number(fits(a)));
}

/** The properties with a type: those that accept anything are always refused in these tests. */
function sayable(properties: Record<string, Schema> = {}): Record<string, Schema> {
  const all = Object.entries(properties);
  return Object.fromEntries(all.filter(([, { type, ...one }]) => type ?? one.anyOf ?? one.enum));
}

const bodied = routes.filter((operation) => operation.body !== undefined);

test.each(
  bodied.flatMap((operation) =>
    examplesOf(operation).map((example, i) => ({
      name: `${operation.operationId} ${i + 1}`,
      operation,
      example,
    })),
  ),
)('$name: null in all optional fields is answered like the example', async (one) => {
  const { operation, example } = one;
  const { params, body } = await calls.prepare(operation, example);
  const asked = withNulls(schemaOf(operation, 'body') ?? {}, body) as typeof body;
  await calls.call(operation.method.toUpperCase(), addressOf(operation, params), asked);
  await calls.cleanUp();
});

let sent = 0;
const send = (method: string, path: string, raw?: string, type = 'application/json') =>
  api.request(method, path, {
    key: key.secret,
    headers: { ...(raw !== undefined && { 'content-type': type }), 'idempotency-key': `${++sent}` },
    ...(raw !== undefined && { raw }),
  });

test('null in a required field is refused naming it', async () => {
  const lot = { name: null, lat: 41.2, lng: -99.6, total_spaces: 3 };
  const { status, body } = await send('POST', '/api/v1/lots', JSON.stringify(lot));
  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ field: 'name', reason: 'must be a string, not null' }]);
});

test('null in a PATCH clears what can be cleared, and leaves the rest', async () => {
  const path = `/api/v1/lots/${calls.lotId}`;
  const said = { address: '1 Elm Street', max_height_cm: 195, lot_type: 'garage' };
  await calls.call('PATCH', path, said);
  const nulls = { address: null, name: null, lot_type: null, total_spaces: null };
  const { lot } = await calls.call('PATCH', path, nulls);
  expect(lot).toMatchObject({
    ...{ ...said, address: null, name: 'Cedar Street Garage' },
    ...{ lot_type: 'surface', is_lot_type_stated: false },
  });
});

test('a map feed of lots can be sent back with its nulls', async () => {
  const properties = { name: 'Quay', capacity: 4, ref: 'quay', opening_hours: null, charge: null };
  const geometry = { type: 'Point', coordinates: [-99.6, 41.2] };
  const features = [{ type: 'Feature', geometry, properties: { ...properties, maxheight: null } }];
  const sent = JSON.stringify({ type: 'FeatureCollection', features });
  const { body } = await send('POST', '/api/v1/lots/batch', sent);
  expect(body).toMatchObject({ created: 1, rejected: 0 });
});

const BATCH = '/api/v1/lots/batch';
const LINES = 'application/x-ndjson';

test.each([
  ['PATCH', '/api/v1/lots/any', undefined, 'is required'],
  ['PATCH', '/api/v1/lots/any', '', 'is required'],
  ['PATCH', '/api/v1/lots/any', 'null', 'is required'],
  ['PATCH', '/api/v1/lots/any', '[]', 'must be an object'],
  ['PATCH', '/api/v1/lots/any', '"a"', 'must be an object'],
  ['POST', '/api/v1/lots', '7', 'must be an object'],
  ['POST', '/api/v1/lots', 'null', 'is required'],
  ['POST', '/api/v1/lots', '{', 'is not valid JSON, or did not arrive whole'],
  ['POST', BATCH, '""', 'must be an array or an object'],
  ['POST', BATCH, '"{}"', 'must be an array or an object'],
  ['POST', BATCH, '5', 'must be an array or an object'],
  ['POST', BATCH, 'null', 'is required'],
])('%s %s with the body %j: body %s', async (method, path, raw, reason) => {
  const { status, body } = await send(method, path, raw);
  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ field: 'body', reason }]);
});

test('a batch of lines names the line that is no lot', async () => {
  const { body } = await send('POST', BATCH, '""\nnull\n{"name"', LINES);
  expect(body.results).toMatchObject([
    { row: 1, field: 'row', reason: 'must be an object' },
    { row: 2, field: 'row', reason: 'must be an object, not null' },
    { row: 3, field: 'row', reason: 'is not valid JSON' },
  ]);
});

test('a chunked body without bytes counts as no body', async () => {
  const lines = [
    'PATCH /api/v1/lots/any HTTP/1.1',
    `Host: a\r\nAuthorization: Bearer ${key.secret}\r\nConnection: close`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ];
  const { status, text } = parseAnswer(await sendBytes(api.port, lines.join('\r\n')));
  expect(status).toBe(400);
  expect(text).toContain('body: is required');
});

test.each(bodied)('the document says whether $operationId needs a body', async (operation) => {
  const { body: document } = await api.request('GET', '/openapi.json');
  const { required } = document.paths[operation.path][operation.method].requestBody;
  const path = addressOf(operation, {
    lot_id: 'any',
    session_id: 'any',
    hold_id: 'any',
    dispatch_id: 'any',
    webhook_id: 'any',
    member_id: `mem_${'0'.repeat(32)}`,
  });
  const { body } = await send(operation.method.toUpperCase(), path);
  const reasons = (body.error.details ?? []).map(({ reason }: { reason: string }) => reason);
  expect(reasons.includes('is required')).toBe(required);
  expect(isBodyOptional(operation)).toBe(!required);
});
