import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';
import { sampleOperations } from '../sample-operations.ts';

// Of two lines of a header, none is chosen silently.

const BODY = '{"plate":"AB"}';
const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

let api: TestApi;
let key: TestKey;
let other: TestKey;
beforeAll(async () => {
  let ms = Date.now();
  const clock = { now: () => (ms += 60_000) };
  const config = { transport: 'proxy', trustedProxies: ['127.0.0.0/8'] } as const;
  api = await startTestApi({ operations: sampleOperations, clock, config });
  [key, other] = [await api.createKey(), await api.createKey()];
});
afterAll(() => api.stop());

const JSON_TYPE = 'Content-Type: application/json';
const bearer = ({ secret }: TestKey) => `Authorization: Bearer ${secret}`;

async function ask(path: string, lines: readonly string[], body?: string) {
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    ...['Host: localhost', 'Connection: close', 'Accept: application/json, text/event-stream'],
    ...(String(lines).includes('X-Forwarded-Proto')
      ? lines
      : ['X-Forwarded-Proto: https', ...lines]),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
  ];
  const answer = parseAnswer(
    await sendBytes(api.port, `${head.join('\r\n')}\r\n\r\n${body ?? ''}`),
  );
  const { error } = answer.text.startsWith('{') ? JSON.parse(answer.text) : { error: undefined };
  return { ...answer, error };
}

test.each<[string, string, string | undefined]>([
  ['an operation that needs a key', '/api/v1/echoes', BODY],
  ['a public operation', '/api/v1/things/search', undefined],
  ['the tools', '/mcp', MESSAGE],
])(
  'two Authorization headers are 401, which says that one is expected: %s',
  async (_, path, body) => {
    for (const second of [
      bearer(other),
      bearer(key),
      'Authorization: ',
      'Authorization: Basic YTpi',
    ]) {
      const { status, error } = await ask(path, [bearer(key), second, JSON_TYPE], body);
      expect([second, status, error.code]).toEqual([second, 401, 'UNAUTHORIZED']);
      expect(error.message).toContain('one header Authorization');
    }
  },
);

test('an unknown path with two Authorization headers draws from no key', async () => {
  const { status, headers } = await ask('/nowhere', [bearer(key), bearer(other)]);
  expect([status, headers['x-ratelimit-limit']]).toEqual([404, '120']);
});

test.each([
  ['Content-Type', JSON_TYPE, 'Content-Type: application/x-www-form-urlencoded'],
  ['Content-Type', JSON_TYPE, JSON_TYPE],
  ['X-Agent-Platform', 'X-Agent-Platform: chatgpt', 'X-Agent-Platform: claude'],
])('two headers %s are 400 naming it: %s, %s', async (name, ...lines) => {
  const type = name === 'Content-Type' ? [] : [JSON_TYPE];
  const { status, error } = await ask('/api/v1/echoes', [bearer(key), ...type, ...lines], BODY);
  expect([status, error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(error.message).toContain(name);
});

test.each(['one', 'two'])(
  'two headers Idempotency-Key are 400 naming it: one, %s',
  async (second) => {
    const lines = [bearer(key), 'Idempotency-Key: one', `Idempotency-Key: ${second}`];
    const { status, error } = await ask('/api/v1/things/1', lines);
    expect([status, error.details[0].field]).toEqual([400, 'Idempotency-Key']);
  },
);

test('of two X-Forwarded-Proto headers both must say https', async () => {
  const statuses = async (...protos: string[]) => {
    const lines = protos.map((proto) => `X-Forwarded-Proto: ${proto}`);
    return (await ask('/api/v1/things/search', lines)).status;
  };
  expect(await statuses('https', 'https')).toBe(200);
  expect(await statuses('https', 'http')).toBe(426);
  expect(await statuses('http', 'https')).toBe(426);
});
