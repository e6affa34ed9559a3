import { badField, notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { UUID } from '../find-lot.ts';
import { type Described, distanceBetween } from './are-alike.ts';

/** A lot as the owner of the server compares it with another. */
export type PairedLot = Described & {
  lotId: string;
  operatorId: string;
  operatorName: string;
  livemode: boolean;
  isListed: boolean;
  isWaiting: boolean;
  duplicateOf: string | null;
  mergedInto: string | null;
};

/** Two pins of one large car park are no farther from each other; beyond it, an id is mistyped. */
const PAIR_METRES_MAX = 500;

export type LotPair = { one: PairedLot; other: PairedLot; distanceM: number };

/**
 * Two lots of the same mode, locked until the transaction ends. Errors: NOT_FOUND for an id that
 * is unknown or, without `withDeleted`, deleted; BAD_REQUEST when both are the same or of different
 * modes.
 */
export async function lockPair(
  db: Querier,
  [oneId, otherId]: readonly [string, string],
  { withDeleted = false } = {},
): Promise<LotPair> {
  for (const lotId of [oneId, otherId]) if (!UUID.test(lotId)) throw notFound(`lot ${lotId}`);
  if (oneId.toLowerCase() === otherId.toLowerCase())
    throw badField('lot_id', 'is the same lot twice');
  const values = { oneId, otherId, withDeleted };
  const lots = await db.query<PairedLot>('lots_lock_pair', values);
  const find = (id: string) => {
    const lot = lots.find(({ lotId }) => lotId === id.toLowerCase());
    if (lot === undefined) throw notFound(`lot ${id}`);
    return lot;
  };
  const [one, other] = [find(oneId), find(otherId)];
  if (one.livemode !== other.livemode)
    throw badField('lot_id', 'are of different modes: one is a test lot');
  return { one, other, distanceM: Math.round(distanceBetween(one, other)) };
}

/** BAD_REQUEST when two lots are more than PAIR_METRES_MAX apart. */
export function refuseFar({ distanceM }: LotPair): void {
  if (distanceM > PAIR_METRES_MAX)
    throw badField(
      'lot_id',
      `are ${distanceM} m apart, and one car park is at most ${PAIR_METRES_MAX} m long`,
    );
}
