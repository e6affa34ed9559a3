import { badField } from '../../kit/errors.ts';

type Rate = { base_rate: number | null; max_daily_rate: number | null };

/**
 * It can be said of a posted rate that it has no daily maximum, unless it has one. It changes no
 * price: without, it is only not known what a day costs. Errors: BAD_REQUEST naming
 * `has_no_daily_max`.
 */
export function checkNoDailyMax(hasNoDailyMax: boolean, rate: Rate): void {
  if (!hasNoDailyMax) return;
  if (rate.base_rate === null) throw badField('has_no_daily_max', 'needs base_rate, too');
  if (rate.max_daily_rate !== null)
    throw badField('has_no_daily_max', 'must not be true together with max_daily_rate');
}
