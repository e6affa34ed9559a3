import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../../src/kit/collect-garbage.ts';
import { OK } from '../../src/outbound/webhooks/sending/receiver.ts';
import { openPair } from '../../src/outbound/webhooks/sending/sender-stage.ts';

const ROUND_COUNT = 12;
const SENDS_OF_ROUND = 1_000;
/**
 * Of a round, one group after the other. A system lets a few hundred connections wait to be
 * accepted and drops the others, which are then refused or not by how busy the machine is.
 */
const SENDS_AT_ONCE = 100;
/** Between two rounds connections grow old, and endpoints are forgotten. */
const ROUND_MS = 60_000;
/** What is left of a send. A leaked listener, timer or socket takes more. */
const BYTES_PER_SEND_MAX = 200;

const HEAD = 'HTTP/1.1 200 OK\r\n';
const BEHAVIOURS: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.write(OK),
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end('garbage'),
  (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhalf`),
  (socket) => socket.write(`${HEAD}Content-Length: 100000\r\n\r\n${'x'.repeat(70_000)}`),
  (socket) => socket.write(`${HEAD}A: ${'x'.repeat(20_000)}\r\n\r\n`),
  (socket) => socket.write('HTTP/1.1 302 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  () => {},
];

test('nothing is left of what was sent, whatever the endpoints did', async () => {
  const { receiver, sender, url, watch, dialled, logged } = await openPair((socket, request) => {
    BEHAVIOURS[Number(/^POST \/(\d+)/.exec(request)?.[1]) % BEHAVIOURS.length]?.(socket);
  });
  const heapBytes: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    const unanswered: Promise<unknown>[] = [];
    for (let first = 0; first < SENDS_OF_ROUND; first += SENDS_AT_ONCE) {
      const answered: Promise<unknown>[] = [];
      for (let index = first; index < first + SENDS_AT_ONCE; index++) {
        const address = new URL(`/${index}?${round}`, url).href;
        const sent = sender.send({ url: address, headers: {}, body: '{}' });
        const isAnswered = index % BEHAVIOURS.length !== BEHAVIOURS.length - 1;
        (isAnswered ? answered : unanswered).push(sent);
      }
      await receiver.reached(first + SENDS_AT_ONCE);
      // Those that never answer, and only those, are left by then.
      await Promise.all(answered);
    }
    watch.pass(ROUND_MS);
    await Promise.all(unanswered);
    receiver.requests.length = 0;
    receiver.connectedTo.length = 0;
    dialled.length = 0;
    collectGarbage();
    heapBytes.push(process.memoryUsage().heapUsed);
  }
  expect([watch.waitingCount(), logged]).toEqual([0, []]);
  await sender.close();
  await receiver.empty();
  const half = ROUND_COUNT / 2;
  const grownBytes = (heapBytes.at(-1) ?? 0) - (heapBytes[half - 1] ?? 0);
  expect(grownBytes / (half * SENDS_OF_ROUND), `${heapBytes}`).toBeLessThan(BYTES_PER_SEND_MAX);
});
