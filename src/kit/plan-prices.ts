import { type Environment, risingNumbers } from './read-setting.ts';

/** The plans that can have a price, the lowest first. */
const SOLD_PLANS = ['starter', 'pro', 'enterprise'] as const;

/** US cents a month, unless set. */
export const PLAN_PRICES = 'starter=2900,pro=9900,enterprise=49900';

/** A million US dollars a month. */
const PLAN_CENTS_MAX = 100_000_000;

/** US cents a calendar month (UTC); a plan that is missing is given by agreement only. */
export type PlanPrices = Readonly<Partial<Record<(typeof SOLD_PLANS)[number], number>>>;

/** Throws ConfigError naming HEXLOT_PLAN_PRICES. */
export function planPrices(env: Environment): PlanPrices {
  return risingNumbers(env, 'HEXLOT_PLAN_PRICES', {
    names: SOLD_PLANS,
    fallback: PLAN_PRICES,
    high: PLAN_CENTS_MAX,
  });
}
