import type { Principal } from '../../access/principals/principal.ts';
import type { Schedule } from '../../kit/hours/schedule.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PricedLot } from '../../tariffs/offer-lot-rate.ts';
import type { EntrySettings } from '../lots/entry-instructions.ts';
import { missingLot } from '../lots/find-lot.ts';
import type { Terms } from './new-session.ts';

/** What a stay that begins on a lot needs to know of it, by the database's clock. */
export type LotToPark = PricedLot &
  Schedule & {
    lotId: string;
    name: string;
    latitude: number;
    longitude: number;
    status: 'active' | 'closed';
    features: string[];
    entryInstructions: EntrySettings | null;
    /** The account of its operator at the processor, if it can be paid; null: none can. */
    payee: string | null;
    isFull: boolean;
    /** By a count that binds. */
    isReportedFull: boolean;
  };

/**
 * A listed lot, or one on which the caller's hold is, if one is given. Errors: NOT_FOUND (lot),
 * which says where a merged lot went.
 */
export async function findLotToPark(
  db: Querier,
  { livemode, operatorId, fleetId }: Principal,
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

/** The terms that are the same for every stay that begins on a lot now. */
export function settingsOf(
  lot: LotToPark,
): Pick<Terms, 'lotName' | 'position' | 'startsAt' | 'entrySettings' | 'payee' | 'openingHours'> {
  const { name: lotName, latitude: lat, longitude: lng } = lot;
  const { entryInstructions: entrySettings, payee, openingHours, now: startsAt } = lot;
  return { lotName, position: { lat, lng }, startsAt, entrySettings, payee, openingHours };
}
