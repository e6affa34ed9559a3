import type { Principal } from '../../src/access/principals/principal.ts';
import { BUDGET_NAMES, type KeyBudget } from '../../src/access/principals/rate-limits.ts';
import { type Budgets, type CallBudget, drawOf, namesFor } from './budgets.ts';

/** Budgets that depend on more than the operation. */
const SPECIAL_BUDGETS: readonly KeyBudget[] = ['sandbox', 'fleet', 'end_user'];

/** A budget of a key, and how many calls are left in it now. */
export type BudgetLeft = { name: KeyBudget; per_minute: number; remaining: number };

/**
 * What is left of each budget that calls with this key draw from; nothing is taken. Those of end
 * users are left out, because each of them has one of its own.
 */
export function budgetsLeft(budgets: Budgets, caller: Principal): BudgetLeft[] {
  const common = BUDGET_NAMES.filter((name) => !SPECIAL_BUDGETS.includes(name));
  return namesFor(caller, common).map((name) => {
    const draw = drawOf(caller, name);
    return { name, per_minute: draw.capacity, remaining: budgets.peek([draw]).remaining };
  });
}

/** Calls per minute of this key in each budget that such a call draws from. */
export function callsPerMinute(
  caller: Principal,
  budgets: readonly CallBudget[],
): Record<string, number> {
  const names = namesFor(caller, budgets);
  return Object.fromEntries(names.map((name) => [name, drawOf(caller, name).capacity]));
}
