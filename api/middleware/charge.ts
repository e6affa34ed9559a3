import { AppError } from '../../src/errors.ts';
import type { Budgets, Draw, Standing } from '../budgets.ts';
import type { Exchange } from '../reply.ts';

/** Charges the call to all of these buckets and notes where it stands; RATE_LIMITED otherwise. */
export function charge(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  exchange.standing = budgets.charge(draws);
  if (!exchange.standing.isAllowed) throw rateLimited(exchange.standing);
}

/** Charges more buckets to a call that was charged already: all of them together, or none. */
export function chargeMore(
  budgets: Budgets,
  exchange: Exchange,
  charged: readonly Draw[],
  more: readonly Draw[],
): void {
  if (more.length === 0) return;
  const standing = budgets.charge(more);
  if (!standing.isAllowed) {
    budgets.giveBack(charged);
    exchange.standing = standing;
    throw rateLimited(standing);
  }
  exchange.standing = budgets.peek([...charged, ...more]);
}

function rateLimited({ limit, retryAfterSeconds }: Standing): AppError {
  return new AppError(
    'RATE_LIMITED',
    `over the budget of ${limit} calls per minute: try again in ${retryAfterSeconds} s`,
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}
