import { planCents } from '../../access/plans/plan-prices.ts';
import type { Plan } from '../../access/plans/platform-fee.ts';
import { notFound } from '../../kit/errors.ts';
import type { PlanPrices } from '../../kit/plan-prices.ts';
import type { Querier } from '../../stores/postgres.ts';

/** The plan of an operator, by the database's clock. */
export type HeldPlan = {
  /** The instant for which all of this holds, as text to the microsecond. */
  at: string;
  plan: Plan;
  /** null: since before this was written down. */
  since: Date | null;
  /** Whether the operator bought it by call; otherwise the owner of the server gave it. */
  isBought: boolean;
  /** What the call that bought it said, US cents a month; null where none did. */
  priceCents: number | null;
  /** What holds from the first of the next month (UTC) on; null: nothing changes. */
  nextPlan: Plan | null;
  nextPlanAt: Date | null;
  /** The present month (UTC): [from, to). */
  monthFrom: Date;
  monthTo: Date;
  /** The oldest invoice that is overdue. */
  overdueInvoiceId: string | null;
};

/** Errors: NOT_FOUND. */
export async function findPlan(db: Querier, operatorId: string): Promise<HeldPlan> {
  const [found] = await db.query<HeldPlan>('plan_find', { operatorId });
  if (found === undefined) throw notFound('operator');
  return found;
}

/**
 * What a plan will be on the invoice of the present month, in US cents: in the month of the call
 * that bought it what that said, afterwards what is published. 0: nothing, as for plans that were
 * given.
 */
export function dueCents(held: HeldPlan, prices: PlanPrices): number {
  if (!held.isBought) return 0;
  const published = planCents(prices, held.plan);
  const isNew = held.since !== null && held.since >= held.monthFrom;
  return (isNew ? held.priceCents : null) ?? published ?? held.priceCents ?? 0;
}
