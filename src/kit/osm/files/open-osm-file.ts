import { badField, badFieldsIn, type FieldProblem } from '../../errors.ts';
import { collectParking, type Parking, type ReadElements } from './collect-parking.ts';
import { geometryOf, type OsmGeometry } from './element-geometry.ts';
import { type FileKind, kindOf, type OpenBytes, unpackedBytes } from './open-bytes.ts';
import { elementName, type OsmElement } from './osm-element.ts';
import { readJson } from './read-json.ts';
import { checkIsComplete, isOverpassJson, readOverpassElements } from './read-overpass.ts';
import { readPbfElements } from './read-pbf.ts';
import { readXmlElements } from './read-xml.ts';

/**
 * An element with `amenity=parking`. `row`: which one of the file's, from 1. `line`: where it is in
 * the file; null: the file has no lines. Either it can be used, or `problem` says why not.
 */
export type OsmEntry = {
  row: number;
  /** `way/5`, for messages; negative where it is not in OpenStreetMap yet. */
  name: string;
  line: number | null;
} & ({ feature: OsmFeature } | { problem: FieldProblem });

type OsmFeature = {
  /** `way/5`; null: it is not in OpenStreetMap yet. */
  id: string | null;
  geometry: OsmGeometry;
  tags: Record<string, string>;
  /** What is known less well than it should be, such as an area that is cut off; null: nothing. */
  warning: FieldProblem | null;
};

export type OsmFile = {
  format: 'osm';
  /** How many there are, those with a problem included. */
  count: number;
  /** In the order of the file; outlines are put together only as they are asked for. */
  entries: () => Iterable<OsmEntry>;
  /** Elements that have tags and are no lots. */
  passedOver: number;
  /** Lots that the file says are deleted. */
  deleted: number;
};

/** `document`: the parsed file, which has no OpenStreetMap elements: mostly GeoJSON. */
export type JsonFile = { format: 'json'; document: unknown };

/**
 * Opens what OpenStreetMap's tools write: OSM XML, OSM PBF or Overpass JSON, packed with gzip or
 * not, recognised by its content. `open` is called several times, since the places of nodes are
 * read once it is known which are needed. Errors: BAD_REQUEST naming `file`, with the line or byte.
 */
export async function openOsmFile(open: OpenBytes): Promise<OsmFile | JsonFile> {
  const bytes = await unpackedBytes(open);
  const kind = await kindOf(bytes);
  if (kind === 'text')
    throw badField('file', 'is neither GeoJSON nor OpenStreetMap data (.osm, .osm.pbf, Overpass)');
  if (kind !== 'json') return toOsmFile(await collectParking(elementsOf(kind, bytes)));
  const document = await readJson(bytes());
  if (!isOverpassJson(document)) return { format: 'json', document };
  checkIsComplete(document);
  return toOsmFile(
    await collectParking(async (wanted, onElement) =>
      readOverpassElements(document.elements, wanted, onElement),
    ),
  );
}

function elementsOf(kind: Exclude<FileKind, 'json' | 'text'>, bytes: OpenBytes): ReadElements {
  const read = kind === 'pbf' ? readPbfElements : readXmlElements;
  return (wanted, onElement) => read(bytes(), wanted, onElement);
}

function toOsmFile(parking: Parking): OsmFile {
  const { elements, passedOver, deleted } = parking;
  return { format: 'osm', count: elements.length, entries, passedOver, deleted };

  function* entries(): Generator<OsmEntry> {
    const relationOf = relationsByOutline(parking);
    for (const [i, element] of elements.entries()) {
      const shown = { row: i + 1, name: elementName(element), line: element.line };
      yield { ...shown, ...readElement(element, parking, relationOf) };
    }
  }
}

function readElement(
  element: OsmElement,
  parking: Parking,
  relationOf: ReadonlyMap<number, string>,
): { feature: OsmFeature } | { problem: FieldProblem } {
  const { id, type, tags, fault } = element;
  try {
    if (fault !== null) throw badField(fault.field, fault.reason);
    const relation = type === 'way' ? relationOf.get(id) : undefined;
    if (relation !== undefined)
      throw badField('geometry', `is the outline of ${relation}, which is the lot`);
    const { geometry, warning: reason } = geometryOf(element, parking);
    const warning = reason === null ? null : { field: 'geometry', reason };
    return { feature: { id: id > 0 ? elementName(element) : null, geometry, tags, warning } };
  } catch (error) {
    const [problem] = badFieldsIn(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

/** The outlines of relations that are lots: one that says so, too, would be the same lot again. */
function relationsByOutline(parking: Parking): Map<number, string> {
  const found = new Map<number, string>();
  const relations = parking.elements.filter(({ type }) => type === 'relation');
  for (const relation of relations) {
    const read = readElement(relation, parking, found);
    if ('problem' in read) continue;
    for (const { type, ref, role } of relation.members)
      if (type === 'way' && role !== 'inner') found.set(ref, elementName(relation));
  }
  return found;
}
