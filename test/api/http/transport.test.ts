import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { parseAnswer, sendBytes, sendBytesOverTls } from '../raw-socket.ts';
import { sampleOperations } from '../sample-operations.ts';

const PATH = '/api/v1/things/search';
const HSTS = 'max-age=31536000; includeSubDomains';
const TLS: Partial<Config> = {
  transport: 'tls',
  tlsCertPath: 'test/api/certificate/cert.pem',
  tlsKeyPath: 'test/api/certificate/key.pem',
};

let api: TestApi;
afterEach(() => api.stop());

async function start(config: Partial<Config>): Promise<void> {
  api = await startTestApi({ operations: sampleOperations, config });
}

function expectUpgradeRequired(answer: {
  status: number;
  headers: Record<string, string>;
  text: string;
}): void {
  expect(answer.status).toBe(426);
  expect(answer.headers.upgrade).toBe('TLS/1.3, HTTP/1.1');
  expect(answer.headers.connection).toMatch(/Upgrade/);
  expect(answer.headers['strict-transport-security']).toBeUndefined();
  expect(answer.headers['x-ratelimit-limit']).toBe('120');
  const { error } = JSON.parse(answer.text);
  expect(error.code).toBe('BAD_REQUEST');
  expect(error.request_id).toBe(answer.headers['x-request-id']);
}

describe('loopback', () => {
  test('plaintext is answered on a loopback socket, without HSTS', async () => {
    await start({ transport: 'loopback' });
    const { status, headers } = await api.request('GET', PATH);
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('forwarding headers are ignored', async () => {
    await start({ transport: 'loopback' });
    const forwarded = (ip: string) => ({ 'x-forwarded-for': ip, 'x-forwarded-proto': 'https' });
    await api.request('GET', PATH, { headers: forwarded('192.0.2.1') });
    const { headers } = await api.request('GET', PATH, { headers: forwarded('192.0.2.2') });
    expect(headers['x-ratelimit-remaining']).toBe('118');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  // Without a network there is no other address to call from, so this runs no test.
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  test.each(outside)('plaintext through the network address %s is 426', async (address) => {
    await start({ transport: 'loopback', host: '0.0.0.0' });
    const bytes = `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expectUpgradeRequired(parseAnswer(await sendBytes(api.port, bytes, address)));
  });
});

describe('proxy', () => {
  const trusted = { transport: 'proxy', trustedProxies: ['127.0.0.0/8', '192.0.2.9'] } as const;
  const ask = (headers: Record<string, string | string[]>) => api.request('GET', PATH, { headers });

  test('a request that a trusted proxy received over https is answered, with HSTS', async () => {
    await start(trusted);
    const { status, headers } = await ask({ 'x-forwarded-proto': 'https' });
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe(HSTS);
  });

  test.each<[string, Record<string, string>]>([
    ['plaintext', { 'x-forwarded-proto': 'http' }],
    ['nothing said', {}],
    ['https first, plaintext on the way', { 'x-forwarded-proto': 'https, http' }],
    ["the caller's own claim before the proxy's", { 'x-forwarded-proto': 'http,https' }],
  ])('through a trusted proxy, %s: 426', async (_name, headers) => {
    await start(trusted);
    expectUpgradeRequired(await ask(headers));
  });

  test('a caller that is no trusted proxy is 426, whatever its headers say', async () => {
    await start({ transport: 'proxy', trustedProxies: ['192.0.2.9'] });
    expectUpgradeRequired(await ask({ 'x-forwarded-proto': 'https' }));
  });

  test('budgets belong to the last address that is not a trusted proxy', async () => {
    await start(trusted);
    const remaining = async (forwardedFor: string | string[]) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': forwardedFor };
      return Number((await ask(headers)).headers['x-ratelimit-remaining']);
    };
    expect(await remaining('203.0.113.5')).toBe(119);
    expect(await remaining('198.51.100.1, 203.0.113.5')).toBe(118);
    expect(await remaining('203.0.113.5, 192.0.2.9, 127.0.0.3')).toBe(117);
    expect(await remaining(['198.51.100.1', '203.0.113.5'])).toBe(116);
    expect(await remaining('203.0.113.6')).toBe(119);
    expect(await remaining('::ffff:203.0.113.6')).toBe(118);
    for (const form of ['203.0.113.6:4711', '::FFFF:cb00:7106', '[64:ff9b::203.0.113.6]:80'])
      await remaining(form);
    expect(await remaining('203.0.113.6')).toBe(114);
    await remaining('2001:db8::1');
    for (const form of ['[2001:DB8::1]', '"[2001:db8:0::1]:443"', '2001:db8::1%eth0'])
      await remaining(form);
    expect(await remaining('2001:0db8::0001')).toBe(115);
    // A value that is no address is the proxy's fault: its own budget is used.
    expect(await remaining('unknown')).toBe(119);
    expect(await remaining('127.0.0.1')).toBe(118);
  });
});

describe('tls', () => {
  test('an encrypted request is answered, with HSTS', async () => {
    await start(TLS);
    const { status, headers } = await api.request('GET', PATH);
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe(HSTS);
  });

  test('plaintext on the same port is 426 in the envelope, and the connection is closed', async () => {
    await start(TLS);
    const bytes = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`;
    expectUpgradeRequired(parseAnswer(await sendBytes(api.port, bytes)));
  });

  test('TLS 1.2 is refused', async () => {
    await start(TLS);
    const bytes = `GET ${PATH} HTTP/1.1\r\n\r\n`;
    expect(await sendBytesOverTls(api.port, bytes, { maxVersion: 'TLSv1.2' })).toBe('');
  });

  test('bytes that are not a request are answered over TLS as well', async () => {
    await start(TLS);
    const answer = parseAnswer(await sendBytesOverTls(api.port, 'hello\r\n\r\n'));
    expect(answer.status).toBe(400);
    expect(answer.headers['strict-transport-security']).toBe(HSTS);
  });

  test('a handshake that breaks off does not affect others', async () => {
    await start(TLS);
    await sendBytes(api.port, Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5]));
    expect((await api.request('GET', PATH)).status).toBe(200);
  });
});
