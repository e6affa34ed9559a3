import { newId } from '../../access/ids.ts';
import type { Principal } from '../../access/principals/principal.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { newSessionCode } from '../sessions/session-code.ts';
import type { Hold, ParsedIntent } from './hold.ts';

/** What the caller decides about a hold; the rest is computed. */
export type NewHold = Pick<
  Hold,
  | 'plate'
  | 'shownPlate'
  | 'vin'
  | 'fleetId'
  | 'isAutonomous'
  | 'spaceCount'
  | 'startsAt'
  | 'endsAt'
  | 'expiresAt'
  | 'ttlSeconds'
> & { intent: string | null; parsed: ParsedIntent };

/** A hold on a lot, ready to be placed, as of the database's `now`. */
export function newHold(
  caller: Principal,
  lot: {
    lotId: string;
    name: string;
    openingHours: string | null;
    currency: string;
    now: Date;
  },
  rate: OfferedRate,
  asked: NewHold,
): Hold {
  return {
    ...asked,
    holdId: newId('hold'),
    code: newSessionCode(),
    lotId: lot.lotId,
    lotName: lot.name,
    openingHours: lot.openingHours,
    livemode: caller.livemode,
    keyId: caller.id,
    mandateId: caller.mandate?.mandateId ?? null,
    dispatchId: null,
    fencingToken: 0,
    status: 'held',
    activatedCount: 0,
    assignedSpace: null,
    rate,
    currency: lot.currency,
    sessionId: null,
    createdAt: lot.now,
  };
}
