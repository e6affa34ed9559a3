import { expect, test } from 'vitest';
import { heapRoom } from '../../../../src/kit/cache/heap-room.ts';

const MIB = 2 ** 20;
const room = (heapMib: number) =>
  heapRoom({ share: 0.25, bytesEach: 1_024, most: 1_000_000 }, heapMib * MIB);

test('no more is kept than a share of the heap has room for, and never more than the most', () => {
  expect(room(512)).toBe(131_072);
  expect(room(2_048)).toBe(524_288);
  expect(room(16_384)).toBe(1_000_000);
});

test('without a size it goes by the heap of this process', () => {
  expect(heapRoom({ share: 1, bytesEach: MIB, most: Infinity })).toBeGreaterThan(100);
});
