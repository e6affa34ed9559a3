import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { findRequestProblem } from '../../../src/kit/web/http/host.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes } from '../raw-socket.ts';

let api: TestApi;
beforeAll(async () => {
  // Each reading is a minute later, so that no budget is used up.
  let ms = Date.now();
  api = await startTestApi({ clock: { now: () => (ms += 60_000) } });
});
afterAll(() => api.stop());

const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const POST = [
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  `Content-Length: ${MESSAGE.length}`,
];
/** One of each kind of endpoint: tools, an operation, a document, a page, and no path at all. */
const ENDPOINTS = ['/mcp', '/api/v1/lots/search?lat=1&lng=1', '/openapi.json', '/', '/nowhere'];

async function ask(path: string, host: string, target = path) {
  const isPost = path === '/mcp';
  const lines = [`Host: ${host}`, ...(isPost ? POST : []), 'Connection: close'];
  const head = `${isPost ? 'POST' : 'GET'} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const bytes = Buffer.from(head + (isPost ? MESSAGE : ''), 'latin1');
  const answer = parseAnswer(await sendBytes(api.port, bytes));
  return { ...answer, body: answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined };
}

const NO_HOSTS = [
  ...['x@localhost', 'x:y@localhost', 'localhost:99999', 'localhost:8a', 'localhost:80:80', ''],
  ...['[::1', '::1', '[::1%eth0]', '[1]', '[v1.a]', 'a b', 'a/b', 'a?b', 'a#b', 'a\\b', 'a,b'],
  ...['http://localhost', '%6cocalhost', 'm\xfcnchen', '<a>', 'a'.repeat(256)],
];

test.each(NO_HOSTS)('the Host "%s" is 400 in the envelope, at every endpoint', async (host) => {
  for (const path of ENDPOINTS) {
    const { status, body, headers } = await ask(path, host);
    expect([path, status, body?.error.code]).toEqual([path, 400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('Host');
    expect(body.error.request_id).toBe(headers['x-request-id']);
  }
});

test.each(['x@localhost', 'localhost:99999', '', '[::1', 'localhost:8080http:'])(
  'the target http://%s/… is 400 in the envelope, at every endpoint',
  async (authority) => {
    for (const path of ENDPOINTS) {
      const { status, body } = await ask(path, 'localhost', `http://${authority}${path}`);
      expect([path, status, body?.error.code]).toEqual([path, 400, 'BAD_REQUEST']);
    }
  },
);

test('a target of another scheme is 400', async () => {
  expect((await ask('/', 'localhost', 'ftp://localhost/')).status).toBe(400);
});

test('a target with its host is answered like its path alone', async () => {
  for (const path of ENDPOINTS) {
    const { status } = await ask(path, 'localhost');
    expect((await ask(path, 'localhost', `http://localhost${path}`)).status).toBe(status);
  }
  expect((await ask('/', 'localhost', 'http://localhost')).status).toBe(200);
  const search = 'http://localhost/api/v1/lots/search?lat=91&lng=1';
  expect((await ask('/', 'localhost', search)).body.error.details[0].field).toBe('lat');
});

test('tools are called for the host of the target, not for that of the header', async () => {
  expect((await ask('/mcp', 'localhost', 'http://rebound.example/mcp')).status).toBe(403);
  expect((await ask('/mcp', 'rebound.example', 'http://localhost/mcp')).status).toBe(200);
});

test.each([
  ...['localhost', 'localhost:', 'localhost:0', 'localhost:65535', '127.0.0.1:80', '[::1]'],
  ...['[2001:DB8::1]:443', 'my_service', 'Parking.Example.', 'xn--mnchen-3ya.example'],
])('the Host %s is one', (host) => {
  const req = { headersDistinct: { host: [host] }, httpVersion: '1.1' };
  expect(findRequestProblem(req, '/')).toBeUndefined();
});

test.each([
  ['HEXLOT_BASE_URL', 'https://user:pw@parking.test'],
  ['HEXLOT_BASE_URL', 'https://user@parking.test'],
  ['HEXLOT_BASE_URL', 'https://parking.test/?a=b'],
  ['HEXLOT_LEGAL_URL', 'https://user:pw@parking.test/terms'],
])('%s=%s prevents the start, and is not repeated', (name, value) => {
  const start = () => readConfig({ [name]: value });
  expect(start).toThrow(new RegExp(`^${name} must have no`));
  expect(start).not.toThrow(/pw/);
});
