import { expect, test } from 'vitest';
import { OK } from './receiver.ts';
import { idle, openPair } from './sender-stage.ts';

/** Asks that the connection is kept for longer than it will be. */
const KEPT = OK.replace('\r\n', '\r\nKeep-Alive: timeout=600\r\n');
const LIMIT_MS = 30_000;

test('a connection is used again, and nothing is left of it when the sender closes', async () => {
  const { receiver, send, sender, watch } = await openPair(OK);
  for (let count = 0; count < 20; count++) {
    expect(await send()).toMatchObject({ isSuccess: true });
    await idle();
  }
  expect(receiver.connectedTo).toHaveLength(1);
  expect(watch.waitingCount()).toBe(0);
  await sender.close();
  await receiver.empty();
});

test('a connection is not used again after a minute, and is closed then', async () => {
  const { receiver, send, watch } = await openPair(KEPT);
  await send();
  await idle();
  watch.pass(59_999);
  await send();
  await idle();
  expect(receiver.connectedTo).toHaveLength(1);
  watch.pass(1);
  await send();
  expect(receiver.connectedTo).toHaveLength(2);
  await receiver.left(1);
});

test('what an endpoint says unasked is never taken for its next answer', async () => {
  const gone = 'HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n';
  for (const unasked of [gone, gone.slice(0, 20), 'garbage']) {
    const { receiver, send } = await openPair((socket) => {
      socket.write(`${KEPT}${unasked}`);
    });
    for (let count = 0; count < 3; count++) {
      expect(await send()).toMatchObject({ isSuccess: true, status: 200 });
      await idle();
    }
    expect(receiver.connectedTo).toHaveLength(3);
  }
});

test('a connection that grows old while an answer is on its way still brings it', async () => {
  const { receiver, send, watch } = await openPair((socket, request) => {
    if (!request.endsWith('first')) socket.write(KEPT);
  });
  await send('opens the pool');
  await idle();
  watch.pass(40_000);
  const first = send('first');
  await receiver.reached(2);
  watch.pass(20_000);
  expect(await send('second')).toMatchObject({ isSuccess: true });
  for (const socket of receiver.connections) socket.write(KEPT);
  expect(await first).toMatchObject({ isSuccess: true, ms: 20_000 });
});

test('an endpoint that nothing is sent to is forgotten when something is sent elsewhere', async () => {
  const { receiver, send, sender, url, watch } = await openPair(KEPT);
  await send();
  await idle();
  watch.pass(60_000);
  await sender.send({ url: new URL('/other', url).href, headers: {}, body: '' });
  await receiver.left(1);
});

test('one endpoint has at most 32 connections, and another of the same host has its own', async () => {
  const { receiver, send, sender, url, watch } = await openPair((socket, request) => {
    if (request.startsWith('POST /other')) socket.write(OK);
  });
  const hanging = Array.from({ length: 40 }, () => send());
  await receiver.reached(32);
  const other = new URL('/other', url).href;
  expect(await sender.send({ url: other, headers: {}, body: '' })).toMatchObject({
    isSuccess: true,
  });
  expect(receiver.connectedTo).toHaveLength(33);
  watch.pass(LIMIT_MS);
  const failures = new Set((await Promise.all(hanging)).map(({ failure }) => failure));
  expect([...failures]).toEqual(['did not answer within 30 s']);
});

test('what waited for a connection until its time was over is never sent', async () => {
  const { receiver, send, watch } = await openPair((socket, request) => {
    if (request.endsWith('last')) socket.write(OK);
  });
  const hanging = Array.from({ length: 40 }, (_, index) => send(`${index}`));
  await receiver.reached(32);
  watch.pass(LIMIT_MS);
  await Promise.all(hanging);
  // Waits behind the others.
  expect(await send('last')).toMatchObject({ isSuccess: true });
  expect(receiver.requests).toHaveLength(33);
});

test('closing ends what is being sent without a verdict, and sends nothing more', async () => {
  const { receiver, send, sender } = await openPair(() => {});
  const answer = send().catch((error: Error) => error.message);
  await receiver.reached(1);
  await sender.close();
  expect(await answer).toBe('the sender was closed');
  await receiver.empty();
  await expect(send()).rejects.toThrow('the sender was closed');
  expect(receiver.requests).toHaveLength(1);
});
