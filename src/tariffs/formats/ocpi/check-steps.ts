import { secondsInMinute } from 'date-fns/constants';
import { badField } from '../../../kit/errors.ts';
import type { Group } from './resolve-elements.ts';

/**
 * OCPI rounds up once: the sum of all minutes for which some price holds, by the step_size of the
 * last one, and the minutes that this adds cost what the last one says. Here each price rounds up
 * the minutes for which it holds. Both are the same where a price holds for whole steps, after
 * whole steps, or where a step is a minute. By the clocks a price can end at any minute of a stay.
 * Errors: BAD_REQUEST naming the step_size that would cost something else.
 */
export function checkSteps(groups: readonly Group[]): void {
  const isByClock = groups.length > 1 || Object.keys(groups[0]?.when ?? {}).length > 0;
  for (const { picks } of groups) {
    let counted = 0;
    for (const { fromMinute, untilMinute, price } of picks) {
      if (price === undefined) continue;
      const { stepMinutes: step } = price;
      const isLast = untilMinute === Infinity;
      const isWhole = counted % step === 0 && (isLast || (untilMinute - fromMinute) % step === 0);
      const isPaid = price.hourMinor.numerator > 0n;
      if (isPaid && step > 1 && (isByClock || !isWhole))
        throw badField(
          `${price.field}.step_size`,
          isByClock
            ? `must be ${secondsInMinute} where the price also depends on the clock`
            : 'must divide the time for which the price holds, and the paid time before it',
        );
      counted += untilMinute - fromMinute;
    }
  }
}
