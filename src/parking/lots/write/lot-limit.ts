import { PLAN_LIMITS, PLAN_NAMES, shownFigure } from '../../../access/plans/plan-limits.ts';
import type { Plan } from '../../../access/plans/platform-fee.ts';
import { type AppError, conflict, type FieldProblem } from '../../../kit/errors.ts';

/** The refusal of a lot beyond those that the plan allows. */
export function lotLimit(plan: Plan): AppError {
  const more = { lots_max: PLAN_LIMITS[plan].lots_max, plan };
  return conflict('lot_limit', `you have reached the limit of ${words(plan)}`, more);
}

/** The same of one row of several. */
export function rowBeyondLimit(plan: Plan): FieldProblem {
  return { field: 'row', reason: `is beyond the ${words(plan)}` };
}

function words(plan: Plan): string {
  const lots = `${shownFigure(PLAN_LIMITS[plan].lots_max)} lots of the ${PLAN_NAMES[plan]} plan`;
  return `${lots}: delete lots, or ask for another plan`;
}
