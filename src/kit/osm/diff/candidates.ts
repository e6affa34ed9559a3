import { greatCircleMetres } from '../../geo/great-circle.ts';
import { METRES_MAX, pointsOf, pointsOfSpaces } from './likeness.ts';
import { nearbyIndex } from './nearby.ts';
import type { Traits } from './traits.ts';

/** Two places that may be the same, by their numbers in the lists. */
export type Candidate = {
  lot: number;
  object: number;
  metres: number;
  weight: number;
  /** The points that are due to the numbers of spaces. */
  spacesPoints: number;
};

/** Weights are whole, so that sums do not depend on their order. */
export const WEIGHT_PER_POINT = 100;
/** Larger than all evidence that a match of one place can have: an id counts first. */
const SAME_ID_WEIGHT = 10_000 * WEIGHT_PER_POINT;
/** Objects of OpenStreetMap are sometimes turned into another one far away. */
const SAME_ID_METRES_MAX = 1_000;
/** Two places so near to each other may be the same, whatever else differs. */
const NEAR_METRES = 80;
/** Of one place; more of them are in no real data, and would make the search slow. */
const CANDIDATES_MAX = 12;

/**
 * The pairs of places within METRES_MAX that have more evidence for them than against them or are
 * near to each other, and those with the same OpenStreetMap id.
 */
export function candidatesOf(lots: readonly Traits[], objects: readonly Traits[]): Candidate[] {
  const visitNearby = nearbyIndex(
    objects.map(({ point }) => point),
    METRES_MAX,
  );
  const objectOf = new Map(objects.map(({ id }, object) => [id, object]));
  const best = [...lots.entries()].flatMap(([lot, ours]) => {
    const found: Candidate[] = [];
    const consider = (object: number, metresMax: number) => {
      const theirs = objects[object];
      if (theirs === undefined) return;
      const metres = greatCircleMetres(ours.point, theirs.point);
      if (metres > metresMax) return;
      const isSameId = ours.osmId === theirs.id;
      const points = Math.round(pointsOf(ours, theirs, metres) * WEIGHT_PER_POINT);
      const weight = points + (isSameId ? SAME_ID_WEIGHT : 0);
      if (weight > 0 || metres <= NEAR_METRES)
        found.push({ lot, object, metres, weight, spacesPoints: pointsOfSpaces(ours, theirs) });
    };
    const known = ours.osmId === null ? undefined : objectOf.get(ours.osmId);
    if (known !== undefined) consider(known, SAME_ID_METRES_MAX);
    visitNearby(ours.point, (object) => {
      if (object !== known) consider(object, METRES_MAX);
    });
    return found.toSorted(byWeight).slice(0, CANDIDATES_MAX);
  });
  return [...Map.groupBy(best, ({ object }) => object).values()].flatMap((ofObject) =>
    ofObject.toSorted(byWeight).slice(0, CANDIDATES_MAX),
  );
}

/** Best first; the lists are in the order of their ids, so that the result is always the same. */
function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || a.lot - b.lot || a.object - b.object;
}
