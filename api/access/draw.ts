import { AppError } from '../../src/kit/errors.ts';
import { counted } from '../../src/kit/text/counted.ts';
import { addressDraws, type Budgets, type Draw, type Standing } from './budgets.ts';
import type { Exchange } from './exchange.ts';

/**
 * Draws the call from all of these buckets and stores its standing; throws RATE_LIMITED when one of
 * them is empty.
 */
export function draw(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  exchange.standing = budgets.draw(draws);
  if (!exchange.standing.isAllowed) throw rateLimited(exchange.standing);
}

/**
 * The error to answer a refused call with. If it drew from no bucket yet, it draws from its address
 * now, and gets RATE_LIMITED when that budget is used up. Failures of the service draw nothing.
 */
export function drawForRefusal(budgets: Budgets, exchange: Exchange, thrown: unknown): unknown {
  const isRefusal = thrown instanceof AppError && thrown.code !== 'INTERNAL';
  if (exchange.standing !== undefined || !isRefusal) return thrown;
  exchange.standing = budgets.draw(addressDraws(exchange.peer.ip));
  return exchange.standing.isAllowed ? thrown : rateLimited(exchange.standing);
}

/**
 * Draws a call from further buckets. If one of them is empty, what it drew before is given back: a
 * call draws from all of its buckets or from none.
 */
export function drawMore(
  budgets: Budgets,
  exchange: Exchange,
  drawn: readonly Draw[],
  more: readonly Draw[],
): void {
  if (more.length === 0) return;
  const standing = budgets.draw(more);
  if (!standing.isAllowed) {
    budgets.giveBack(drawn);
    exchange.standing = standing;
    throw rateLimited(standing);
  }
  exchange.standing = budgets.peek([...drawn, ...more]);
}

function rateLimited({ limit, retryAfterSeconds }: Standing): AppError {
  return new AppError(
    'RATE_LIMITED',
    `over the budget of ${counted(limit, 'call')} per minute: try again in ${retryAfterSeconds} s`,
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}
