import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';
import { sampleOperations } from '../sample-operations.ts';

const BODY_BYTES_MAX = 1_048_576;
const MEMORY_BYTES_MAX = 200 * 1024 * 1024;

let api: TestApi;
let secret: string;
beforeAll(async () => {
  let ms = Date.now();
  api = await startTestApi({ operations: sampleOperations, clock: { now: () => (ms += 60_000) } });
  secret = (await api.createKey()).secret;
});
afterAll(() => api.stop());

function post(raw: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  return api.request('POST', '/api/v1/echoes', {
    key: secret,
    headers: { 'content-type': 'application/json', ...headers },
    raw,
  });
}

function expectEnvelope(answer: Pick<Answer, 'headers' | 'text'>, code: string): void {
  const { error, ...rest } = JSON.parse(answer.text);
  expect(rest).toEqual({});
  expect(error).toMatchObject({ code, message: expect.any(String) });
  expect(error.request_id).toMatch(/^req_[0-9a-f]{32}$/);
  expect(error.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-ratelimit-limit']).toBeDefined();
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\n\s+at /);
}

/** A body with the plate and one more member, whose JSON is given as text. */
const withMember = (name: string, json: string) => `{"plate":"AB",${JSON.stringify(name)}:${json}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('invalid JSON', () => {
  test.each<[string, string | Buffer]>([
    ['truncated', '{"plate":"A'],
    ['empty but for spaces', '   '],
    ['a text', '"plate"'],
    ['a number', '1e999'],
    ['NaN', withMember('hours', 'NaN')],
    ['single quotes', "{'plate':'AB'}"],
    ['a comma too many', '{"plate":"AB",}'],
    ['two documents', '{"plate":"AB"}{"plate":"AB"}'],
    ['a raw control character', '{"plate":"A\nB"}'],
    ['bytes that are not text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['ten thousand deep and open', '['.repeat(10_000)],
    ['a text with bytes that are none', Buffer.from('{"plate":"A\xff"}', 'latin1')],
  ])('%s: 400 in the envelope', async (_name, raw) => {
    const answer = await post(raw);
    expect(answer.status).toBe(400);
    expectEnvelope(answer, 'BAD_REQUEST');
  });
});

describe('valid but hostile JSON', () => {
  test.each<[string, string, string]>([
    ['a number past double precision', withMember('hours', '1e999'), 'hours'],
    [
      'the same, deep in free-form data',
      withMember('metadata', '{"a":[{"b":-1e999}]}'),
      'metadata.a.0.b',
    ],
    ['10,000 arrays deep', withMember('anything', nested(10_000)), `anything${'.0'.repeat(31)}`],
    [
      'half a million arrays deep',
      withMember('anything', nested(500_000)),
      `anything${'.0'.repeat(31)}`,
    ],
    ['__proto__', withMember('__proto__', '{"isAdmin":true}'), '__proto__'],
    ['constructor', withMember('constructor', '{"prototype":{}}'), 'constructor'],
    [
      '__proto__ in free-form data',
      withMember('metadata', '{"__proto__":{"a":1}}'),
      'metadata.__proto__',
    ],
    ['a lone surrogate', withMember('anything', '"\\ud800"'), 'anything'],
    ['a lone surrogate in a name', withMember('metadata', '{"\\udc00":1}'), 'metadata'],
    ['a NUL character', '{"plate":"A\\u0000B"}', 'plate'],
    ['a NUL character in a name', withMember('metadata', '{"a\\u0000":1}'), 'metadata'],
    ['300,000 values', withMember('anything', `[${'0,'.repeat(300_000)}0]`), `anything.99997`],
    [
      '5,000 members',
      withMember(
        'metadata',
        JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [n, n]))),
      ),
      'metadata',
    ],
  ])('%s: 400 naming the field', async (_name, raw, field) => {
    const answer = await post(raw);
    expect(answer.status).toBe(400);
    expectEnvelope(answer, 'BAD_REQUEST');
    expect(answer.body.error.details).toMatchObject([{ field }]);
  });

  test('hostile JSON has not changed the prototype of objects', () => {
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  test('if two members have the same name, the last one counts', async () => {
    const { status, body } = await post('{"plate":"AB","plate":"CD"}');
    expect(status).toBe(201);
    expect(body.echo).toEqual({ plate: 'CD' });
  });

  test('a byte order mark is skipped', async () => {
    expect((await post('\ufeff{"plate":"AB"}')).status).toBe(201);
  });

  test('characters beyond the basic plane arrive whole', async () => {
    const { body } = await post('{"plate":"🅿️ \\ud83d\\ude97"}');
    expect(body.echo).toEqual({ plate: '🅿️ 🚗' });
  });
});

describe('types, charsets and encodings', () => {
  test.each([
    [undefined, { 'content-type': '' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON by another name', { 'content-type': 'application/vnd.api+json' }],
    ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['a charset nobody knows', { 'content-type': 'application/json; charset=utf-9' }],
    ['an encoding nobody knows', { 'content-encoding': 'compress' }],
  ])('%s is 415, code BAD_REQUEST', async (_name, headers) => {
    const answer = await post('{"plate":"AB"}', headers);
    expect(answer.status).toBe(415);
    expectEnvelope(answer, 'BAD_REQUEST');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])('%s is read', async (type) => {
    expect((await post('{"plate":"AB"}', { 'content-type': type })).status).toBe(201);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('a body in %s is read; one that breaks off is 400', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    const whole = compress(Buffer.from('{"plate":"AB"}'));
    expect((await post(whole, headers)).status).toBe(201);
    const broken = await post(whole.subarray(0, -4), headers);
    expect(broken.status).toBe(400);
    expectEnvelope(broken, 'BAD_REQUEST');
  });

  test('a small body that unpacks to 500 MB is 413, and is never unpacked whole', async () => {
    const bomb = gzipSync(Buffer.alloc(500 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(BODY_BYTES_MAX);
    const before = process.memoryUsage().rss;
    const answer = await post(bomb, { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(413);
    expectEnvelope(answer, 'PAYLOAD_TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES_MAX);
  });
});

describe('sizes', () => {
  const ofBytes = (bytes: number) => {
    const empty = JSON.stringify({ plate: '' }).length;
    return JSON.stringify({ plate: 'A'.repeat(bytes - empty) });
  };

  test.each([
    [BODY_BYTES_MAX - 1, 201],
    [BODY_BYTES_MAX, 201],
    [BODY_BYTES_MAX + 1, 413],
  ])('%i bytes: %i, with a length or in chunks', async (bytes, status) => {
    const sent = ofBytes(bytes);
    const plain = await post(sent);
    expect(plain.status).toBe(status);
    if (status === 413) expectEnvelope(plain, 'PAYLOAD_TOO_LARGE');
    const chunk = `${sent.length.toString(16)}\r\n${sent}\r\n0\r\n\r\n`;
    const text = await sendBytes(api.port, head('Transfer-Encoding: chunked') + chunk);
    const chunked = parseAnswer(text);
    expect(chunked.status).toBe(status);
    if (status === 413) expectEnvelope(chunked, 'PAYLOAD_TOO_LARGE');
  });
});

/** The head of a POST that closes its connection. */
function head(...lines: string[]): string {
  return [
    'POST /api/v1/echoes HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${secret}`,
    'Content-Type: application/json',
    'Connection: close',
    ...lines,
    '\r\n',
  ].join('\r\n');
}

describe('bytes that are not a request', () => {
  const body = '{"plate":"AB"}';
  test.each<[string, () => string, number]>([
    ['no HTTP at all', () => 'hello\r\n\r\n', 400],
    ['TLS on a plaintext port', () => '\x16\x03\x01\x00\xa5\x01\x00', 400],
    ['an unknown method', () => 'BREW /api/v1/echoes HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a header with a space in its name', () => 'GET / HTTP/1.1\r\nHost: a\r\nA b: c\r\n\r\n', 400],
    [
      'a header folded over two lines',
      () => 'GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n',
      400,
    ],
    ['a NUL in a header', () => 'GET / HTTP/1.1\r\nHost: a\r\nA: b\0c\r\n\r\n', 400],
    ['no Host', () => 'GET /api/v1/things/search HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'headers of 64 KB',
      () => `GET / HTTP/1.1\r\nHost: a\r\nA: ${'b'.repeat(65_536)}\r\n\r\n`,
      431,
    ],
    ['CONNECT', () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'length and chunks at once',
      () => `${head('Content-Length: 14', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    ['two lengths', () => head('Content-Length: 14', 'Content-Length: 15') + body, 400],
    ['a negative length', () => head('Content-Length: -1') + body, 400],
    ['a chunk size that is no number', () => `${head('Transfer-Encoding: chunked')}zz\r\n`, 400],
  ])('%s: the envelope, then the connection is closed', async (_name, bytes, status) => {
    const answer = parseAnswer(await sendBytes(api.port, Buffer.from(bytes(), 'latin1')));
    expect(answer.status).toBe(status);
    expectEnvelope(answer, 'BAD_REQUEST');
  });

  test('an address with letters that are not encoded gets a hint how to encode them', async () => {
    const bytes = Buffer.from('GET /api/v1/things/search?near=München HTTP/1.1\r\nHost: a\r\n\r\n');
    const answer = parseAnswer(await sendBytes(api.port, bytes));
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/must be percent-encoded, such as .+ as %C3%BC/);
  });

  test('a length that is too short is 400, and the rest of the body is not a second request', async () => {
    const text = await sendBytes(api.port, head('Content-Length: 5') + body);
    const answer = parseAnswer(text);
    expect(answer.status).toBe(400);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('an expectation other than 100-continue does not change the answer', async () => {
    const bytes = `${head('Expect: miracles', `Content-Length: ${body.length}`)}${body}`;
    expect(parseAnswer(await sendBytes(api.port, bytes)).status).toBe(201);
  });

  test('requests sent together are answered in order', async () => {
    const one = (path: string, end = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${end}\r\n`;
    const text = await sendBytes(
      api.port,
      one('/api/v1/things/search') +
        one('/nowhere') +
        one('/api/v1/things/1', 'Connection: close\r\n'),
    );
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '404', '200']);
  });

  test.each([
    ['in a header', () => 'GET / HTTP/1.1\r\nHost'],
    ['in a body', () => `${head('Content-Length: 14')}{"plate"`],
    ['in a chunk', () => `${head('Transfer-Encoding: chunked')}ff\r\n{"plate"`],
    ['after CONNECT', () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['after an answer', () => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('a caller that breaks off %s does not affect others', async (_name, bytes) => {
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => {});
    await new Promise<void>((done) => socket.write(bytes(), () => done()));
    const closed = new Promise((done) => socket.once('close', done));
    socket.resetAndDestroy();
    await closed;
    expect((await post(body)).status).toBe(201);
  });
});
