import { actorOf } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import { conflict } from '../../../kit/errors.ts';
import { roundPoint } from '../../../kit/geo/great-circle.ts';
import { type HoursReader, openHoursReader } from '../../../kit/hours/read-hours.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { asPosted } from '../../../tariffs/offer-lot-rate.ts';
import { findPossibleDuplicates } from '../duplicates/possible-duplicates.ts';
import { withImplied, withoutImplied } from '../fields/features.ts';
import type { LotColumns, OperatorLot } from '../lot-columns.ts';
import type { LotChanges } from '../lot-details.ts';
import { openPlaces, type PlaceFinder } from '../place/place.ts';
import { changeAccess, checkLabels } from './access-settings.ts';
import { type CreatedLot, refTaken } from './create-lot.ts';
import { checkSpaces, placeColumns, readDetails } from './read-details.ts';
import { changeLots, lockLot } from './write-lots.ts';

/** Details from which tags follow. */
const TAGGING = ['features', 'spaces', 'lot_type'] as const;

/**
 * Changes the given details of one of the caller's lots, listed or not. Stays under way keep their
 * space; the label that a vehicle was sent to is given out again after the vehicle leaves. A lot
 * that moves gets the time zone of its new place; the caller has to change its address. Returns the
 * lot as it is afterwards, with what is listed already that looks like the same car park. Errors:
 * NOT_FOUND (lot), BAD_REQUEST naming the detail, CONFLICT spaces_in_use | currency_in_use |
 * ref_taken, PAYLOAD_TOO_LARGE.
 */
export async function updateLot(
  db: Postgres,
  caller: Principal,
  lotId: string,
  changes: LotChanges,
  requestId: string,
): Promise<CreatedLot> {
  // Loaded before the lock is taken, because others wait for the lock.
  const placeOf = 'lat' in changes || 'lng' in changes ? await openPlaces() : undefined;
  const readHours = await openHoursReader([changes.opening_hours]);
  const writer = { ...caller, actor: actorOf(caller, requestId) };
  try {
    const lot = await db.transaction(async (connection) => {
      const stored = await lockLot(connection, caller, lotId);
      const columns = changedColumns(stored, changes, { placeOf, readHours });
      const write = { lotId: stored.lotId, columns };
      const [change] = await changeLots(connection, writer, [write]);
      switch (change?.outcome) {
        case 'spaces_in_use':
          throw spacesInUse();
        case 'currency_in_use':
          throw conflict('currency_in_use', 'the lot has rates in its present currency');
        default: {
          const { isListed, isWaiting } = change ?? stored;
          const updatedAt = change?.updatedAt ?? stored.updatedAt;
          return asPosted({ ...stored, ...columns, isListed, isWaiting, updatedAt }, stored.now);
        }
      }
    });
    return { lot, possibleDuplicates: await findPossibleDuplicates(db, caller, lot) };
  } catch (error) {
    switch (databaseError(error)?.constraint) {
      case 'lots_by_ref':
        throw refTaken();
      case 'lots_capacity':
        throw spacesInUse();
      default:
        throw error;
    }
  }
}

function changedColumns(
  stored: OperatorLot,
  changes: LotChanges,
  { placeOf, readHours }: { placeOf: PlaceFinder | undefined; readHours: HoursReader },
): Partial<LotColumns> {
  const { lat: newLat = stored.latitude, lng: newLng = stored.longitude, ...others } = changes;
  const { access, ...details } = others;
  const { lat, lng } = roundPoint({ lat: newLat, lng: newLng });
  const hasMoved = lat !== stored.latitude || lng !== stored.longitude;
  const stated: Partial<LotColumns> = {
    ...(hasMoved && placeOf && placeColumns({ lat, lng }, placeOf(lat, lng))),
    ...readDetails(details, readHours),
    ...(access !== undefined && changeAccess(stored, access)),
  };
  const lot = { ...stored, ...stated };
  if (details.total_spaces !== undefined || details.spaces !== undefined) checkSpaces(lot);
  if (details.total_spaces !== undefined || access?.space_labels !== undefined) checkLabels(lot);
  if (!TAGGING.some((name) => details[name] !== undefined)) return stated;
  // A tag is removed together with the detail that it followed from.
  const given = stated.features ?? withoutImplied(stored.features, stored);
  return { ...stated, features: withImplied(given, lot) };
}

function spacesInUse() {
  return conflict('spaces_in_use', 'more spaces than that are in use, or held');
}
