import { minutesInDay } from 'date-fns/constants';
import { badField } from '../../kit/errors.ts';

/**
 * An hourly rate is billed by started steps that divide a day, a daily rate by started days.
 * Errors: BAD_REQUEST naming billing_step_minutes.
 */
export function checkBillingStep(minutes: number, rateUnit: 'hour' | 'day'): void {
  if (minutesInDay % minutes !== 0)
    throw badField('billing_step_minutes', `must divide the ${minutesInDay} minutes of a day`);
  if (rateUnit === 'day' && minutes !== 1)
    throw badField(
      'billing_step_minutes',
      'is for hourly rates only; a daily rate is per started day',
    );
}
