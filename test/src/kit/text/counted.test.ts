import { expect, test } from 'vitest';
import { counted } from '../../../../src/kit/text/counted.ts';

test('one thing is in the singular, any other number in the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'lot'))).toEqual(['0 lots', '1 lot', '2 lots']);
  expect([0, 1].map((count) => counted(count, 'was', 'were'))).toEqual(['0 were', '1 was']);
});
