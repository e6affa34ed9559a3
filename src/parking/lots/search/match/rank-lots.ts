import { countBelow } from '../../../../kit/count-below.ts';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import type { KnownLot } from './known-lot.ts';

/** A lot that a search may find, as far as its place and its equipment go. */
export type Near = { lot: KnownLot; distanceM: number };

/** Lots in the same ring of this width around the point asked about count as equally near. */
export const RING_M = 500;

export const ringOf = ({ distanceM }: Pick<Near, 'distanceM'>): number =>
  Math.floor(distanceM / RING_M);

/** The rank of a lot, from 0; Infinity where it is above `atMost`. */
type RankOf = (lot: Near, atMost: number) => number;

/** Lots of one operator in one ring. */
type OwnLots = { lots: Near[]; distances: Float64Array | undefined };

/**
 * The ranks of lots among those of their own operator in their own ring: the nearest has 0. Only
 * rings from `first` to `last` are known. A rank depends on where the lots are, and not on their
 * spaces or prices, so it seldom changes between two pages.
 */
export async function rankLots(
  near: readonly Near[],
  [first, last]: readonly [first: number, last: number],
): Promise<RankOf> {
  const rings = new Map<number, Map<string, OwnLots>>();
  await inTimeSlices(near, (one) => {
    const ring = ringOf(one);
    if (ring < first || ring > last) return;
    const operators = rings.get(ring) ?? new Map<string, OwnLots>();
    rings.set(ring, operators);
    const own = operators.get(one.lot.operatorId);
    if (own !== undefined) own.lots.push(one);
    else operators.set(one.lot.operatorId, { lots: [one], distances: undefined });
  });
  const placesAt = placesByDistance();
  return (one, atMost) => {
    const own = rings.get(ringOf(one))?.get(one.lot.operatorId);
    if (own === undefined || own.lots.length === 1) return 0;
    // Numbers are sorted ten times as fast in such an array.
    own.distances ??= new Float64Array(own.lots.map(({ distanceM }) => distanceM)).sort();
    if ((own.distances[atMost] ?? Infinity) < one.distanceM) return Infinity;
    const rank = countBelow(own.distances, one.distanceM);
    return own.distances[rank + 1] === one.distanceM ? rank + placesAt(own.lots, one) : rank;
  };
}

/** The last digits of an id, which are random: 32 bits. */
const ID_DIGITS = 8;
const idNumber = ({ lot }: Near) => Number.parseInt(lot.lotId.slice(-ID_DIGITS), 16);

/** The places of lots among others at the same distance, in an order that stays. */
function placesByDistance(): (lots: readonly Near[], one: Near) => number {
  const known = new Map<readonly Near[], Map<number, Float64Array>>();
  return (lots, one) => {
    const ids = known.get(lots) ?? new Map<number, Float64Array>();
    known.set(lots, ids);
    const here =
      ids.get(one.distanceM) ??
      new Float64Array(
        lots.filter(({ distanceM }) => distanceM === one.distanceM).map(idNumber),
      ).sort();
    ids.set(one.distanceM, here);
    return countBelow(here, idNumber(one));
  };
}
