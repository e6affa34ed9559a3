import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocumentFetcher } from '../../../../src/outbound/documents/fetch-document.ts';
import { openHostResolver } from '../../../../src/outbound/webhooks/sending/resolve-host.ts';
import {
  type NameAnswer,
  type NameServer,
  openNameServer,
} from '../webhooks/sending/name-server.ts';
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from '../webhooks/sending/receiver.ts';
import { openTestReceiver } from '../webhooks/sending/sender-stage.ts';

/** Stand for the public internet and for a private network. Both are this machine. */
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';
const ADDRESS = 'https://app.example.com/client.json';
const MS_MAX = 400;

let server: NameServer;
let answer: (name: string) => NameAnswer | undefined;
beforeAll(async () => {
  server = await openNameServer((name) => answer(name));
});
afterAll(() => server.close());
beforeEach(() => {
  answer = () => ({ addresses: [PUBLIC] });
});

const whole = (text: string, more = 'Content-Type: application/json\r\n', status = '200 OK') =>
  `HTTP/1.1 ${status}\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** A host of documents on all addresses of this machine, and what finds it by its name. */
async function openHost(
  react: string | ((socket: Socket, request: string) => void),
  { cert = CERTIFICATE, msMax = 5_000 } = {},
) {
  const receiver = await openTestReceiver(react, { tls: { cert, key: KEY } });
  const fetchDocument = openDocumentFetcher({
    resolver: openHostResolver({
      servers: [server.address],
      isPublic: (address) => address === PUBLIC,
    }),
    trusted: `${CERTIFICATE}${EXPIRED_CERTIFICATE}`,
    dial: (wanted) => connect({ ...wanted, port: receiver.port }),
    msMax,
  });
  return { receiver, fetchDocument };
}

test('a document of a public host is read, and nothing is sent that says who asks', async () => {
  const { receiver, fetchDocument } = await openHost(whole('{"a":1}'));
  expect(await fetchDocument(ADDRESS)).toMatchObject({ status: 200, text: '{"a":1}' });
  expect(receiver.connectedTo).toEqual([PUBLIC]);
  expect(receiver.requests[0]).toMatch(
    /^GET \/client.json HTTP\/1.1\r\nhost: app.example.com\r\n/i,
  );
  expect(receiver.requests[0]).not.toMatch(/authorization|cookie|user-agent|referer/i);
});

test.each([
  ['private', () => ({ addresses: [PRIVATE] })],
  ['one private', () => ({ addresses: [PUBLIC, PRIVATE] })],
  ['link-local', () => ({ addresses: ['169.254.169.254'] })],
  ['private of IPv6', () => ({ addresses: ['fd00::1'] })],
  ['mapped', () => ({ addresses: ['::ffff:10.0.0.1'] })],
  ['none', () => undefined],
] satisfies [string, () => NameAnswer | undefined][])(
  'nothing connects to a name whose addresses are %s',
  async (_what, addresses) => {
    answer = addresses;
    const { receiver, fetchDocument } = await openHost(whole('{}'));
    await expect(fetchDocument(ADDRESS)).rejects.toThrow(/not public|not found/);
    expect(receiver.connectedTo).toEqual([]);
  },
);

test('a name that changes between look-up and connection leads where it was looked up', async () => {
  let asked = 0;
  // A look-up asks twice, for both versions of IP.
  answer = () => ({ addresses: [asked++ < 2 ? PUBLIC : PRIVATE] });
  const { receiver, fetchDocument } = await openHost(whole('{}'));
  await fetchDocument(ADDRESS);
  expect(receiver.connectedTo).toEqual([PUBLIC]);
});

test('a redirect is an answer, and is not followed', async () => {
  const to = 'Content-Type: application/json\r\nLocation: https://127.0.0.1/secret\r\n';
  const { receiver, fetchDocument } = await openHost(whole('{}', to, '302 Found'));
  expect((await fetchDocument(ADDRESS)).status).toBe(302);
  expect(receiver.requests).toHaveLength(1);
});

test.each([
  'http://app.example.com/client.json',
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://10.0.0.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/client.json',
  'https://0x7f.1/client.json',
  'https://localhost/client.json',
  'https://metadata.google.internal/client.json',
  'https://printer.local/client.json',
  'https://app.example.com:8443/client.json',
  'https://user@app.example.com/client.json',
  'https://app.example.com./client.json',
  'https://app.example.com/client.json#x',
  'file:///etc/passwd',
  'nowhere',
])('nothing is fetched from %s', async (url) => {
  const { receiver, fetchDocument } = await openHost(whole('{}'));
  await expect(fetchDocument(url)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect([receiver.connectedTo, receiver.byteCount()]).toEqual([[], 0]);
});

test.each([
  ['says that it is long', whole(`"${'x'.repeat(20_000)}"`)],
  [
    'is long without saying so',
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"${'x'.repeat(200_000)}`,
  ],
  ['is a page', whole('{}', 'Content-Type: text/html\r\n')],
  ['has no type', whole('{}', '')],
  ['has endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n{}`],
  ['is no HTTP', 'hello there\r\n\r\n'],
])('an answer that %s is not read', async (_what, bytes) => {
  const { fetchDocument } = await openHost(bytes);
  await expect(fetchDocument(ADDRESS)).rejects.toThrow();
});

test.each([
  ['never answers', () => {}],
  ['stops halfway', (socket: Socket) => void socket.write(whole('{"a":1}').slice(0, -3))],
])('a host that %s is left after a time', async (_what, react) => {
  const { receiver, fetchDocument } = await openHost(react, { msMax: MS_MAX });
  await expect(fetchDocument(ADDRESS)).rejects.toThrow(/abort|timeout/i);
  await receiver.empty();
});

test('a host whose certificate has expired gets nothing', async () => {
  const { receiver, fetchDocument } = await openHost(whole('{}'), { cert: EXPIRED_CERTIFICATE });
  await expect(fetchDocument(ADDRESS)).rejects.toThrow(/expired/);
  expect(receiver.byteCount()).toBe(0);
});
