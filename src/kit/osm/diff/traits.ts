import type { LatLng } from '../../geo/great-circle.ts';
import { plainLetters } from '../../text/plain-letters.ts';
import type { Tags } from '../values/reading.ts';
import { type NameWords, nameWords } from './name-words.ts';
import type { OsmObject, OwnLot } from './place.ts';

/** What is compared of a place, ours or OpenStreetMap's. */
export type Traits = {
  /** Of the lot or of the object. */
  id: string;
  point: LatLng;
  osmId: string | null;
  ref: string | null;
  name: NameWords;
  operator: readonly string[];
  /** null: not known. */
  spaces: number | null;
  build: Build | null;
  isPrivate: boolean;
};

/** Where the vehicles stand. */
export type Build = 'surface' | 'street' | 'building' | 'underground';

const BUILDS: Readonly<Record<string, Build>> = {
  surface: 'surface',
  street_side: 'street',
  lane: 'street',
  layby: 'street',
  on_kerb: 'street',
  half_on_kerb: 'street',
  shoulder: 'street',
  'multi-storey': 'building',
  rooftop: 'building',
  underground: 'underground',
};
/** Where no tag says it, the name often does. */
const BUILD_NAMES: readonly [RegExp, Build][] = [
  [/tiefgarage|\btg\b|underground|souterrain/, 'underground'],
  [
    /parkhaus|\bph\b|parkdeck|parkeringshus|pysakointitalo|multi-?storey|parking garage/,
    'building',
  ],
  [/parkplatz|parkplads|parking lot/, 'surface'],
];
const PRIVATE = new Set(['private', 'no', 'residents', 'permit', 'delivery']);
const COUNT = /^\d{1,6}$/;

export function traitsOfLot(lot: OwnLot): Traits {
  return {
    ...traitsOfTags(lot.tags, lot.name),
    id: lot.lot_id,
    point: lot.point,
    osmId: lot.osm_id,
    ref: plainRef(lot.ref),
    spaces: lot.is_capacity_estimated ? null : lot.total_spaces,
  };
}

export function traitsOfObject({ id, point, tags }: OsmObject): Traits {
  const traits = traitsOfTags(tags, tags.name ?? '');
  return { ...traits, id, point, osmId: id, ref: plainRef(tags.ref ?? null) };
}

function traitsOfTags(tags: Tags, name: string) {
  const capacity = tags.capacity ?? '';
  return {
    name: nameWords(name),
    operator: nameWords(tags.operator ?? '').words,
    spaces: COUNT.test(capacity) && Number(capacity) > 0 ? Number(capacity) : null,
    build: BUILDS[tags.parking ?? ''] ?? buildInName(name),
    isPrivate: PRIVATE.has(tags.access ?? ''),
  };
}

function buildInName(name: string): Build | null {
  const plain = plainLetters(name);
  return BUILD_NAMES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

function plainRef(ref: string | null): string | null {
  return ref === null ? null : plainLetters(ref).trim() || null;
}
