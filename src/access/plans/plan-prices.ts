import type { PlanPrices } from '../../kit/plan-prices.ts';
import type { Plan } from './platform-fee.ts';

/** All plans, the lowest first: each allows what those before it allow. */
export const PLANS: readonly Plan[] = ['free', 'starter', 'pro', 'enterprise'];

/** What a plan costs a month, in US cents; null: it cannot be bought by call. */
export function planCents(prices: PlanPrices, plan: Plan): number | null {
  return plan === 'free' ? 0 : (prices[plan] ?? null);
}

/** Whether the first plan is above, below (negative) or the same as (0) the second. */
export function comparePlans(one: Plan, other: Plan): number {
  return PLANS.indexOf(one) - PLANS.indexOf(other);
}
