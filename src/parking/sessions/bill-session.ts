import { FEE_TIERS, platformFeeOf } from '../../access/plans/platform-fee.ts';
import { type Actor, actorValues } from '../../access/principals/actor.ts';
import type { Querier } from '../../stores/postgres.ts';
import { sumMonthGross } from '../../tariffs/month-gross.ts';
import {
  type Billed,
  endsAsExpected,
  type FoundSession,
  intentOf,
  priceOfStay,
} from './session.ts';
import { CLOCKS_APART_MS } from './stay-end.ts';

/**
 * Ends the stay and computes its final amount: until now, or until its expected end when it was not
 * ended in time. The database's clock decides which. Undefined when another caller was first.
 */
export async function billSession(
  db: Querier,
  actor: Actor,
  found: FoundSession,
): Promise<Billed | undefined> {
  const paymentIntentId = intentOf(found);
  const status = endsAsExpected(found, found.now) ? 'expiring' : 'ending';
  // The database's clock may have been put back since; then the stay is billed one minute.
  const now = found.now < found.startedAt ? found.startedAt : found.now;
  const endedAt = status === 'expiring' ? found.expectedEnd : now;
  const { subtotalMinor } = priceOfStay({ ...found, endedAt });
  const fee = platformFeeOf({
    subtotalMinor,
    currency: found.currency,
    plan: found.plan,
    monthGrossMinor: await monthGross(db, found, endedAt),
  });
  const [ended] = await db.query('session_end', {
    sessionId: found.sessionId,
    endedAt,
    subtotalMinor,
    ...fee,
    status,
    expectedEnd: found.expectedEnd,
    paymentIntentId,
    ...actorValues(actor),
    clockWentBack: +found.startedAt - +found.now > CLOCKS_APART_MS,
  });
  if (ended === undefined) return undefined;
  return { ...found, status, endedAt, subtotalMinor, ...fee, paymentIntentId };
}

/** The month's gross in the currency of the stay, added up only where the fee depends on it. */
async function monthGross(db: Querier, found: FoundSession, endedAt: Date): Promise<bigint> {
  if (FEE_TIERS[found.plan].length === 1) return 0n;
  const { currency } = found;
  const gross = await sumMonthGross(db, found, { at: endedAt, currency });
  return gross.get(currency) ?? 0n;
}
