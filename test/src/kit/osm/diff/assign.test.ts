import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assign, type Edge } from '../../../../../src/kit/osm/diff/assign.ts';

/** The largest sum of weights, by trying all pairings. */
function bestSum(edgesOf: readonly (readonly Edge[])[], left = 0, taken = 0): number {
  if (left === edgesOf.length) return 0;
  const sums = (edgesOf[left] ?? [])
    .filter(({ right }) => (taken & (1 << right)) === 0)
    .map(({ right, weight }) => weight + bestSum(edgesOf, left + 1, taken | (1 << right)));
  return Math.max(bestSum(edgesOf, left + 1, taken), ...sums);
}

const weightsOf = (most: number) =>
  fc.array(fc.array(fc.integer({ min: 0, max: most }), { minLength: 6, maxLength: 6 }), {
    maxLength: 6,
  });

test.each([3, 1000])('no pairing has a larger sum, with weights up to %i', (most) => {
  fc.assert(
    fc.property(weightsOf(most), (weights) => {
      const edges = weights.map((row) =>
        row.flatMap((weight, right) => (weight === 0 ? [] : [{ right, weight }])),
      );
      const rightOf = assign(edges, 6);
      const paired = rightOf.filter((right) => right !== -1);
      expect(new Set(paired).size).toBe(paired.length);
      const weightAt = (right: number, left: number) => weights[left]?.[right] ?? 0;
      expect(paired.every((right) => weightAt(right, rightOf.indexOf(right)) > 0)).toBe(true);
      const sum = rightOf.reduce((total, right, left) => total + weightAt(right, left), 0);
      expect(sum).toBe(bestSum(edges));
    }),
    { numRuns: 2000 },
  );
});

test('a long chain of places that all want their neighbour is paired at once', () => {
  const edges = Array.from({ length: 5_000 }, (_, i) => [
    { right: i, weight: 10 },
    { right: i + 1, weight: 9 },
  ]);
  expect(assign(edges, 5_001)).toEqual(edges.map((_, i) => i));
});
