import type { LotDescription } from '../features/lot-description.ts';
import { estimateSpaces } from './estimate-spaces.ts';

/** Of what a file says nothing about, a stored lot keeps what it has. */
export function capacityColumns({ capacity, lot_type }: LotDescription, areaM2: number | null) {
  if (capacity !== null) {
    const counted = { total_spaces: capacity.spaces, is_capacity_estimated: capacity.isEstimate };
    return { always: counted, now: counted };
  }
  const estimate = areaM2 === null ? null : estimateSpaces(areaM2, lot_type);
  return {
    always: {},
    now: { total_spaces: estimate, is_capacity_estimated: estimate !== null },
  };
}

/** What a feature says of its lot, as columns with the same names. */
export function columnsOf(lot: LotDescription) {
  const { address, city, state, lot_type, features, opening_hours, max_height_cm, website } = lot;
  const { ev_spaces, accessible_spaces, av_spaces } = lot;
  const spaces = { ev_spaces, accessible_spaces, av_spaces };
  const place = { address, city, state };
  return { ...place, lot_type, features, opening_hours, max_height_cm, website, ...spaces };
}
