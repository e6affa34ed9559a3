import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { joinCrc32 } from '../../../../../src/kit/web/compression/join-crc32.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';

const seed = seedOfRun();

test(`the joined CRC is the CRC of the whole text, cut anywhere (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const text = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(256 * random())));
  for (let i = 0; i < 200; i += 1) {
    const [from, to] = [random(), random()].map((share) => Math.floor(share ** 3 * text.length));
    const [a, b] = [text.subarray(0, from), text.subarray(from, (from ?? 0) + (to ?? 0))];
    expect(joinCrc32(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])));
  }
});

test('joining an empty text leaves the CRC unchanged', () => {
  const some = crc32('some');
  expect(joinCrc32(0, some, 4)).toBe(some);
  expect(joinCrc32(some, 0, 0)).toBe(some);
});
