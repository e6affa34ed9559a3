import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { HostResolver } from '../../../../../src/outbound/webhooks/sending/resolve-host.ts';
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY, OK } from './receiver.ts';
import { idle, isPending, openPair, openTestReceiver, openTestSender } from './sender-stage.ts';

const STRANGE = {
  cert: readFileSync('test/api/certificate/cert.pem', 'utf8'),
  key: readFileSync('test/api/certificate/key.pem', 'utf8'),
};
const TRUSTED = `${CERTIFICATE}${EXPIRED_CERTIFICATE}`;
const LIMIT_MS = 30_000;

test('an endpoint with a valid certificate is sent to over TLS 1.2 and 1.3', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const tls = { cert: CERTIFICATE, key: KEY, minVersion: version, maxVersion: version };
    const { receiver, send } = await openPair(OK, { tls, trusted: TRUSTED });
    expect(await send()).toMatchObject({ isSuccess: true, status: 200, answer: 'ok' });
    await idle();
    expect(await send()).toMatchObject({ isSuccess: true });
    expect(receiver.connectedTo).toHaveLength(1);
  }
});

test('only HTTP/1.1 is offered', async () => {
  const tls = { cert: CERTIFICATE, key: KEY, ALPNProtocols: ['h2', 'http/1.1'] };
  const { receiver, send } = await openPair(OK, { tls, trusted: TRUSTED });
  expect(await send()).toMatchObject({ isSuccess: true });
  expect(receiver.requests[0]).toMatch(/^POST \/hook\?a=b HTTP\/1\.1\r\n/);
});

test.each([
  ['has expired', { cert: EXPIRED_CERTIFICATE, key: KEY }, 'it has expired'],
  ['nobody knows', STRANGE, 'it is signed by itself'],
])('nothing is sent to an endpoint whose certificate %s', async (_what, tls, reason) => {
  const { receiver, send, logged } = await openPair(OK, { tls, trusted: TRUSTED });
  expect(await send()).toMatchObject({
    isSuccess: false,
    status: null,
    failure: `the certificate is not valid: ${reason}`,
  });
  await receiver.empty();
  expect([receiver.byteCount(), logged]).toEqual([0, []]);
});

/** Finds every name at this machine, and says that it is public. */
const NEARBY: HostResolver = {
  isPublic: () => true,
  publicAddresses: async () => [{ address: '127.0.0.1', family: 4 }],
};

test('an endpoint must have a certificate for its name', async () => {
  const tls = { cert: CERTIFICATE, key: KEY };
  const receiver = await openTestReceiver(OK, { tls });
  const { sender } = openTestSender({
    resolver: NEARBY,
    trusted: TRUSTED,
    port443: receiver.port,
  });
  const send = (host: string) =>
    sender.send({ url: `https://${host}/`, headers: {}, body: 'secret' });
  for (const host of ['hooks.example.net', 'a.b.example.com'])
    expect(await send(host)).toMatchObject({
      status: null,
      failure: 'the certificate is not valid: it is for another name',
    });
  expect(receiver.byteCount()).toBe(0);
  expect(await send('hooks.example.com')).toMatchObject({ isSuccess: true });
});

test.each([
  ['versions before TLS 1.2', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' } as const],
  [
    'ciphers that are not safe',
    { ciphers: 'NULL-SHA256:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const,
  ],
])('an endpoint that offers only %s is not sent to', async (_what, old) => {
  const tls = { cert: CERTIFICATE, key: KEY, ciphers: 'ALL:@SECLEVEL=0', ...old };
  const { receiver, send, logged } = await openPair(OK, { tls, trusted: TRUSTED });
  expect(await send()).toMatchObject({ failure: 'could not agree on TLS 1.2 or 1.3' });
  expect([receiver.byteCount(), logged]).toEqual([0, []]);
});

/** A sender that speaks TLS to what is below: `react` gets the first bytes of the handshake. */
async function openBadHandshake(react: (socket: Socket) => void) {
  const receiver = await openTestReceiver(OK, {
    onConnection: (socket) => socket.once('data', () => react(socket)),
  });
  const stage = openTestSender({ resolver: NEARBY, trusted: TRUSTED, port443: receiver.port });
  const url = 'https://hooks.example.com/';
  return { ...stage, receiver, send: () => stage.sender.send({ url, headers: {}, body: '' }) };
}

test.each([
  ['plain HTTP', OK],
  ['garbage', 'garbage garbage garbage'],
])('an endpoint that answers a handshake with %s is not sent to', async (_what, text) => {
  const { receiver, send, logged } = await openBadHandshake((socket) => socket.write(text));
  expect(await send()).toMatchObject({
    status: null,
    failure: 'could not agree on TLS 1.2 or 1.3',
  });
  expect(logged).toEqual([]);
  await receiver.empty();
});

test('an endpoint that closes during the handshake fails', async () => {
  for (const end of ['end', 'resetAndDestroy'] as const) {
    const { receiver, send } = await openBadHandshake((socket) => socket[end]());
    expect(await send()).toMatchObject({
      failure: 'closed the connection before its answer was whole',
    });
    await receiver.empty();
  }
});

test('an endpoint whose handshake takes 30 s fails, and its connection is closed', async () => {
  let isBegun = () => {};
  const begun = new Promise<void>((done) => {
    isBegun = done;
  });
  const { receiver, send, watch } = await openBadHandshake(() => isBegun());
  const answer = send();
  await begun;
  watch.pass(LIMIT_MS - 1);
  expect(await isPending(answer)).toBe(true);
  watch.pass(1);
  expect(await answer).toMatchObject({ status: null, failure: 'did not answer within 30 s' });
  await receiver.empty();
  expect(watch.waitingCount()).toBe(0);
});
