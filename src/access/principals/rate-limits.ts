import { badField } from '../../kit/errors.ts';

/**
 * Calls per minute that a key may make, by the kind of call. Every budget that matches a call
 * applies. `sandbox` and `fleet` apply in addition for test keys and fleet keys, and `end_user` for
 * agents that name an end user, where their operator limits those.
 */
export const KEY_BUDGETS = {
  read: 600,
  write: 120,
  agent_call: 240,
  dispatcher: 60,
  agent_session: 60,
  intelligence: 100,
  dry_run: 30,
  sandbox: 30,
  fleet: 60,
  end_user: 20,
} as const;

export type KeyBudget = keyof typeof KEY_BUDGETS;

/** The limits of one key that are not the usual ones, in calls per minute. */
export type RateLimits = Readonly<Partial<Record<KeyBudget, number>>>;

export const RATE_LIMIT_MAX = 1_000_000;
export const BUDGET_NAMES = Object.keys(KEY_BUDGETS).filter(isKeyBudget);

/** Returns the same limits after checking them. BAD_REQUEST naming `rate_limits` and the budget. */
export function checkRateLimits(figures: Readonly<Record<string, number>>): RateLimits {
  for (const [name, figure] of Object.entries(figures)) {
    const field = `rate_limits.${name}`;
    if (!isKeyBudget(name))
      throw badField(field, `is not a budget; there are ${BUDGET_NAMES.join(', ')}`);
    if (!Number.isInteger(figure) || figure < 1 || figure > RATE_LIMIT_MAX)
      throw badField(field, `must be a whole number from 1 to ${RATE_LIMIT_MAX} per minute`);
  }
  return figures;
}

function isKeyBudget(name: string): name is KeyBudget {
  return Object.hasOwn(KEY_BUDGETS, name);
}
