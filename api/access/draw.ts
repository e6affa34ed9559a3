import { counted } from '../../src/counted.ts';
import { AppError } from '../../src/errors.ts';
import { addressDraws, type Budgets, type Draw, type Standing } from './budgets.ts';
import type { Exchange } from './exchange.ts';

/** Draws the call from all of these buckets, notes where it stands; RATE_LIMITED otherwise. */
export function draw(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  exchange.standing = budgets.draw(draws);
  if (!exchange.standing.isAllowed) throw rateLimited(exchange.standing);
}

/** Draws what is not counted as the call itself; RATE_LIMITED when that is used up. */
export function drawAside(budgets: Budgets, exchange: Exchange, draws: readonly Draw[]): void {
  const standing = budgets.draw(draws);
  if (standing.isAllowed) return;
  exchange.standing = standing;
  throw rateLimited(standing);
}

/** What a call is told that was refused: each draws, and over its budget it is told so. */
export function drawForRefusal(budgets: Budgets, exchange: Exchange, thrown: unknown): unknown {
  if (exchange.standing !== undefined || !(thrown instanceof AppError)) return thrown;
  exchange.standing = budgets.draw(addressDraws(exchange.peer.ip));
  return exchange.standing.isAllowed ? thrown : rateLimited(exchange.standing);
}

/** Draws a call from more buckets after the first ones: from all of them together, or none. */
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
