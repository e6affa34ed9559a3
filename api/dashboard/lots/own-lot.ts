import { notFound } from '../../../src/kit/errors.ts';
import { getLotOperation } from '../../v1/lots/get.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import type { Visit } from '../dashboard-page.ts';

/** What else is listed that looks like the same car park. */
export type Alike = Readonly<{ lot_id: string; name: string; distance_m: number }>;

type Found = { lot: OperatorLotShape; possible_duplicates?: readonly Alike[] };

/** The lot of the address, and what looks like it; NOT_FOUND for a lot of another operator. */
export async function findWithAlike({ call, params }: Visit) {
  const found = await call<Found>(getLotOperation, { params });
  // The lots of others are shown without it.
  if (found.possible_duplicates === undefined) throw notFound('lot');
  return { lot: found.lot, alike: found.possible_duplicates };
}

export async function findOwnLot(visit: Visit): Promise<OperatorLotShape> {
  return (await findWithAlike(visit)).lot;
}
