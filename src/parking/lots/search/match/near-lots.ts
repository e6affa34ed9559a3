import { EARTH_RADIUS_M, greatCircleMetres } from '../../../../kit/geo/great-circle.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { KnownLot } from './known-lot.ts';
import type { LotSearch } from './lot-search.ts';
import type { Near } from './rank-lots.ts';

/** Metres per degree of latitude, less one metre so that rounding never excludes a lot. */
const METRES_PER_DEGREE_MIN = (Math.PI / 180) * EARTH_RADIUS_M - 1;

/** Those of the lots that a search may find, as far as their places and their equipment go. */
export async function listNear(lots: Iterable<KnownLot>, search: LotSearch): Promise<Near[]> {
  const near: Near[] = [];
  await inTimeSlices(lots, (lot) => {
    const distanceM = distanceTo(lot, search);
    if (distanceM !== undefined) near.push({ lot, distanceM });
  });
  return near;
}

/** In metres; undefined when the lot does not match the search at any time. */
export function distanceTo(known: KnownLot, search: LotSearch): number | undefined {
  if (known.livemode !== search.livemode) return undefined;
  if (search.currency !== null && known.currency !== search.currency) return undefined;
  const { latitude: lat, longitude: lng } = known;
  // Most lots that are too far away are too far north or south, which is faster to compute.
  if (Math.abs(lat - search.centre.lat) * METRES_PER_DEGREE_MIN > search.radiusM) return undefined;
  const distanceM = greatCircleMetres(search.centre, { lat, lng });
  if (distanceM > search.radiusM) return undefined;
  if (!search.features.every((feature) => known.features.includes(feature))) return undefined;
  return (known.maxHeightCm ?? Infinity) < (search.maxHeightCm ?? 0) ? undefined : distanceM;
}
