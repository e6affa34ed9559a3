import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import { comparePlans, planCents } from '../../access/plans/plan-prices.ts';
import type { Plan } from '../../access/plans/platform-fee.ts';
import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { AppError, conflict } from '../../kit/errors.ts';
import type { PlanPrices } from '../../kit/plan-prices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { findPlan, type HeldPlan } from './find-plan.ts';

/** What a change writes; `nextPlan` holds from the first of the next month (UTC) on. */
type Change = {
  plan: Plan;
  boughtPlan: Plan | null;
  priceCents: number | null;
  nextPlan: Plan | null;
};

/**
 * Buys a plan for the caller's operator, or leaves one: a higher plan holds at once, a lower one
 * from the first of the next month (UTC) on, and the present one takes back what was planned.
 * Safe to repeat; of two calls at once the second one sees what the first has done. Errors:
 * FORBIDDEN for a fleet's key and for a test key; CONFLICT `by_agreement` for a plan without a
 * published price, CONFLICT `invoice_overdue` for a higher plan while an invoice is overdue.
 */
export async function changePlan(
  db: Postgres,
  caller: Principal,
  wanted: Plan,
  { prices, requestId }: { prices: PlanPrices; requestId: string },
): Promise<HeldPlan> {
  refuseFleet(caller, 'plans');
  if (!caller.livemode)
    throw new AppError('FORBIDDEN', 'a plan is bought with a live key: test keys pay nothing', {
      details: { reason: 'live_key_needed' },
    });
  const { operatorId } = caller;
  return db.transaction(async (connection) => {
    await connection.query('operator_lock', { operatorId });
    const held = await findPlan(connection, operatorId);
    await connection.query('plan_change', {
      operatorId,
      at: held.at,
      ...changeTo(wanted, held, prices),
      ...actorValues(actorOf(caller, requestId)),
    });
    return findPlan(connection, operatorId);
  });
}

function changeTo(wanted: Plan, held: HeldPlan, prices: PlanPrices): Change {
  const now: Change = {
    plan: held.plan,
    boughtPlan: held.isBought ? held.plan : null,
    priceCents: held.priceCents,
    nextPlan: null,
  };
  const direction = comparePlans(wanted, held.plan);
  if (direction === 0) return now;
  const priceCents = planCents(prices, wanted);
  if (priceCents === null)
    throw conflict('by_agreement', `the plan ${wanted} is given by agreement, and not by call`);
  if (direction < 0) return { ...now, nextPlan: wanted };
  if (held.overdueInvoiceId !== null)
    throw conflict('invoice_overdue', 'no higher plan is sold while an invoice is overdue', {
      invoice_id: held.overdueInvoiceId,
    });
  return { plan: wanted, boughtPlan: wanted, priceCents, nextPlan: null };
}
