import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { badFieldsIn } from '../../../../../src/kit/errors.ts';
import { checkEndpoint } from '../../../../../src/outbound/webhooks/sending/check-endpoint.ts';
import { openHostResolver } from '../../../../../src/outbound/webhooks/sending/resolve-host.ts';
import { type NameAnswer, type NameServer, openNameServer } from './name-server.ts';
import { CERTIFICATE, KEY, OK } from './receiver.ts';
import { idle, isPending, openTestReceiver, openTestSender } from './sender-stage.ts';

/** Stand for the public internet and for a private network. Both are this machine. */
const PUBLIC = '127.0.0.2';
const OTHER_PUBLIC = '127.0.0.3';
const PRIVATE = '127.0.0.1';
const isPublic = (address: string) => [PUBLIC, OTHER_PUBLIC].includes(address);

const HOST = 'hooks.example.com';
const URL_OF_HOST = `https://${HOST}/hook`;
const NOT_PUBLIC = 'its name leads to an address that is not public';
const LIMIT_MS = 30_000;

let server: NameServer;
let answer: (name: string) => NameAnswer | undefined;
const resolver = () => openHostResolver({ servers: [server.address], isPublic });

beforeAll(async () => {
  server = await openNameServer((name) => answer(name));
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  answer = () => ({ addresses: [PUBLIC] });
});

/** A receiver on all addresses of this machine, and a sender that finds it by its name. */
async function openPublic(options: Parameters<typeof openTestSender>[0] = {}) {
  const receiver = await openTestReceiver(OK, { tls: { cert: CERTIFICATE, key: KEY } });
  const stage = openTestSender({
    resolver: resolver(),
    trusted: CERTIFICATE,
    port443: receiver.port,
    ...options,
  });
  const send = (url = URL_OF_HOST) => stage.sender.send({ url, headers: {}, body: 'secret' });
  return { ...stage, receiver, send };
}

test('a name is sent to at the public address that it has', async () => {
  const { receiver, send } = await openPublic();
  expect(await send()).toMatchObject({ isSuccess: true, answer: 'ok' });
  expect(receiver.connectedTo).toEqual([PUBLIC]);
});

test('a name that becomes private after its registration is not connected to', async () => {
  const { receiver, send } = await openPublic();
  await checkEndpoint(URL_OF_HOST, { allow: [], resolver: resolver() });
  answer = () => ({ addresses: [PRIVATE] });
  expect(await send()).toMatchObject({ isSuccess: false, status: null, failure: NOT_PUBLIC });
  expect(receiver.connectedTo).toEqual([]);
});

test('a name that becomes private after the look-up is connected to where it was', async () => {
  let asked = 0;
  // A look-up asks twice, for both versions of IP.
  answer = () => ({ addresses: [asked++ < 2 ? PUBLIC : PRIVATE] });
  const { receiver, send } = await openPublic();
  expect(await send()).toMatchObject({ isSuccess: true });
  expect(receiver.connectedTo).toEqual([PUBLIC]);
  expect(server.asked.toSorted()).toEqual([`A ${HOST}`, `AAAA ${HOST}`]);
});

test('a name that changes at every question never leads to the private address', async () => {
  let asked = 0;
  answer = () => ({ addresses: [asked++ % 3 === 0 ? PUBLIC : PRIVATE] });
  const { receiver, send, watch } = await openPublic();
  for (let count = 0; count < 30; count++) {
    await send();
    await idle();
    watch.pass(60_000);
  }
  expect(new Set(receiver.connectedTo)).toEqual(new Set([PUBLIC]));
});

test.each<[string, NameAnswer]>([
  ['one of whose addresses is private', { addresses: [PUBLIC, PRIVATE] }],
  ['whose IPv6 address is private', { addresses: [PUBLIC, '::1'] }],
  ['that is another name of a private host', { cname: 'db.corp.internal', addresses: [PRIVATE] }],
])('a name %s is refused when it is registered and when it is sent to', async (_what, found) => {
  answer = () => found;
  const { receiver, send, dialled } = await openPublic();
  const refusal = await checkEndpoint(URL_OF_HOST, { allow: [], resolver: resolver() }).catch(
    (error: unknown) => badFieldsIn(error)[0]?.reason,
  );
  expect(refusal).toBe('must have a name whose addresses are all public');
  expect(await send()).toMatchObject({ failure: NOT_PUBLIC });
  expect([receiver.connectedTo, dialled]).toEqual([[], []]);
});

test('a kept connection stays with the address that was checked, and a new one is refused', async () => {
  const { receiver, send, watch } = await openPublic();
  await send();
  answer = () => ({ addresses: [PRIVATE] });
  await idle();
  expect(await send()).toMatchObject({ isSuccess: true });
  expect(receiver.connectedTo).toEqual([PUBLIC]);
  await idle();
  watch.pass(60_000);
  expect(await send()).toMatchObject({ failure: NOT_PUBLIC });
  expect(receiver.connectedTo).toEqual([PUBLIC]);
  expect(receiver.requests).toHaveLength(2);
  await receiver.empty();
});

test('a name that moves to another public address is followed within a minute', async () => {
  const { receiver, send, watch } = await openPublic();
  await send();
  await idle();
  answer = () => ({ addresses: [OTHER_PUBLIC] });
  watch.pass(60_000);
  expect(await send()).toMatchObject({ isSuccess: true });
  expect(receiver.connectedTo).toEqual([PUBLIC, OTHER_PUBLIC]);
});

test('not one byte is sent over a connection that reached another address', async () => {
  // Without TLS, so that the bytes of a handshake would be seen.
  const receiver = await openTestReceiver(() => {});
  const { send } = await openPublic({
    dial: () => connect({ host: PRIVATE, port: receiver.port }),
  });
  const sending = send();
  await expect.poll(() => isPending(sending)).toBe(false);
  expect(await sending).toMatchObject({ failure: NOT_PUBLIC });
  await receiver.empty();
  expect([receiver.connectedTo, receiver.byteCount()]).toEqual([[PRIVATE], 0]);
});

test('an IP address is checked, though nothing looks it up', async () => {
  const { receiver, send, dialled } = await openPublic();
  expect(await send('https://8.8.8.8/')).toMatchObject({ failure: NOT_PUBLIC });
  expect(await send('https://127.0.0.1/')).toMatchObject({
    failure: 'its address must not be a private or special IP address',
  });
  expect([receiver.connectedTo, dialled, server.asked]).toEqual([[], [], []]);
});

test('the second address is tried when the first refuses', async () => {
  const { receiver, send, dialled } = await openPublic();
  const port = receiver.port;
  await receiver.close();
  const second = await openTestReceiver(OK, {
    tls: { cert: CERTIFICATE, key: KEY },
    address: `${OTHER_PUBLIC}:${port}`,
  });
  answer = () => ({ addresses: [PUBLIC, OTHER_PUBLIC] });
  expect(await send()).toMatchObject({ isSuccess: true });
  expect(second.connectedTo).toEqual([OTHER_PUBLIC]);
  expect(dialled).toHaveLength(1);
});

test.each<[string, NameAnswer | undefined, string]>([
  ['does not exist', undefined, 'its name has no address'],
  ['has no address', {}, 'its name has no address'],
  ['cannot be looked up', 'failure', 'the name servers of its name do not answer'],
])('a name that %s is a failure', async (_what, found, failure) => {
  answer = () => found;
  const { send, logged } = await openPublic();
  expect(await send()).toMatchObject({ isSuccess: false, status: null, failure });
  expect(logged).toEqual([]);
});

test('a name server that never answers delays nobody else', async () => {
  answer = (name) => (name.startsWith('silent') ? 'silence' : { addresses: [PUBLIC] });
  const { send, watch } = await openPublic();
  const silent = Array.from({ length: 100 }, (_, index) =>
    send(`https://silent-${index}.example.com/`),
  );
  for (let count = 0; count < 10; count++)
    expect(await send(`https://hooks-${count}.example.com/`)).toMatchObject({ isSuccess: true });
  expect(await isPending(Promise.race(silent))).toBe(true);
  watch.pass(LIMIT_MS);
  const failures = new Set((await Promise.all(silent)).map(({ failure }) => failure));
  expect([...failures]).toEqual(['did not answer within 30 s']);
  expect(watch.waitingCount()).toBe(0);
});
