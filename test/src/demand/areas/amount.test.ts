import { expect, test } from 'vitest';
import { addUncertain, intervalOf, noAmount } from '../../../../src/demand/areas/amount.ts';

const of = (value: number, error: number, together: number) => ({
  value,
  error,
  bounds: { low: -1, high: 2, together },
});

/** The sum of some equal forecasts. */
function sumOf(count: number, one: ReturnType<typeof of>) {
  const sum = noAmount();
  for (let i = 0; i < count; i += 1) addUncertain(sum, one, 10);
  return sum;
}

test('errors that are the same for all lots add up, independent ones only by their squares', () => {
  expect(intervalOf(sumOf(100, of(50, 3, 1)))).toEqual({ low: 4_700, high: 5_600 });
  expect(intervalOf(sumOf(100, of(50, 3, 0)))).toEqual({ low: 4_970, high: 5_060 });
  const half = intervalOf(sumOf(100, of(50, 3, 0.5)));
  expect(half.low).toBeCloseTo(5_000 - Math.sqrt(0.5 * 900 + 0.5 * 300 ** 2), 9);
  expect(half.high).toBeCloseTo(5_000 + 2 * Math.sqrt(0.5 * 900 + 0.5 * 300 ** 2), 9);
});

test('an interval is never below 0, contains its value, and that of what is certain is the value', () => {
  expect(intervalOf(sumOf(1, of(2, 3, 0)))).toEqual({ low: 0, high: 8 });
  expect(intervalOf(sumOf(3, of(7, 0, 0)))).toEqual({ low: 21, high: 21 });
  expect(intervalOf(noAmount())).toEqual({ low: 0, high: 0 });
  const above = sumOf(1, { value: 9, error: 1, bounds: { low: 1, high: 2, together: 0 } });
  expect(intervalOf(above)).toEqual({ low: 9, high: 11 });
});

test('bounds weigh by spaces', () => {
  const sum = noAmount();
  addUncertain(sum, of(10, 1, 0), 30);
  addUncertain(sum, { value: 10, error: 1, bounds: { low: -3, high: 4, together: 0 } }, 10);
  const { low, high } = intervalOf(sum);
  expect(low).toBeCloseTo(20 - 1.5 * Math.sqrt(2), 9);
  expect(high).toBeCloseTo(20 + 2.5 * Math.sqrt(2), 9);
});
