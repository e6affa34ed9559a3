import type { FieldProblem } from '../../errors.ts';
import type { Position } from '../../geo/cell-outline.ts';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../geo/great-circle.ts';
import { shownText } from '../../text/shown-text.ts';

export type ElementType = 'node' | 'way' | 'relation';
/** `positions`: of a way, where the file has them in the relation itself. */
export type Member = {
  type: ElementType;
  ref: number;
  role: string;
  positions: Position[] | null;
};

/** A node, way or relation as a file has it. */
export type OsmElement = {
  type: ElementType;
  /** NaN: the file has none that can be read. Negative: not in OpenStreetMap yet. */
  id: number;
  /** From 1; null: the file has no lines. */
  line: number | null;
  tags: Record<string, string>;
  tagCount: number;
  /** The file says that the element is, or is to be, deleted. */
  isDeleted: boolean;
  /** Of a node; of another element the centre that Overpass computed. */
  position: Position | null;
  /** The ids of a way's nodes. */
  refs: number[];
  /** Of a way, where the file has them in the way itself. */
  positions: Position[] | null;
  members: Member[];
  /** The first thing that is wrong with the element; null: nothing. */
  fault: FieldProblem | null;
};

/** Those of an area that can be imported; OpenStreetMap itself allows 2,000 for each way. */
export const POSITIONS_MAX = 10_000;
/** OpenStreetMap's own limit. */
const MEMBERS_MAX = 32_000;
/** OpenStreetMap's own limit. */
const TAGS_MAX = 5_000;
const TYPES: readonly string[] = ['node', 'way', 'relation'];

export function newElement(type: ElementType, id: unknown, line: number | null): OsmElement {
  const readId = toId(id);
  const element: OsmElement = {
    type,
    id: readId,
    line,
    // Without a prototype, so that every key can be a tag.
    tags: Object.create(null),
    tagCount: 0,
    isDeleted: false,
    position: null,
    refs: [],
    positions: null,
    members: [],
    fault: null,
  };
  if (Number.isNaN(readId))
    addFault(element, 'id', `is ${shownValue(id)}, which is not the number of an element`);
  return element;
}

/** Only the first fault of an element is kept. */
export function addFault(element: OsmElement, field: string, reason: string): void {
  element.fault ??= { field, reason };
}

export function addTag(element: OsmElement, key: unknown, value: unknown): void {
  if (typeof key !== 'string' || key === '') addFault(element, 'tags', 'has a tag without a key');
  else if (typeof value !== 'string')
    addFault(element, 'tags', `has the tag "${shownText(key)}" without a text`);
  else if (key in element.tags) addFault(element, 'tags', `has the tag "${shownText(key)}" twice`);
  else if (element.tagCount === TAGS_MAX)
    addFault(element, 'tags', `has more than ${TAGS_MAX} tags`);
  else {
    element.tags[key] = value;
    element.tagCount += 1;
  }
}

/** Adds a node to a way. */
export function addRef(element: OsmElement, ref: unknown): void {
  const id = toId(ref);
  if (element.refs.length >= POSITIONS_MAX)
    addFault(element, 'geometry', `has more than ${POSITIONS_MAX} nodes`);
  else if (Number.isNaN(id)) addFault(element, 'geometry', `has a node ${shownValue(ref)}`);
  else element.refs.push(id);
}

/**
 * Adds a position that the file has in a way, or in a relation for its member, to the list of these
 * positions. Overpass leaves out the places of nodes outside of its bounding box.
 */
export function addPosition(
  element: OsmElement,
  list: Position[] | null,
  { lat, lon }: { lat?: unknown; lon?: unknown },
): Position[] {
  const positions = list ?? [];
  const position = readPosition(lat, lon);
  if (positions.length >= POSITIONS_MAX)
    addFault(element, 'geometry', `has more than ${POSITIONS_MAX} nodes`);
  else if (lat === undefined) addFault(element, 'geometry', 'is cut off where the query ended');
  else if (typeof position === 'string') addFault(element, 'geometry', position);
  else positions.push(position);
  return positions;
}

/** Of a node, or the centre of another element. */
export function setPosition(element: OsmElement, lat: unknown, lon: unknown): void {
  const position = readPosition(lat, lon);
  if (typeof position === 'string') addFault(element, 'geometry', position);
  else element.position = position;
}

/** Adds a member to a relation, and returns it; undefined when it cannot be used. */
export function addMember(
  element: OsmElement,
  { type, ref, role }: { type?: unknown; ref?: unknown; role?: unknown },
): Member | undefined {
  const id = toId(ref);
  if (element.members.length >= MEMBERS_MAX)
    addFault(element, 'geometry', `has more than ${MEMBERS_MAX} members`);
  else if (!isElementType(type) || Number.isNaN(id))
    addFault(element, 'geometry', `has a member ${shownValue(type)} ${shownValue(ref)}`);
  else {
    const member = { type, ref: id, role: typeof role === 'string' ? role : '', positions: null };
    element.members.push(member);
    return member;
  }
  return undefined;
}

export function isElementType(type: unknown): type is ElementType {
  return typeof type === 'string' && TYPES.includes(type);
}

/** `way/5`, as OpenStreetMap's own pages name it. */
export function elementName({ type, id }: Pick<OsmElement, 'type' | 'id'>): string {
  return `${type}/${Number.isNaN(id) ? '?' : id}`;
}

/** A position of two numbers or decimal texts; a text that says what is wrong with it. */
function readPosition(lat: unknown, lon: unknown): Position | string {
  if (lat === undefined || lon === undefined) return 'has no latitude or no longitude';
  const [readLat, readLon] = [toDegrees(lat), toDegrees(lon)];
  if (!(Math.abs(readLat) <= LATITUDE_MAX))
    return `latitude ${shownValue(lat)} is not a number from -90 to 90`;
  if (!(Math.abs(readLon) <= LONGITUDE_MAX))
    return `longitude ${shownValue(lon)} is not a number from -180 to 180`;
  return [readLon, readLat];
}

function toDegrees(value: unknown): number {
  if (typeof value === 'number') return value;
  const isNumber = typeof value === 'string' && /^\s*[+-]?\d+(\.\d*)?(e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value) : Number.NaN;
}

function toId(value: unknown): number {
  const isWhole = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
  const id = isWhole ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id !== 0 ? id : Number.NaN;
}

function shownValue(value: unknown): string {
  return value === undefined ? 'nothing' : `"${shownText(String(value))}"`;
}
