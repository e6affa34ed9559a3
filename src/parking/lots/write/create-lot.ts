import { rememberValues, type WriteContext } from '../../../access/idempotency/remember.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { conflict } from '../../../kit/errors.ts';
import { newUuid } from '../../../kit/uuid.ts';
import { type Querier, readClock } from '../../../stores/postgres.ts';
import {
  findPossibleDuplicates,
  type PossibleDuplicate,
} from '../duplicates/possible-duplicates.ts';
import type { OperatorLot } from '../lot-columns.ts';
import type { LotDetails } from '../lot-details.ts';
import { lotLimit } from './lot-limit.ts';
import { openLotReading } from './lot-reading.ts';
import { readNewLot } from './new-lot.ts';
import { addLots, callingWriter } from './write-lots.ts';

/** A new lot, and what is listed already that looks like the same car park. */
export type CreatedLot = { lot: OperatorLot; possibleDuplicates: PossibleDuplicate[] };

/**
 * Adds a lot of the caller's operator in the caller's mode. Errors: BAD_REQUEST naming the detail,
 * CONFLICT ref_taken | lot_limit.
 */
export async function createLot(
  db: Querier,
  caller: Principal,
  details: LotDetails,
  { requestId, remember }: WriteContext<CreatedLot>,
): Promise<CreatedLot> {
  const columns = readNewLot(details, await openLotReading([details.opening_hours]));
  const now = await readClock(db);
  const lotId = newUuid();
  const merging = { duplicateOf: null, mergedInto: null };
  const lot = {
    ...columns,
    ...merging,
    lotId,
    isWaiting: false,
    osmId: null,
    updatedAt: now,
  };
  const possibleDuplicates = await findPossibleDuplicates(db, caller, lot);
  const [added] = await addLots(
    db,
    callingWriter(caller, requestId),
    [{ lotId, columns: { ...columns, createdAt: now } }],
    rememberValues(remember, { lot, possibleDuplicates }),
  );
  if (added === undefined) throw refTaken();
  const { isAdded, isListed, isWaiting } = added;
  if (!isAdded) throw lotLimit(caller.plan);
  return { lot: { ...lot, isListed, isWaiting }, possibleDuplicates };
}

export function refTaken() {
  return conflict('ref_taken', 'another of your lots has this ref');
}
