import { expect, test } from 'vitest';
import { createRandom, type Random, seedOfRun } from '../../../../stage/random.ts';
import { OK } from './receiver.ts';
import { openPair } from './sender-stage.ts';

const ROUNDS = 300;
const DAMAGES_MAX = 4;

const WHOLE = [
  OK,
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n',
  'HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.0 429 No\r\nRetry-After: 5\r\n\r\nwait',
  'HTTP/1.1 101 Switch\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\nHTTP/1.1 100 Go\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTrailer: a\r\nConnection: close\r\n\r\nHTTP/1.1 304 No\r\nUpgrade: a\r\n\r\n',
  'HTTP/1.1 204 None\r\nKeep-Alive: timeout=5\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
];

/** An answer with some of its bytes changed, repeated or left out. */
function damaged(random: Random): Buffer {
  let bytes = Buffer.from(random.pick(WHOLE));
  for (let left = random.integer(1, DAMAGES_MAX); left > 0; left--) {
    const at = () => random.integer(0, bytes.length);
    const [from = 0, to = 0] = [at(), at()].toSorted((a, b) => a - b);
    const between = bytes.subarray(from, to);
    const noise = Buffer.from([1, 2, 3].map(() => random.integer(0, 255)));
    const middle = random.pick([[noise], [between, between], [], [between, noise]]);
    bytes = Buffer.concat([bytes.subarray(0, from), ...middle, bytes.subarray(to)]);
  }
  return bytes;
}

const seed = seedOfRun();

test(`no damaged answer does harm (seed ${seed})`, async () => {
  const random = createRandom(seed);
  let bytes: Buffer = Buffer.alloc(0);
  const { receiver, send, logged, watch } = await openPair((socket) => {
    const pieceBytes = random.integer(1, bytes.length + 1);
    for (let at = 0; at < bytes.length; at += pieceBytes)
      socket.write(bytes.subarray(at, at + pieceBytes));
    if (random.next() < 0.5) socket.end();
    else setImmediate(() => socket.resetAndDestroy());
  });
  for (let round = 0; round < ROUNDS; round++) {
    bytes = damaged(random);
    const answer = await send();
    expect(answer.answer).not.toContain('\0');
    expect(answer.isSuccess).toBe(answer.failure === null);
  }
  expect(logged).toEqual([]);
  expect(watch.waitingCount()).toBe(0);
  await receiver.empty();
});
