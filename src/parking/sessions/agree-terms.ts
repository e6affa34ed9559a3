import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';
import type { Caller } from '../../access/keys/caller.ts';
import { badField, conflict } from '../../kit/errors.ts';
import type { Schedule } from '../../kit/hours/schedule.ts';
import type { Querier } from '../../stores/postgres.ts';
import { offerLotRate, type PricedLot } from '../../tariffs/offer-lot-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import type { Quote } from '../../tariffs/quotes.ts';
import { capacityUnknown } from '../lots/capacity-unknown.ts';
import { checkOpen, lotClosed } from '../lots/check-open.ts';
import type { EntryInstructions } from '../lots/entry-instructions.ts';
import { missingLot } from '../lots/find-lot.ts';
import { checkMaxStay } from '../lots/max-stay.ts';
import { reportedFull } from '../lots/reported-full.ts';
import { expireOverdue } from './expire-sessions.ts';
import {
  EARLY_MS_MAX,
  endAfter,
  readStayEnd,
  type SessionRequest,
  type Terms,
} from './new-session.ts';

/** What a stay that begins on a lot needs to know of it, by the database's clock. */
export type LotToPark = PricedLot &
  Schedule & {
    lotId: string;
    name: string;
    latitude: number;
    longitude: number;
    status: 'active' | 'closed';
    features: string[];
    entryInstructions: Partial<EntryInstructions> | null;
    isFull: boolean;
    /** By a count that binds. */
    isReportedFull: boolean;
  };

/**
 * The terms of a stay that begins now in a free space: the lot's rate, or the quoted one. Errors:
 * NOT_FOUND (lot), CONFLICT closed | max_stay | capacity_unknown | lot_full | reported_full |
 * no_rate | quote_expired | too_early, BAD_REQUEST naming `quote_id`, `ends_at` or
 * `duration_hours`.
 */
export async function agreeTerms(
  db: Querier,
  caller: Caller,
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
  const mandateId = caller.mandate?.mandateId ?? null;
  return { ...settingsOf(lot), end, rate, currency: lot.currency, mandateId };
}

/** The terms that are the same for every stay that begins on a lot now. */
export function settingsOf(
  lot: LotToPark,
): Pick<Terms, 'lotName' | 'position' | 'startsAt' | 'entrySettings' | 'openingHours'> {
  const { name: lotName, latitude: lat, longitude: lng } = lot;
  const { entryInstructions: entrySettings, openingHours } = lot;
  return { lotName, position: { lat, lng }, startsAt: lot.now, entrySettings, openingHours };
}

/**
 * A listed lot, or one on which the caller's hold is, if one is given. Errors: NOT_FOUND (lot),
 * which says where a merged lot went.
 */
export async function findLotToPark(
  db: Querier,
  { livemode, operatorId, fleetId }: Caller,
  lotId: string,
  holdId: string | null = null,
): Promise<LotToPark> {
  const [lot] = await db.query<LotToPark>('lots_find_for_session', {
    lotId,
    livemode,
    holdId,
    operatorId,
    fleetId,
  });
  if (lot === undefined) throw await missingLot(db, lotId, livemode);
  return lot;
}

/** Overdue stays are ended before a caller is refused. */
async function makeRoom(db: Querier, caller: Caller, lotId: string): Promise<void> {
  await expireOverdue(db, lotId);
  const lot = await findLotToPark(db, caller, lotId);
  if (lot.isFull) throw conflict('lot_full', 'the lot has no free space');
}

/** BAD_REQUEST naming `quote_id`, CONFLICT quote_expired | too_early. */
function quotedRate({ lotId, rate, startsAt, validUntil }: Quote, lot: LotToPark): OfferedRate {
  if (lotId !== lot.lotId) throw badField('quote_id', 'is a quote for another lot');
  if (validUntil <= lot.now) throw conflict('quote_expired', 'the quote is no longer good');
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
