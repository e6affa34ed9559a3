import type { Plan } from './platform-fee.ts';

const MEBIBYTE = 1_048_576;

export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  enterprise: 'Enterprise',
};

/** What an operator may have and write, all its keys together. */
type PlanLimits = Readonly<{
  /** Lots at a time that are not deleted, in each mode. */
  lots_max: number;
  /** Valid keys at a time, those of both modes together, up to which keys make keys. */
  keys_max: number;
  /** Local events at a time that are not over, in each mode. */
  local_events_ahead_max: number;
  /** Local events that ended lately, in each mode. */
  local_events_past_max: number;
  /** Rows of the operator's own that calls may write (lots, rates, counts …), in each mode. */
  rows_per_minute: number;
  /** Bytes of the bodies of calls that write rows, in each mode. */
  bytes_per_minute: number;
  /** Calls of POST /api/v1/lots/batch, in each mode. */
  batches_per_minute: number;
}>;

export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: {
    lots_max: 1_000,
    keys_max: 20,
    local_events_ahead_max: 20,
    local_events_past_max: 100,
    rows_per_minute: 1_000,
    bytes_per_minute: 2 * MEBIBYTE,
    batches_per_minute: 10,
  },
  starter: {
    lots_max: 5_000,
    keys_max: 100,
    local_events_ahead_max: 100,
    local_events_past_max: 500,
    rows_per_minute: 3_000,
    bytes_per_minute: 5 * MEBIBYTE,
    batches_per_minute: 30,
  },
  pro: {
    lots_max: 50_000,
    keys_max: 1_000,
    local_events_ahead_max: 1_000,
    local_events_past_max: 5_000,
    rows_per_minute: 10_000,
    bytes_per_minute: 20 * MEBIBYTE,
    batches_per_minute: 60,
  },
  enterprise: {
    lots_max: 1_000_000,
    keys_max: 1_000,
    local_events_ahead_max: 1_000,
    local_events_past_max: 5_000,
    rows_per_minute: 60_000,
    bytes_per_minute: 60 * MEBIBYTE,
    batches_per_minute: 120,
  },
};

/** A figure as people read it: `50,000`. */
export function shownFigure(figure: number): string {
  return figure.toLocaleString('en');
}

/** How a limit is shown to callers, the highest plan last: `1,000, 5,000, 50,000 or 1,000,000`. */
export function figuresByPlan(limit: keyof PlanLimits): string {
  const { free, starter, pro, enterprise } = PLAN_LIMITS;
  const figures = [free, starter, pro, enterprise].map((plan) => shownFigure(plan[limit]));
  return `${figures.slice(0, -1).join(', ')} or ${figures.at(-1)}`;
}
