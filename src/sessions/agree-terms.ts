import { badField, conflict, notFound } from '../errors.ts';
import { findHeld } from '../holds/find-hold.ts';
import type { Caller } from '../keys/caller.ts';
import { offerLotRate, type PricedLot } from '../pricing/offer-lot-rate.ts';
import type { OfferedRate } from '../pricing/offer-rate.ts';
import type { Quote } from '../pricing/quotes.ts';
import type { Querier } from '../stores/postgres.ts';
import { expireOverdue } from './expire-sessions.ts';
import { expectedEndOf, type SessionRequest, type Terms } from './new-session.ts';
import type { EntryInstructions } from './session.ts';

type LotRow = PricedLot & {
  lot_id: string;
  name: string;
  status: 'active' | 'closed';
  entry_instructions: Partial<EntryInstructions> | null;
  is_full: boolean;
};

/**
 * What a stay that begins now would begin under: the lot's rate by the database's clock, or what a
 * hold was promised. Errors: NOT_FOUND (lot, hold), CONFLICT closed | lot_full | no_rate |
 * quote_expired | hold_expired | hold_activated | hold_canceled, BAD_REQUEST naming `hold_id`,
 * `quote_id`, `ends_at` or `duration_hours`.
 */
export async function agreeTerms(
  db: Querier,
  caller: Caller,
  request: SessionRequest,
): Promise<Terms> {
  const lot = await findLot(db, caller, request.lotId);
  const settings = { lotName: lot.name, startsAt: lot.now, entrySettings: lot.entry_instructions };
  if (request.holdId !== undefined) {
    const hold = await findHeld(db, caller, request.holdId);
    if (hold.lotId !== request.lotId) throw badField('hold_id', 'is a hold on another lot');
    return { ...settings, expectedEnd: hold.endsAt, rate: hold.rate, currency: hold.currency };
  }
  if (lot.status === 'closed') throw conflict('closed', 'the lot is closed');
  if (lot.is_full) await makeRoom(db, caller, request.lotId);
  const rate = request.quote ? quotedRate(request.quote, lot) : offerLotRate(lot, lot.now);
  if (rate === undefined) throw conflict('no_rate', 'the lot has no posted rate');
  return {
    ...settings,
    expectedEnd: expectedEndOf(request, lot.now),
    rate,
    currency: lot.currency,
  };
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

/** BAD_REQUEST naming `quote_id`, CONFLICT quote_expired. */
function quotedRate({ lotId, rate, validUntil }: Quote, lot: LotRow): OfferedRate {
  if (lotId !== lot.lot_id) throw badField('quote_id', 'is a quote for another lot');
  if (validUntil <= lot.now) throw conflict('quote_expired', 'the quote is no longer good');
  return rate;
}
