import { expect, test } from 'vitest';
import { diffLots } from '../../../../../src/kit/osm/diff/diff-lots.ts';
import { diffInThread } from '../../../../../src/kit/osm/diff/diff-threads.ts';
import { lot, object } from './places.ts';

test('a thread finds the same, while other work goes on here', async () => {
  const objects = [object('way/12', { name: 'Kluuvi', capacity: '50' })];
  const lots = [lot('lot-1', { tags: { capacity: '60' } })];
  const piled = Array.from({ length: 1_500 }, (_, i) => object(`node/${i + 1}`, {}));
  const many = Array.from({ length: 1_500 }, (_, i) => lot(`lot-${i}`, {}));
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  });
  await diffInThread({ objects: piled, lots: many, area: undefined });
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(1);
  const found = await diffInThread({ objects, lots, area: undefined });
  expect(found).toEqual(diffLots(objects, lots, undefined));
});
