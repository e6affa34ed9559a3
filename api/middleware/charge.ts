import { counted } from '../../src/counted.ts';
import { AppError } from '../../src/errors.ts';
import { addressDraws, type Budgets, type Draw, type Standing } from '../budgets.ts';
import type { Exchange } from '../reply.ts';

/** Charges the call to all of these buckets and notes where it stands; RATE_LIMITED otherwise. */
export function charge(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  exchange.standing = budgets.charge(draws);
  if (!exchange.standing.isAllowed) throw rateLimited(exchange.standing);
}

/** Charges what is not counted as the call itself; RATE_LIMITED when that is used up. */
export function chargeAside(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  const standing = budgets.charge(draws);
  if (standing.isAllowed) return;
  exchange.standing = standing;
  throw rateLimited(standing);
}

/** What a call is told that was refused: nothing is free, and over its budget it is told so. */
export function chargeRefusal(budgets: Budgets, exchange: Exchange, thrown: unknown): unknown {
  if (exchange.standing !== undefined || !(thrown instanceof AppError)) return thrown;
  exchange.standing = budgets.charge(addressDraws(exchange.peer.ip));
  return exchange.standing.isAllowed ? thrown : rateLimited(exchange.standing);
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
    `over the budget of ${counted(limit, 'call')} per minute: try again in ${retryAfterSeconds} s`,
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}
