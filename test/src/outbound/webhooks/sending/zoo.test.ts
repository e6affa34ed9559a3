import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { manualWatch } from './manual-watch.ts';
import { OK } from './receiver.ts';
import { hasRead, isPending, openPair, openTestSender } from './sender-stage.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const LIMIT_MS = 30_000;
const CLOSED = 'closed the connection before its answer was whole';

test('an endpoint gets exactly the bytes and headers that were given', async () => {
  const { receiver, send } = await openPair(OK);
  expect(await send('{"plate":"MÜ 1"}')).toMatchObject({ isSuccess: true });
  const [head = '', body = ''] = receiver.requests[0]?.split('\r\n\r\n') ?? [];
  expect(head.split('\r\n')[0]).toBe('POST /hook?a=b HTTP/1.1');
  expect(head.toLowerCase()).toContain(`host: localhost:${receiver.port}`);
  expect(head).toContain('Content-Type: application/json');
  expect(Buffer.from(body, 'latin1').toString()).toBe('{"plate":"MÜ 1"}');
});

test.each([
  [200, true, null],
  [201, true, null],
  [299, true, null],
  [304, false, 'answered 304: redirects are not followed'],
  [410, false, 'answered 410'],
  [429, false, 'answered 429'],
  [500, false, 'answered 500'],
  [599, false, 'answered 599'],
])('an answer of %s is a success: %s', async (status, isSuccess, failure) => {
  const { send } = await openPair(`HTTP/1.1 ${status} Text\r\nContent-Length: 0\r\n\r\n`);
  expect(await send()).toEqual({
    isSuccess,
    status,
    ms: 0,
    retryAfterMs: null,
    answer: '',
    failure,
  });
});

test('an answer without content (204) is a success', async () => {
  const { send } = await openPair('HTTP/1.1 204 No Content\r\n\r\n');
  expect(await send()).toMatchObject({ isSuccess: true, status: 204, answer: '' });
});

test('an answer of HTTP/1.0 is whole when the connection ends', async () => {
  const { send } = await openPair((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nthanks'));
  expect(await send()).toMatchObject({ isSuccess: true, status: 200, answer: 'thanks' });
});

test('an endpoint that accepts and never answers fails after 30 s', async () => {
  const { receiver, send, watch } = await openPair(() => {});
  const answer = send();
  await receiver.reached(1);
  watch.pass(LIMIT_MS - 1);
  expect(await isPending(answer)).toBe(true);
  watch.pass(1);
  expect(await answer).toMatchObject({
    isSuccess: false,
    status: null,
    ms: LIMIT_MS,
    failure: 'did not answer within 30 s',
  });
  await receiver.empty();
});

test('an answer that is whole after 29.999 s counts', async () => {
  let answering: Socket | undefined;
  const { receiver, send, watch } = await openPair((socket) => {
    answering = socket;
  });
  const answer = send();
  await receiver.reached(1);
  watch.pass(LIMIT_MS - 1);
  answering?.write(OK);
  expect(await answer).toMatchObject({ isSuccess: true, ms: 29_999, failure: null });
});

test('an answer whose end comes after 30.001 s does not count', async () => {
  const begun = `${HEAD}Content-Length: 3\r\n\r\nok`;
  const stage = await openPair(begun);
  const answer = stage.send();
  await hasRead(stage, begun.length);
  stage.watch.pass(LIMIT_MS + 1);
  expect(await answer).toMatchObject({
    isSuccess: false,
    status: 200,
    failure: 'did not finish its answer within 30 s',
    answer: 'ok',
  });
  await stage.receiver.empty();
});

test('an answer that is found whole after 30.001 s does not count, though no timer ended it', async () => {
  const watch = { ...manualWatch(), after: () => () => {} };
  const { receiver, send } = await openPair(
    (socket) => {
      watch.pass(LIMIT_MS + 1);
      socket.write(OK);
    },
    { watch },
  );
  expect(await send()).toMatchObject({
    isSuccess: false,
    failure: 'did not finish its answer within 30 s',
  });
  expect(receiver.requests).toHaveLength(1);
});

test('an endpoint that never reads what it is sent fails after 30 s', async () => {
  const { receiver, send, watch, dialled } = await openPair(() => {}, {
    onConnection: (socket) => socket.pause(),
  });
  const answer = send('x'.repeat(50_000_000));
  await receiver.reached(1, 'connectedTo');
  expect(await isPending(answer)).toBe(true);
  watch.pass(LIMIT_MS);
  expect(await answer).toMatchObject({ status: null, failure: 'did not answer within 30 s' });
  expect(dialled.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('a body of one byte a second is waited for until 30 s are over', async () => {
  const stage = await openPair(`${HEAD}Content-Length: 100\r\n\r\n`);
  const answer = stage.send();
  await stage.receiver.reached(1);
  let byteCount = 0;
  const [connection] = stage.receiver.connections;
  for (; byteCount < 29; byteCount++) {
    connection?.write('x');
    stage.watch.pass(1_000);
    expect(await isPending(answer)).toBe(true);
  }
  stage.watch.pass(1_000);
  expect(await answer).toMatchObject({ isSuccess: false, ms: LIMIT_MS, status: 200 });
  await stage.receiver.empty();
});

test.each([
  ['a length', `${HEAD}Content-Length: 10000000000\r\n\r\n`],
  ['no length', `${HEAD}Connection: close\r\n\r\n`],
])('of a body of 10 GB with %s, 64 kB are read and the status counts', async (_what, head) => {
  const chunk = 'x'.repeat(16_384);
  let sentCount = 0;
  const { receiver, send, dialled } = await openPair((socket) => {
    socket.write(head);
    const more = () => {
      if (socket.destroyed) return;
      sentCount += chunk.length;
      if (socket.write(chunk)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  });
  expect(await send()).toMatchObject({
    isSuccess: true,
    status: 200,
    answer: 'x'.repeat(1_024),
  });
  await receiver.empty();
  expect(dialled[0]?.bytesRead).toBeLessThan(1_000_000);
  expect(sentCount).toBeLessThan(100_000_000);
});

test('an answer of just 64 kB is whole', async () => {
  const body = 'x'.repeat(65_536);
  const { send } = await openPair(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
  expect(await send()).toMatchObject({ isSuccess: true, status: 200 });
});

test.each([
  ['a length', `${HEAD}Content-Length: 100\r\n\r\nhalf`],
  ['chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
])('a connection that ends within a body with %s is a failure', async (_what, begun) => {
  for (const end of ['resetAndDestroy', 'end'] as const) {
    const { send } = await openPair((socket) => {
      socket.write(begun, () => setImmediate(() => socket[end]()));
    });
    expect(await send()).toMatchObject({
      isSuccess: false,
      failure: CLOSED,
    });
  }
});

test('an endpoint that closes without an answer fails', async () => {
  const { send } = await openPair((socket) => socket.destroy());
  expect(await send()).toMatchObject({ status: null, failure: CLOSED });
});

test('an endpoint that nobody listens at fails', async () => {
  const { receiver, send } = await openPair(OK);
  await receiver.close();
  expect(await send()).toMatchObject({ status: null, failure: 'refused the connection' });
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  '//127.0.0.1/',
  '/elsewhere',
])('a redirect to %s is a failure, and is not followed', async (location) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const { receiver, send, dialled } = await openPair(
      `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(await send()).toMatchObject({
      isSuccess: false,
      status,
      failure: `answered ${status}: redirects are not followed`,
    });
    expect([receiver.requests.length, dialled.length]).toEqual([1, 1]);
  }
});

test('answers below 200 are ignored before the answer', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
  const { send } = await openPair(early.repeat(3) + OK);
  expect(await send()).toMatchObject({ isSuccess: true, status: 200, answer: 'ok' });
});

test.each([100, 101])('an answer of %s, which nothing asked for, is a failure', async (status) => {
  const upgrade = 'Upgrade: x\r\nConnection: Upgrade\r\n\r\n';
  const { receiver, send } = await openPair(`HTTP/1.1 ${status} Text\r\n${upgrade}${OK}`);
  expect(await send()).toMatchObject({ failure: 'answered 100 or 101, which nothing asked for' });
  await receiver.empty();
});

test('a flood of answers below 200 ends after 30 s', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100);
  const stage = await openPair((socket) => {
    const more = () => {
      if (!socket.destroyed) socket.write(early, () => setImmediate(more));
    };
    more();
  });
  const answer = stage.send();
  await hasRead(stage, 1_000_000);
  expect(await isPending(answer)).toBe(true);
  stage.watch.pass(LIMIT_MS);
  expect(await answer).toMatchObject({ status: null, failure: 'did not answer within 30 s' });
  await stage.receiver.empty();
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 08:05:00 GMT', 300_000],
  ['Mon, 23 Nov 2026 07:00:00 GMT', 0],
  ['99999999999999999999', 86_400_000],
  ['Tue, 23 Nov 2027 08:00:00 GMT', 86_400_000],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026-11-23T08:05:00Z', null],
  ['Mon, 99 Xyz 2026 08:05:00 GMT', null],
  ['', null],
])('a Retry-After of "%s" is read as %s ms', async (value, retryAfterMs) => {
  const { send } = await openPair(
    `HTTP/1.1 429 Too Many\r\nRetry-After: ${value}\r\nContent-Length: 0\r\n\r\n`,
  );
  expect(await send()).toMatchObject({ status: 429, retryAfterMs, failure: 'answered 429' });
});

test('of two Retry-After headers the first counts', async () => {
  const { send } = await openPair(
    'HTTP/1.1 503 No\r\nRetry-After: 1\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n',
  );
  expect(await send()).toMatchObject({ retryAfterMs: 1_000 });
});

test.each([
  ['one huge header', `${HEAD}A: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['many headers', `${HEAD}${'A: b\r\n'.repeat(20_000)}\r\n`],
  ['headers without an end', `${HEAD}A: ${'x'.repeat(20_000)}`],
])('%s is a failure', async (_what, text) => {
  const { receiver, send } = await openPair(text);
  expect(await send()).toMatchObject({ isSuccess: false, failure: 'sent too many headers' });
  await receiver.empty();
});

test.each([
  'SSH-2.0-OpenSSH_9.6\r\n',
  '\r\n\r\n\r\n',
  'HTTP/1.1 200\r\nContent-Length: x\r\n\r\n',
  'HTTP/9.9 200 OK\r\n\r\n',
  'HTTP/1.1 99999 OK\r\n\r\n',
  `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  '\0\0\0\0',
  '<html>',
])('what is not an answer of HTTP (%j) is a failure', async (text) => {
  const { receiver, send, logged } = await openPair((socket) => socket.end(text));
  expect(await send()).toMatchObject({ isSuccess: false, failure: expect.any(String) });
  expect(logged).toEqual([]);
  await receiver.empty();
});

test('the beginning of an answer is kept as text that PostgreSQL can store', async () => {
  const body = Buffer.concat([
    Buffer.from('-a\0b\u0007c\n\t'),
    Buffer.from([0xff, 0xc3, 0x28]),
    Buffer.from('é'.repeat(600)),
  ]);
  const { send } = await openPair((socket) => {
    socket.write(`${HEAD}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
  const { answer } = await send();
  // 11 bytes before, and 506 letters of two bytes each; the next one is cut.
  expect(answer).toBe(`-a\ufffdb\ufffdc\n\t\ufffd\ufffd(${'é'.repeat(506)}`);
});

test('an address that may not be sent to any more is a failure', async () => {
  const { sender } = openTestSender();
  const answer = await sender.send({ url: 'http://localhost:1/', headers: {}, body: '' });
  expect(answer).toMatchObject({ status: null, failure: 'its address must begin with https://' });
});
