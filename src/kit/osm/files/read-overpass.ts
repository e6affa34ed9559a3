import { badField } from '../../errors.ts';
import type { Position } from '../../geo/cell-outline.ts';
import { isObject } from '../../is-object.ts';
import { shownText } from '../../text/shown-text.ts';
import {
  addMember,
  addPosition,
  addRef,
  addTag,
  type ElementType,
  isElementType,
  newElement,
  type OsmElement,
  setPosition,
} from './osm-element.ts';

type Json = Record<string, unknown>;

/** Whether a JSON document has OpenStreetMap's elements, as Overpass and the API write them. */
export function isOverpassJson(document: unknown): document is Json & { elements: unknown[] } {
  return isObject(document) && Array.isArray(document.elements);
}

/**
 * Errors: BAD_REQUEST naming `file` when Overpass says that it stopped early: what is missing would
 * look as if it were not there.
 */
export function checkIsComplete({ remark }: Json): void {
  if (typeof remark === 'string')
    throw badField('file', `says that its data is incomplete: ${shownText(remark)}`);
}

/** `onElement` gets each element of the wanted types, in the order of the file. */
export function readOverpassElements(
  elements: readonly unknown[],
  wanted: ReadonlySet<ElementType>,
  onElement: (element: OsmElement) => void,
): void {
  for (const raw of elements)
    if (isObject(raw) && isElementType(raw.type) && wanted.has(raw.type))
      onElement(readElement(raw, raw.type));
}

function readElement(raw: Json, type: ElementType): OsmElement {
  const element = newElement(type, raw.id, null);
  element.isDeleted = raw.visible === false;
  if (isObject(raw.tags))
    for (const [key, value] of Object.entries(raw.tags)) addTag(element, key, value);
  const point = type === 'node' ? raw : raw.center;
  if (isObject(point) && !element.isDeleted) setPosition(element, point.lat, point.lon);
  for (const ref of listOf(raw.nodes)) addRef(element, ref);
  if (type === 'way') element.positions = readPositions(element, raw.geometry);
  for (const member of listOf(raw.members)) readMember(element, member);
  return element;
}

function readMember(element: OsmElement, raw: unknown): void {
  const member = addMember(element, isObject(raw) ? raw : {});
  if (member && isObject(raw)) member.positions = readPositions(element, raw.geometry);
}

function readPositions(element: OsmElement, geometry: unknown): Position[] | null {
  let positions: Position[] | null = null;
  for (const place of listOf(geometry))
    if (element.fault === null)
      positions = addPosition(element, positions, isObject(place) ? place : {});
  return positions;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
