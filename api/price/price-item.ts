import type { CallBudget } from '../access/budgets.ts';

/** When an answer of a priced operation has which confidence, in words. */
export type ConfidenceRule = Readonly<{
  /** Then the answer is free. */
  low: string;
  medium: string;
  high: string;
}>;

/** The whole rule in one text. */
export function describeRule({ low, medium, high }: ConfidenceRule): string {
  return `low: ${low}. high: ${high}. medium: ${medium}`;
}

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
