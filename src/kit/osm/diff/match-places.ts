import { assign } from './assign.ts';
import { type Candidate, candidatesOf, WEIGHT_PER_POINT } from './candidates.ts';
import { isSameRef } from './likeness.ts';
import type { OsmObject, OwnLot } from './place.ts';
import { type Traits, traitsOfLot, traitsOfObject } from './traits.ts';

/** Two places that are the same, and what tells it most of all. */
export type Match = {
  lot: OwnLot;
  object: OsmObject;
  by: 'osm_id' | 'ref' | 'likeness';
  metres: number;
  points: number;
};

/** A lot without a match, and the objects that may be it, likeliest first. */
type Unsure = { lot: OwnLot; objects: OsmObject[] };

type Matching = {
  matches: Match[];
  unsure: Unsure[];
  /** Neither matched nor unsure. */
  lots: OwnLot[];
  objects: OsmObject[];
};

/** With fewer points nothing is matched. */
const WEIGHT_MIN = 3.25 * WEIGHT_PER_POINT;
/** What a match must have more than every other way to pair its lot or its object. */
const LEAD_MIN = 2 * WEIGHT_PER_POINT;
/** Of two ways to pair, the one that is so many times nearer says which points were meant. */
const NEARER_TIMES = 2;
/** In points of evidence of both pairs. */
const SPACES_LEAD_MIN = 2;

/**
 * Which lot is which object, one to one, with the largest sum of evidence. What can be paired in
 * another way almost as well is not matched but unsure. The order of the lists does not matter.
 */
export function matchPlaces(lots: readonly OwnLot[], objects: readonly OsmObject[]): Matching {
  const ours = lots.toSorted((a, b) => order(a.lot_id, b.lot_id));
  const theirs = objects.toSorted((a, b) => order(a.id, b.id));
  const [lotTraits, objectTraits] = [ours.map(traitsOfLot), theirs.map(traitsOfObject)];
  const candidates = candidatesOf(lotTraits, objectTraits);
  const pairs = sure(candidates, ours.length, theirs.length);
  const matched = new Set(pairs.map(({ lot }) => lot));
  const taken = new Set(pairs.map(({ object }) => object));
  const open = candidates
    .filter(({ lot, object }) => !matched.has(lot) && !taken.has(object))
    .toSorted((a, b) => a.lot - b.lot || b.weight - a.weight || a.object - b.object);
  const unsure = [...Map.groupBy(open, ({ lot }) => lot)].flatMap(([lot, found]) =>
    pick(ours, [lot]).map((one) => ({
      lot: one,
      objects: pick(
        theirs,
        found.map(({ object }) => object),
      ),
    })),
  );
  for (const { lot, object } of open) {
    matched.add(lot);
    taken.add(object);
  }
  return {
    matches: pairs.flatMap((pair) => matchOf(pair, { ours, theirs, lotTraits, objectTraits })),
    unsure,
    lots: ours.filter((_, lot) => !matched.has(lot)),
    objects: theirs.filter((_, object) => !taken.has(object)),
  };
}

/** The pairs of the best assignment that no other way to pair their places comes close to. */
function sure(candidates: readonly Candidate[], lotCount: number, objectCount: number) {
  const ofLot: Candidate[][] = Array.from({ length: lotCount }, () => []);
  const ofObject: Candidate[][] = Array.from({ length: objectCount }, () => []);
  for (const candidate of candidates) {
    ofLot[candidate.lot]?.push(candidate);
    ofObject[candidate.object]?.push(candidate);
  }
  const edges = ofLot.map((found) =>
    found
      .filter(({ weight }) => weight >= WEIGHT_MIN)
      .map(({ object, weight }) => ({ right: object, weight })),
  );
  const objectOf = assign(edges, objectCount);
  const pairs = ofLot.flatMap((found, lot) =>
    found.filter(({ object }) => object === objectOf[lot]),
  );
  const byLot = new Map(pairs.map((pair) => [pair.lot, pair]));
  const byObject = new Map(pairs.map((pair) => [pair.object, pair]));

  /** What the pairs are worth more than the rival, with the places that it would leave over. */
  const leadOver = (pair: Candidate, rival: Candidate): number => {
    const isOwnLot = rival.lot === pair.lot;
    const other = isOwnLot ? byObject.get(rival.object) : byLot.get(rival.lot);
    if (other === undefined) return pair.weight - rival.weight;
    const [lot, object] = isOwnLot ? [other.lot, pair.object] : [pair.lot, other.object];
    const rest = ofLot[lot]?.find((candidate) => candidate.object === object);
    if (rest !== undefined && haveSwapped([pair, other], [rival, rest])) return 0;
    return pair.weight + other.weight - rival.weight - (rest?.weight ?? 0);
  };
  return pairs.filter((pair) =>
    [...(ofLot[pair.lot] ?? []), ...(ofObject[pair.object] ?? [])].every(
      (rival) => rival === pair || leadOver(pair, rival) >= LEAD_MIN,
    ),
  );
}

/**
 * Whether two pairs lie across: the points are nearer, or the spaces more alike, the other way.
 * Then either the names or the points have been exchanged, and a match needs the numbers of spaces
 * to speak for it.
 */
function haveSwapped(pairs: readonly Candidate[], across: readonly Candidate[]): boolean {
  const lead = sum(pairs, 'spacesPoints') - sum(across, 'spacesPoints');
  const isNearer = sum(across, 'metres') * NEARER_TIMES < sum(pairs, 'metres');
  return lead <= -SPACES_LEAD_MIN || (isNearer && lead < SPACES_LEAD_MIN);
}

function sum(candidates: readonly Candidate[], key: 'metres' | 'spacesPoints'): number {
  return candidates.reduce((total, candidate) => total + candidate[key], 0);
}

type Lists = {
  ours: readonly OwnLot[];
  theirs: readonly OsmObject[];
  lotTraits: readonly Traits[];
  objectTraits: readonly Traits[];
};

function matchOf({ lot, object, metres, weight }: Candidate, lists: Lists): Match[] {
  const [ours, theirs] = [lists.lotTraits[lot], lists.objectTraits[object]];
  if (ours === undefined || theirs === undefined) return [];
  const by = ours.osmId === theirs.id ? 'osm_id' : isSameRef(ours, theirs) ? 'ref' : 'likeness';
  const points = weight / WEIGHT_PER_POINT;
  return pick(lists.ours, [lot]).flatMap((one) =>
    pick(lists.theirs, [object]).map((other) => ({ lot: one, object: other, by, metres, points })),
  );
}

function pick<T>(list: readonly T[], places: readonly number[]): T[] {
  return places.flatMap((place) => list.slice(place, place + 1));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
