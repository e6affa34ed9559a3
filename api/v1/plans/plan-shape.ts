import { type Static, Type } from 'typebox';
import { PLANS, planCents } from '../../../src/access/plans/plan-prices.ts';
import type { PlanPrices } from '../../../src/kit/plan-prices.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { dueCents, type HeldPlan } from '../../../src/money/plans/find-plan.ts';
import { Instant } from '../../fields/field-types.ts';
import { InvoiceId } from '../../fields/ids.ts';

export const PlanName = Type.Enum([...PLANS]);

/** What a plan costs. */
export const PriceSchema = nullable(
  Type.Integer({
    minimum: 0,
    description: 'US cents a calendar month (UTC); null: by agreement, not by call',
  }),
);

export const PlanSchema = named('OwnPlan', {
  plan: PlanName,
  since: nullable(
    Type.String({
      format: 'date-time',
      description: 'From when on it holds; null: since before this was written down',
    }),
  ),
  is_bought: Type.Boolean({
    description: 'Whether it was bought by call; otherwise it was given, and is on no invoice',
  }),
  price_cents: PriceSchema,
  due_cents: Type.Integer({
    minimum: 0,
    description:
      'US cents for this plan on the invoice of this month. If a higher plan was bought and held ' +
      'in the month, that one is due instead',
  }),
  next: nullable(
    named(
      'NextPlan',
      { plan: PlanName, from: Instant, price_cents: PriceSchema },
      { description: 'What holds from the first of the next month (UTC) on; null: no change' },
    ),
  ),
  overdue_invoice_id: nullable(InvoiceId('Until it is paid, no higher plan is sold')),
});

export type OwnPlanShape = Static<typeof PlanSchema>;

export function toPlanShape(held: HeldPlan, prices: PlanPrices): OwnPlanShape {
  const { nextPlan, nextPlanAt } = held;
  return {
    plan: held.plan,
    since: held.since?.toISOString() ?? null,
    is_bought: held.isBought,
    price_cents: planCents(prices, held.plan),
    due_cents: dueCents(held, prices),
    next:
      nextPlan === null || nextPlanAt === null
        ? null
        : {
            plan: nextPlan,
            from: nextPlanAt.toISOString(),
            price_cents: planCents(prices, nextPlan),
          },
    overdue_invoice_id: held.overdueInvoiceId,
  };
}
