import { greatCircleMetres } from '../../../../../src/kit/geo/great-circle.ts';
import type { OsmObject, OwnLot } from '../../../../../src/kit/osm/diff/place.ts';
import { createRandom, type Random } from '../../../../stage/random.ts';
import { lotOf, objectOf, type RealPlace } from './shared-places.ts';

/** Lots, objects, and which objects each lot may be; a lot that is not in `truth` is none. */
export type Sample = { lots: OwnLot[]; objects: OsmObject[]; truth: Map<string, string[]> };

type Change = (place: RealPlace, random: Random) => RealPlace[];

const METRES_PER_DEGREE = 111_195;
const MOVED_METRES_MAX = 80;

/** Moved by 0 to `most` metres in any direction. */
export function moved(place: RealPlace, random: Random, most = MOVED_METRES_MAX): RealPlace {
  const [metres, angle] = [random.next() * most, random.next() * 2 * Math.PI];
  const lat = place.lat + (metres * Math.sin(angle)) / METRES_PER_DEGREE;
  const perDegree = METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  return { ...place, lat, lng: place.lng + (metres * Math.cos(angle)) / perDegree };
}

/** Spaces are counted again, or not given; the kind is sometimes not given either. */
export function recounted(place: RealPlace, random: Random): RealPlace {
  const share = random.next();
  const spaces =
    share < 0.3
      ? 0
      : share < 0.6
        ? Math.round(place.spaces * (0.75 + random.next() / 2))
        : undefined;
  const parking = random.next() < 0.5 ? undefined : place.parking;
  return { ...place, spaces: spaces ?? place.spaces, parking };
}

const VARIANTS: ((name: string, random: Random) => string)[] = [
  (name) => `Parkhaus ${name}`,
  (name, random) => `P${random.integer(1, 40)} ${name}`,
  (name) => name.replaceAll(/straße/gi, 'str.'),
  (name) => name.split(/[ /-]+/).findLast((word) => word.length > 3) ?? name,
  (name) => name.toUpperCase(),
  (name, random) => typo(name, random),
  (name) => name.normalize('NFKD').replaceAll(/\p{Mark}/gu, ''),
];
const OTHER_NAMES = ['Stadtwerke Garage', 'Neue Mitte', 'Q-Park', 'Kundenparkplatz', 'Parkplatz'];

function typo(name: string, random: Random): string {
  const at = random.integer(1, Math.max(1, name.length - 2));
  return name.slice(0, at) + name.slice(at + 1);
}

/** Every fifth has another name, the others write theirs in another way. */
export function renamed(place: RealPlace, random: Random): RealPlace {
  if (random.next() < 0.2) return { ...place, name: random.pick(OTHER_NAMES) };
  return { ...place, name: random.pick(VARIANTS)(place.name, random) };
}

export function withoutName(place: RealPlace): RealPlace {
  return { ...place, name: '' };
}

/** Drawn as two areas with half of the spaces each. */
export function halved(place: RealPlace, random: Random): RealPlace[] {
  const spaces = Math.round(place.spaces / 2);
  return [0, 1].map(() => ({ ...moved(place, random, MOVED_METRES_MAX / 2), spaces }));
}

export type Recipe = {
  seed: number;
  /** What OpenStreetMap has of a place: one object or, of a place that is drawn in parts, more. */
  change: Change;
  /** The share of places that each side lacks. */
  missing?: number;
  refs?: boolean;
};

/** Lots as they are, and objects that were changed. */
export function perturb(places: readonly RealPlace[], recipe: Recipe): Sample {
  const random = createRandom(recipe.seed);
  const sample: Sample = { lots: [], objects: [], truth: new Map() };
  for (const [i, place] of places.entries()) {
    const [lotId, osmId] = [`lot-${String(i).padStart(4, '0')}`, `way/${7 * i + 1}`];
    const [isHere, isThere] = [0, 0].map(() => random.next() >= (recipe.missing ?? 0));
    const found = recipe.change(place, random);
    // Numbers of a town: every town has a 1.
    const ref = recipe.refs === true ? String((i % 30) + 1) : null;
    if (isHere) sample.lots.push(lotOf({ ...place, id: lotId }, { ref }));
    for (const [part, one] of isThere ? found.entries() : []) {
      const object = objectOf({ ...one, id: part === 0 ? osmId : `way/${7 * i + 1 + part}` });
      const tags = ref === null ? object.tags : { ...object.tags, ref };
      sample.objects.push({ ...object, tags });
    }
    // A part is not the lot: what is true of the lot would be wrong on it.
    if (isHere && isThere && found.length === 1) sample.truth.set(lotId, [osmId]);
  }
  return sample;
}

const SWAPPED_METRES = { least: 25, most: 150 };

/** Names of neighbours that are not on the same point, exchanged between the two. */
export function withSwappedNames(places: readonly RealPlace[]): RealPlace[] {
  const names = places.map(({ name }) => name);
  const swapped = new Set<number>();
  for (const [i, a] of places.entries())
    for (const [j, b] of places.entries()) {
      if (j <= i || swapped.has(i) || swapped.has(j) || a.name === b.name) continue;
      const metres = greatCircleMetres(a, b);
      if (metres < SWAPPED_METRES.least || metres > SWAPPED_METRES.most) continue;
      [names[i], names[j]] = [b.name, a.name];
      swapped.add(i).add(j);
    }
  return places.map((place, i) => ({ ...place, name: names[i] ?? place.name }));
}
