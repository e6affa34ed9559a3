import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';
import { badField, badFields, conflict, notFound } from '../errors.ts';
import { findHeld } from '../holds/find-hold.ts';
import type { Caller } from '../keys/caller.ts';
import { checkOpen, lotClosed } from '../lots/check-open.ts';
import type { Schedule } from '../lots/lot.ts';
import { offerLotRate, type PricedLot } from '../pricing/offer-lot-rate.ts';
import type { OfferedRate } from '../pricing/offer-rate.ts';
import type { Quote } from '../pricing/quotes.ts';
import type { Querier } from '../stores/postgres.ts';
import { expireOverdue } from './expire-sessions.ts';
import {
  EARLY_MS_MAX,
  endAfter,
  readStayEnd,
  type SessionRequest,
  type Terms,
} from './new-session.ts';
import type { EntryInstructions } from './session.ts';

type LotRow = PricedLot &
  Schedule & {
    lot_id: string;
    name: string;
    status: 'active' | 'closed';
    entry_instructions: Partial<EntryInstructions> | null;
    is_full: boolean;
  };

/**
 * What a stay that begins now would begin under: the lot's rate by the database's clock, or what a
 * hold was promised. Errors: NOT_FOUND (lot, hold), CONFLICT closed | lot_full | no_rate |
 * quote_expired | too_early | hold_expired | hold_activated | hold_canceled, BAD_REQUEST naming
 * `hold_id`, `quote_id`, `ends_at` or `duration_hours`.
 */
export async function agreeTerms(
  db: Querier,
  caller: Caller,
  request: SessionRequest,
): Promise<Terms> {
  const lot = await findLot(db, caller, request.lotId);
  const settings = { lotName: lot.name, startsAt: lot.now, entrySettings: lot.entry_instructions };
  if (request.holdId !== undefined)
    return { ...settings, ...(await heldTerms(db, caller, request, request.holdId, lot)) };
  if (lot.status === 'closed') throw lotClosed();
  const end = readStayEnd(request, lot.now);
  await checkOpen(lot, { from: lot.now, to: endAfter(lot.now, end) });
  if (lot.is_full) await makeRoom(db, caller, request.lotId);
  const rate = request.quote ? quotedRate(request.quote, lot) : offerLotRate(lot, lot.now);
  if (rate === undefined) throw conflict('no_rate', 'the lot has no posted rate');
  return { ...settings, end, rate, currency: lot.currency };
}

/** The hold says how long the stay is and what it costs. The lot has to be open to who comes. */
async function heldTerms(
  db: Querier,
  caller: Caller,
  request: SessionRequest,
  holdId: string,
  lot: LotRow,
): Promise<Pick<Terms, 'end' | 'rate' | 'currency'>> {
  refuseBesideHold(request);
  const hold = await findHeld(db, caller, holdId);
  if (hold.lotId !== request.lotId) throw badField('hold_id', 'is a hold on another lot');
  // One that began as it was placed stays begun, should the clock be put back.
  if (hold.startsAt > hold.createdAt) refuseEarly('the hold', hold.startsAt, lot.now);
  await checkOpen(lot, { from: lot.now, to: lot.now });
  return { end: { at: hold.endsAt }, rate: hold.rate, currency: hold.currency };
}

/** BAD_REQUEST naming what the hold has decided already. */
function refuseBesideHold({ durationHours, endsAt, quote }: SessionRequest): void {
  const said = { duration_hours: durationHours, ends_at: endsAt, quote_id: quote };
  const fields = Object.entries(said).filter(([, value]) => value !== undefined);
  if (fields.length > 0)
    throw badFields(
      fields.map(([field]) => ({ field, reason: 'cannot stand beside hold_id, which decides it' })),
    );
}

async function findLot(db: Querier, caller: Caller, lotId: string): Promise<LotRow> {
  const [lot] = await db.query<LotRow>('lots_find_for_session', {
    lot_id: lotId,
    livemode: caller.livemode,
  });
  if (lot === undefined) throw notFound('lot');
  return lot;
}

/** Whoever's time has run out leaves before anybody is turned away. */
async function makeRoom(db: Querier, caller: Caller, lotId: string): Promise<void> {
  await expireOverdue(db, lotId);
  const lot = await findLot(db, caller, lotId);
  if (lot.is_full) throw conflict('lot_full', 'the lot has no free space');
}

/** BAD_REQUEST naming `quote_id`, CONFLICT quote_expired | too_early. */
function quotedRate({ lotId, rate, startsAt, validUntil }: Quote, lot: LotRow): OfferedRate {
  if (lotId !== lot.lot_id) throw badField('quote_id', 'is a quote for another lot');
  if (validUntil <= lot.now) throw conflict('quote_expired', 'the quote is no longer good');
  refuseEarly('the quote', startsAt, lot.now);
  return rate;
}

/** CONFLICT too_early, with the instant that was agreed on. */
function refuseEarly(what: string, startsAt: Date, now: Date): void {
  if (startsAt.getTime() - now.getTime() <= EARLY_MS_MAX) return;
  const minutes = millisecondsToMinutes(EARLY_MS_MAX);
  throw conflict(
    'too_early',
    `${what} is for a stay from ${startsAt.toISOString()} on, which can begin ${minutes} minutes ` +
      'earlier at most',
    { starts_at: startsAt.toISOString() },
  );
}
