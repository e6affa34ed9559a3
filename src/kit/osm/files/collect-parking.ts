import { badField } from '../../errors.ts';
import { shownText } from '../../text/shown-text.ts';
import { type NodePlaces, openNodePlaces } from './node-places.ts';
import { addFault, type ElementType, elementName, type OsmElement } from './osm-element.ts';

/** Goes through the file once. */
export type ReadElements = (
  wanted: ReadonlySet<ElementType>,
  onElement: (element: OsmElement) => void,
) => Promise<void>;

/** The elements of a file with `amenity=parking`, and what their outlines are made of. */
export type Parking = {
  elements: readonly OsmElement[];
  /** By id: the ways that relations are made of. */
  ways: ReadonlyMap<number, OsmElement>;
  places: NodePlaces;
  /** Elements that have tags and are no lots. */
  passedOver: number;
  /** Lots that the file says are deleted. */
  deleted: number;
};

const LOTS_MAX = 500_000;
/** Half of what a process may have: a country of 250,000 lots takes a quarter of it. */
const KEPT_BYTES_MAX = 1024 * 1024 * 1024;
/** What each takes in memory, about. */
const BYTES = { element: 300, tag: 64, character: 2, ref: 8, member: 64, position: 64 };
/** OpenStreetMap allows 255; lots have longer texts of their own. */
const TAG_CHARACTERS_MAX = 2_000;
const AREA_TYPES: readonly unknown[] = ['multipolygon', 'boundary'];
const EVERY_TYPE: ReadonlySet<ElementType> = new Set(['node', 'way', 'relation']);

/**
 * Goes through the file up to three times: for the lots, for the ways of relations, and for the
 * nodes of ways. So what is kept depends on the lots, not on the size of the file, and elements can
 * come in any order. Errors: BAD_REQUEST naming `file`.
 */
export async function collectParking(read: ReadElements): Promise<Parking> {
  const keep = keeper();
  const { elements, passedOver, deleted } = await findLots(read, keep);
  const ways = await findWays(read, elements, keep);
  const places = await findNodes(read, [...elements, ...ways.values()]);
  return { elements, ways, places, passedOver, deleted };
}

/** Whether a relation is an area, whose ways are its outline. */
export function isAreaRelation({ type, tags }: OsmElement): boolean {
  return type === 'relation' && AREA_TYPES.includes(tags.type);
}

async function findLots(read: ReadElements, keep: (element: OsmElement) => void) {
  const elements: OsmElement[] = [];
  const names = new Set<string>();
  let passedOver = 0;
  let deleted = 0;
  await read(EVERY_TYPE, (element) => {
    if (element.tags.amenity !== 'parking') {
      if (element.tagCount > 0) passedOver += 1;
      return;
    }
    if (element.isDeleted) {
      deleted += 1;
      return;
    }
    if (elements.length === LOTS_MAX) throw badField('file', `has more than ${LOTS_MAX} lots`);
    const name = elementName(element);
    checkTags(element);
    if (names.has(name)) addFault(element, 'id', 'is in the file twice: only the first is taken');
    names.add(name);
    keep(element);
    elements.push(element);
  });
  return { elements, passedOver, deleted };
}

async function findWays(
  read: ReadElements,
  elements: readonly OsmElement[],
  keep: (element: OsmElement) => void,
): Promise<Map<number, OsmElement>> {
  const wanted = new Set(
    elements
      .filter(isAreaRelation)
      .flatMap(({ members }) => members)
      .filter(({ type, positions }) => type === 'way' && positions === null)
      .map(({ ref }) => ref),
  );
  const ways = new Map<number, OsmElement>();
  if (wanted.size === 0) return ways;
  await read(new Set(['way']), (way) => {
    if (!wanted.has(way.id) || way.isDeleted) return;
    const known = ways.get(way.id);
    if (known !== undefined && String(known.refs) !== String(way.refs))
      addFault(known, 'geometry', 'is in the file twice, with different nodes');
    if (known !== undefined) return;
    keep(way);
    ways.set(way.id, way);
  });
  return ways;
}

async function findNodes(read: ReadElements, ways: readonly OsmElement[]): Promise<NodePlaces> {
  const ids = new Float64Array(ways.reduce((count, { refs }) => count + refs.length, 0));
  let count = 0;
  for (const { refs } of ways) {
    ids.set(refs, count);
    count += refs.length;
  }
  const places = openNodePlaces(ids);
  if (count > 0) await read(new Set(['node']), places.note);
  return places;
}

function checkTags(element: OsmElement): void {
  for (const [key, value] of Object.entries(element.tags)) {
    const characters = Math.max(key.length, value.length);
    if (characters > TAG_CHARACTERS_MAX)
      addTagFault(element, key, `of ${characters} characters; ${TAG_CHARACTERS_MAX} fit`);
    if (!isStorable(key) || !isStorable(value))
      addTagFault(element, key, 'with a NUL or half a character');
  }
}

function addTagFault(element: OsmElement, key: string, reason: string): void {
  addFault(element, 'tags', `has the tag "${shownText(key)}" ${reason}`);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Lets go of what will not be used, and counts the rest, so that no file can fill the memory. */
function keeper(): (element: OsmElement) => void {
  let keptBytes = 0;
  return (element) => {
    if (element.fault !== null || element.positions?.length === element.refs.length)
      element.refs = [];
    if (element.fault !== null) element.members = [];
    // Parsers cut texts out of large parts of the file, which stay in memory as long as they do.
    const tags = element.fault === null ? JSON.stringify(element.tags) : '{}';
    element.tags = JSON.parse(tags);
    keptBytes += bytesOf(element) + tags.length * BYTES.character;
    if (keptBytes > KEPT_BYTES_MAX)
      throw badField('file', `has lots that take more than ${KEPT_BYTES_MAX} bytes: divide it`);
  };
}

function bytesOf({ tagCount, refs, positions, members }: OsmElement): number {
  const own = tagCount * BYTES.tag + refs.length * BYTES.ref;
  return members.reduce(
    (sum, { role, positions: list }) =>
      sum + BYTES.member + role.length * BYTES.character + (list?.length ?? 0) * BYTES.position,
    BYTES.element + own + (positions?.length ?? 0) * BYTES.position,
  );
}
