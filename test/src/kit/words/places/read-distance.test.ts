import { expect, test } from 'vitest';
import { readDistance } from '../../../../../src/kit/words/places/read-distance.ts';

test.each([
  ['within 500 m of', 500],
  ['a 5 minute walk to', 400],
  ['within half a mile of', 805],
  ['max 0.5 km; covered', 500],
  ['2 blocks away', 300],
  ['in walking distance', 800],
])('how far a lot may be from its place: %s', (text, withinM) => {
  expect(readDistance(text).withinM).toBe(withinM);
});

test.each(['max 2.3 m', 'under 7 feet, please', 'max 30m, then', '5 km left in the battery'])(
  'a height, a duration and a range are not distances: %s',
  (text) => expect(readDistance(text)).toEqual({ withinM: null, spans: [] }),
);
