import type { CallBudget } from '../access/budgets.ts';
import type { ConfidenceRule } from './confidence-rule.ts';

/** What a priced operation costs, as its declaration states it. */
export type PriceItem = Readonly<{
  operationId: string;
  method: string;
  path: string;
  summary: string;
  /** US cents for an answer of 200. */
  costCents: number;
  /** US cents for reading the same again within an hour; null where that costs as much. */
  rereadCostCents: number | null;
  confidence: ConfidenceRule;
  /** What its calls draw from. */
  budgets: readonly CallBudget[];
}>;
