import type { LotDescription } from '../features/lot-description.ts';
import { estimateSpaces } from './estimate-spaces.ts';

/** Fields missing from the file keep their stored values. */
export function capacityColumns({ capacity, lotType }: LotDescription, areaM2: number | null) {
  if (capacity !== null) {
    const counted = { totalSpaces: capacity.spaces, isCapacityEstimated: capacity.isEstimate };
    return { always: counted, now: counted };
  }
  const estimate = areaM2 === null ? null : estimateSpaces(areaM2, lotType);
  return {
    always: {},
    now: { totalSpaces: estimate, isCapacityEstimated: estimate !== null },
  };
}

/** What a feature says of its lot, as columns with the same names. */
export function columnsOf(lot: LotDescription) {
  const { address, city, state, lotType, features, openingHours, maxHeightCm, website } = lot;
  const { evSpaces, accessibleSpaces, avSpaces } = lot;
  const spaces = { evSpaces, accessibleSpaces, avSpaces };
  const place = { address, city, state };
  return {
    ...place,
    lotType,
    features,
    openingHours,
    maxHeightCm,
    website,
    ...spaces,
  };
}
