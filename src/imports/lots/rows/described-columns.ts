import type { LotType } from '../../../parking/lots/lot-type.ts';
import { SPACES_MAX } from '../../../parking/lots/osm/tags.ts';
import type { LotDescription } from '../features/lot-description.ts';

/**
 * Square metres of ground for each space, with its share of the lanes and of what is no space. A
 * space itself has 12 to 14. Handbooks say 25 to 35 for a lot, and more where there are ramps and
 * columns; this is the greater end, because spaces that do not exist must not be promised.
 */
const M2_PER_SPACE: Readonly<Record<LotType, number>> = {
  surface: 32,
  rooftop: 35,
  garage: 40,
  underground: 40,
  carport: 25,
  street: 15,
};

/** The type of most lots without a stated one. */
const USUAL_TYPE: LotType = 'surface';

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

/**
 * How many spaces an area of one storey probably has; null: too small for one. docs/importing.md
 * says how. Of several storeys only one is counted, because an outline does not show how many.
 */
function estimateSpaces(areaM2: number, lotType: LotType | null): number | null {
  const spaces = Math.min(SPACES_MAX, Math.floor(areaM2 / M2_PER_SPACE[lotType ?? USUAL_TYPE]));
  return spaces < 1 ? null : spaces;
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
