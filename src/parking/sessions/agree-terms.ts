import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';
import type { Principal } from '../../access/principals/principal.ts';
import { badField, conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { refuseUnsold } from '../../tariffs/for-sale.ts';
import { offerLotRate } from '../../tariffs/offer-lot-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import type { Quote } from '../../tariffs/quotes.ts';
import { capacityUnknown } from '../lots/capacity-unknown.ts';
import { checkOpen, lotClosed } from '../lots/check-open.ts';
import { checkMaxStay } from '../lots/max-stay.ts';
import { reportedFull } from '../lots/reported-full.ts';
import { expireOverdue } from './expire-sessions.ts';
import { findLotToPark, type LotToPark, settingsOf } from './lot-to-park.ts';
import type { SessionRequest, Terms } from './new-session.ts';
import { priceOfStay } from './session.ts';
import { endAfter, readStayEnd } from './stay-end.ts';

/** How much earlier than agreed a stay can begin. */
const EARLY_MS_MAX = 15 * 60_000;

/**
 * The terms of a stay that begins now in a free space: the lot's rate, or the quoted one. Errors:
 * NOT_FOUND (lot), CONFLICT closed | max_stay | capacity_unknown | lot_full | reported_full |
 * no_rate | not_for_sale | quote_expired | too_early, BAD_REQUEST naming `quote_id`, `ends_at` or
 * `duration_hours`.
 */
export async function agreeTerms(
  db: Querier,
  caller: Principal,
  request: Omit<SessionRequest, 'holdId'>,
): Promise<Terms> {
  const lot = await findLotToPark(db, caller, request.lotId);
  if (lot.status === 'closed') throw lotClosed();
  const rate = request.quote ? quotedRate(request.quote, lot) : offerLotRate(lot, lot.now);
  const end = readStayEnd(request, lot.now);
  const window = { from: lot.now, to: endAfter(lot.now, end) };
  checkMaxStay(lot, window);
  await checkOpen(lot, window);
  if (lot.totalSpaces === null) throw capacityUnknown();
  if (lot.isFull) await makeRoom(db, caller, request.lotId);
  if (lot.isReportedFull) throw reportedFull();
  if (rate === undefined) throw conflict('no_rate', 'the lot has no posted rate');
  refuseUnsold(priceOfStay({ rate, startedAt: lot.now, expectedEnd: window.to, endedAt: null }));
  const mandateId = caller.mandate?.mandateId ?? null;
  return { ...settingsOf(lot), end, rate, currency: lot.currency, mandateId };
}

/** Overdue stays are ended before a caller is refused. */
async function makeRoom(db: Querier, caller: Principal, lotId: string): Promise<void> {
  await expireOverdue(db, lotId);
  const lot = await findLotToPark(db, caller, lotId);
  if (lot.isFull) throw conflict('lot_full', 'the lot has no free space');
}

/** BAD_REQUEST naming `quote_id`, CONFLICT quote_expired | too_early. */
function quotedRate({ lotId, rate, startsAt, validUntil }: Quote, lot: LotToPark): OfferedRate {
  if (lotId !== lot.lotId) throw badField('quote_id', 'is a quote for another lot');
  if (validUntil <= lot.now) throw conflict('quote_expired', 'the quote has expired');
  refuseEarly('the quote', startsAt, lot.now);
  return rate;
}

/** CONFLICT too_early, which names the agreed start. */
export function refuseEarly(what: string, startsAt: Date, now: Date): void {
  if (startsAt.getTime() - now.getTime() <= EARLY_MS_MAX) return;
  const minutes = millisecondsToMinutes(EARLY_MS_MAX);
  throw conflict(
    'too_early',
    `${what} is for a stay from ${startsAt.toISOString()} on, which can begin ${minutes} minutes ` +
      'earlier at most',
    { starts_at: startsAt.toISOString() },
  );
}
