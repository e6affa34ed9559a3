import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { message, post, rpcOf } from './connect.ts';

// Thirty messages as strangers send them. What counts: none is answered as if it were right, none
// is a failure of ours, and the service goes on.

const BODY_BYTES_MAX = 1_048_576;
const VERSION = '2026-07-28';

// Each reading is a second later, so that no budget is used up.
const clock = { ms: Date.now(), now: () => (clock.ms += 1_000) };
let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
});
afterAll(() => api.stop());

const search = (args: unknown) =>
  message('tools/call', { name: 'search_parking', arguments: args });
const text = (value: unknown) => JSON.stringify(value);
const PLACE = { lat: 43.65, lng: -79.38 };
const withArguments = (json: string) => text(search('X')).replace('"X"', json);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const pad = (bytes: number) => text({ ...search(PLACE), pad: 'x'.repeat(bytes) });
const meta = (version: string) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});

/** `error`: the protocol's; `tool`: a result of the tool; a number: the status alone. */
type Refusal = 'error' | 'tool' | number;
type Row = [what: string, sent: string | Buffer, refused: Refusal, headers?: object];

const HOSTILE: Row[] = [
  ['no body', '', 400],
  ['null', 'null', 400],
  ['a text', '"tools/list"', 400],
  ['half a message', text(search(PLACE)).slice(0, 40), 400],
  ['a list of messages', text([search(PLACE), search(PLACE)]), 400],
  ['an empty list', '[]', 400],
  ['ten thousand levels', withArguments(nested(10_000)), 400],
  ['ten thousand open levels', '['.repeat(10_000), 400],
  ['forty levels of objects', withArguments(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), 400],
  ['a byte too many', pad(BODY_BYTES_MAX), 413],
  ['a small body that grows', gzipSync(pad(BODY_BYTES_MAX)), 413, { 'content-encoding': 'gzip' }],
  ['a hundred thousand values', withArguments(`[${'0,'.repeat(100_001)}0]`), 400],
  ['NaN', withArguments('{"lat":NaN,"lng":1}'), 400],
  ['a number past double precision', withArguments('{"lat":1e999,"lng":1}'), 400],
  ['an id past it', text(search(PLACE)).replace('"id":1', '"id":1e999'), 400],
  ['an id that is an object', text({ ...search(PLACE), id: {} }), 'error'],
  ['a long id that is no number', text({ ...search(PLACE), id: ['9'.repeat(9_000)] }), 'error'],
  ['__proto__ in the message', '{"__proto__":{"a":1},"jsonrpc":"2.0","id":1,"method":"ping"}', 400],
  ['__proto__ in arguments', withArguments('{"__proto__":{"lat":1},"lat":1,"lng":1}'), 400],
  ['constructor in arguments', withArguments('{"constructor":1,"lat":1,"lng":1}'), 400],
  ['half a character', withArguments('{"lat":1,"lng":1,"cursor":"\\ud83d"}'), 400],
  ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 400],
  ['no version of JSON-RPC', text({ id: 1, method: 'tools/list' }), 'error'],
  ['an unknown method', text(message('tools/delete')), 'error'],
  ['a tool that is none', text(message('tools/call', { name: 'rm', arguments: {} })), 'error'],
  ['a name of a tool with a path', text(message('tools/call', { name: '../end' })), 'error'],
  ['a tool without a name', text(message('tools/call', { arguments: PLACE })), 'error'],
  ['arguments that are a list', withArguments('[1,2]'), 'error'],
  ['arguments that are a text', withArguments('"lat=1"'), 'error'],
  ['no arguments', text(message('tools/call', { name: 'search_parking' })), 'tool'],
  ['an argument that is none', text(search({ ...PLACE, admin: true })), 'tool'],
  ['true for a number', text(search({ lat: true, lng: true })), 'tool'],
  ['null for a number', text(search({ lat: null, lng: 1 })), 'tool'],
  ['a list for a number', text(search({ lat: [1], lng: [1] })), 'tool'],
  [
    'a resource of the machine',
    text(message('resources/read', { uri: 'file:///etc/passwd' })),
    'error',
  ],
  [
    'a resource above',
    text(message('resources/read', { uri: 'docs://overview/../keys' })),
    'error',
  ],
  ['a version that is none', text(message('tools/list', meta('2099-01-01'))), 'error'],
  [
    'headers of another message',
    text(message('tools/list', meta(VERSION))),
    'error',
    { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'search_parking' },
  ],
  ['text that is no JSON', 'lat=1&lng=1', 415, { 'content-type': 'text/plain' }],
  [
    'another charset',
    text(search(PLACE)),
    415,
    { 'content-type': 'application/json; charset=latin1' },
  ],
  ['an origin of others', text(search(PLACE)), 403, { origin: 'https://evil.example' }],
  ['an origin that hides', text(search(PLACE)), 403, { origin: 'null' }],
  [
    'an origin that only begins like ours',
    text(search(PLACE)),
    403,
    { origin: 'http://127.0.0.1.evil.example' },
  ],
  ['a host of others', text(search(PLACE)), 403, { host: 'evil.example' }],
  ['a host with a name before ours', text(search(PLACE)), 400, { host: '127.0.0.1@evil.example' }],
  [
    'a key of nobody',
    text(search(PLACE)),
    401,
    { authorization: `Bearer pk_live_${'A'.repeat(43)}` },
  ],
  ['a key that is none', text(search(PLACE)), 401, { authorization: 'Basic YTpi' }],
];

test.each(HOSTILE)('%s is refused', async (_what, raw, refused, headers = {}) => {
  const answer = await post(api, { raw, headers });
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  expect(answer.headers['x-ratelimit-remaining']).toBeDefined();
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\n\s+at /);
  if (typeof refused === 'number') {
    expect(answer.status).toBe(refused);
    expect(answer.body.error.request_id).toBe(answer.headers['x-request-id']);
    return;
  }
  expect(answer.status).toBeLessThan(500);
  const { error, result } = rpcOf(answer);
  if (refused === 'error') expect(error.code).toBeLessThan(0);
  else
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'BAD_REQUEST' } },
    });
});

test('with a key each is refused as well, and afterwards a right message is answered', async () => {
  let wrong = 0;
  for (const [, raw, , headers = {}] of HOSTILE) {
    const answer = await post(api, { key, raw, headers });
    const { error, result } = rpcOf(answer) ?? {};
    expect(answer.status).toBeLessThan(500);
    const isRefused = answer.status >= 400 || error !== undefined || result?.isError === true;
    if (!isRefused) wrong += 1;
  }
  expect(wrong).toBe(0);
  const right = rpcOf(await post(api, { key, body: search(PLACE) }));
  expect(right.result.structuredContent).toMatchObject({ lots: [] });
});

test('there are no streams to hold open: GET and DELETE are refused', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const headers = { accept: 'text/event-stream', 'mcp-session-id': 'x', 'last-event-id': '1' };
    const answer = await api.request(method, '/mcp', { headers });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  }
});

test('a stream without changes ends when the service stops', async () => {
  const other = await startTestApi({ clock });
  const listen = message('subscriptions/listen', { ...meta(VERSION), notifications: {} });
  const answer = await fetch(`${other.url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'subscriptions/listen',
    },
    body: text(listen),
  });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('acknowledged');
  const ended = reader?.read().catch(() => ({ done: true }));
  await other.stop();
  expect(await ended).toMatchObject({ done: true });
});

test('a name of a tool from the chain of prototypes is no tool', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const { error } = rpcOf(await post(api, { body: message('tools/call', { name }) }));
    expect(error.code).toBe(-32602);
  }
});
