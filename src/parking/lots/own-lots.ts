import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { asPosted } from '../../tariffs/offer-lot-rate.ts';
import { findLot, UUID } from './find-lot.ts';
import type { Lot, OperatorLot, StoredLot } from './lot-columns.ts';

type LotFilter = {
  /** null: any. */
  status: 'active' | 'closed' | null;
  isListed: boolean | null;
  ref: string | null;
  /** In its name, ref or address. */
  text: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  cursor: string | null;
  limit: number;
};

/**
 * The operator whose lots a caller sees in full; null: none. A fleet's key, and a key that may
 * neither read nor write lots, sees of all lots only what the public sees.
 */
export function ownerOf(caller: Principal | undefined): string | null {
  if (caller === undefined || caller.fleetId !== null) return null;
  const isTrusted = caller.scopes.includes('lots:read') || caller.scopes.includes('lots:write');
  return isTrusted ? caller.operatorId : null;
}

/** A lot of the caller's operator in full, listed or not; undefined for any other lot. */
export async function findOwnLot(
  db: Querier,
  caller: Principal | undefined,
  lotId: string,
): Promise<StoredLot | undefined> {
  const ownerId = ownerOf(caller);
  if (caller === undefined || ownerId === null || !UUID.test(lotId)) return undefined;
  const values = { lotId, operatorId: ownerId, livemode: caller.livemode };
  const [lot] = await db.query<StoredLot>('lots_find_own', values);
  return lot && asPosted(lot, lot.now);
}

/**
 * The same with its state now. Errors: NOT_FOUND for any other lot, FORBIDDEN for a fleet's key.
 */
export async function findOwnersLot(db: Querier, lotId: string, caller: Principal): Promise<Lot> {
  refuseFleet(caller, 'lots');
  const lot = await findLot(db, lotId, caller.livemode, caller.operatorId);
  if (lot.operatorId !== caller.operatorId) throw notFound('lot');
  return lot;
}

/** Of those that contain a text, the newest. */
export const TEXT_MATCHES_MAX = 1_000;

/** `occupiedSpaces`: in use now, by stays and live holds, or by the count of vehicles if more. */
export type ListedLot = OperatorLot & { occupiedSpaces: number };

/**
 * The lots of the caller's operator, listed or not, newest first. Errors: BAD_REQUEST naming
 * `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listOwnLots(
  db: Querier,
  caller: Principal,
  filter: LotFilter,
): Promise<Page<ListedLot>> {
  refuseFleet(caller, 'lots');
  const { operatorId, livemode } = caller;
  const rows = await db.query<StoredLot & ListedLot & ListedRow>('lots_list', {
    operatorId,
    livemode,
    lotIds: await idsWith(db, { operatorId, livemode, text: filter.text }),
    status: filter.status,
    isListed: filter.isListed,
    ref: filter.ref,
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
    ...readCursor(filter.cursor, UUID),
    rowLimit: filter.limit + 1,
  });
  return toPage(rows, filter.limit, {
    idOf: (lot) => lot.lotId,
    read: (lot) => asPosted(lot, lot.now),
  });
}

/** Which lots contain a text; null: it is not asked for. */
async function idsWith(
  db: Querier,
  asked: { operatorId: string; livemode: boolean; text: string | null },
): Promise<string[] | null> {
  const { text } = asked;
  if (text === null) return null;
  const values = { ...asked, text, rowLimit: TEXT_MATCHES_MAX };
  const rows = await db.query<{ lotId: string }>('lots_find_text', values);
  return rows.map(({ lotId }) => lotId);
}
