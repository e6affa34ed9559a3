import {
  addMember,
  addPosition,
  addRef,
  addTag,
  type ElementType,
  newElement,
  type OsmElement,
  setPosition,
} from './osm-element.ts';
import { type BlockFrame, readFrame } from './pbf-frame.ts';
import {
  bytesOf,
  type FieldValue,
  fromZigzag,
  numberOf,
  packedDeltas,
  packedNumbers,
  readFields,
} from './protobuf.ts';

const PRIMITIVE_GROUP = 2;
const GROUP = { node: 1, dense: 2, way: 3, relation: 4 };
const ELEMENT = { id: 1, keys: 2, values: 3 };
const NODE = { lat: 8, lon: 9 };
const DENSE = { ids: 1, lats: 8, lons: 9, keysAndValues: 10 };
const WAY = { refs: 8, lats: 9, lons: 10 };
const RELATION = { roles: 8, ids: 9, types: 10 };
const MEMBER_TYPES: readonly ElementType[] = ['node', 'way', 'relation'];

type OnElement = (element: OsmElement) => void;
type Fields = Map<number, FieldValue>;

/**
 * Reads one block of a PBF file. Elements are handed on one by one, so that a block of millions
 * needs no more memory than another. Errors: RangeError when it is damaged.
 */
export function readBlock(
  block: Uint8Array,
  wanted: ReadonlySet<ElementType>,
  onElement: OnElement,
): void {
  const frame = readFrame(block);
  readFields(block, (field, value) => {
    if (field !== PRIMITIVE_GROUP) return;
    readFields(bytesOf(value), (kind, element) => {
      if (kind === GROUP.node && wanted.has('node')) onElement(readNode(fieldsOf(element), frame));
      else if (kind === GROUP.dense && wanted.has('node'))
        readDenseNodes(fieldsOf(element), frame, onElement);
      else if (kind === GROUP.way && wanted.has('way'))
        onElement(readWay(fieldsOf(element), frame));
      else if (kind === GROUP.relation && wanted.has('relation'))
        onElement(readRelation(fieldsOf(element), frame));
    });
  });
}

function readNode(fields: Fields, frame: BlockFrame): OsmElement {
  const signed = (field: number) => fromZigzag(numberOf(fields.get(field) ?? 0));
  const node = newElement('node', signed(ELEMENT.id), null);
  setPosition(node, frame.lat(signed(NODE.lat)), frame.lon(signed(NODE.lon)));
  addTags(node, fields, frame);
  return node;
}

function readDenseNodes(fields: Fields, frame: BlockFrame, onElement: OnElement): void {
  const ids = packedDeltas(fields.get(DENSE.ids));
  const lats = packedDeltas(fields.get(DENSE.lats));
  const lons = packedDeltas(fields.get(DENSE.lons));
  const texts = packedNumbers(fields.get(DENSE.keysAndValues));
  while (!ids.isAtEnd()) {
    const node = newElement('node', ids.next(), null);
    setPosition(node, frame.lat(lats.next()), frame.lon(lons.next()));
    // Each node's keys and values end with a 0; without any tag in the group, so does nothing.
    while (!texts.isAtEnd()) {
      const key = texts.next();
      if (key === 0) break;
      addTag(node, frame.text(key), frame.text(texts.next()));
    }
    onElement(node);
  }
}

function readWay(fields: Fields, frame: BlockFrame): OsmElement {
  const way = newElement('way', numberOf(fields.get(ELEMENT.id) ?? 0), null);
  const refs = packedDeltas(fields.get(WAY.refs));
  while (!refs.isAtEnd() && way.fault === null) addRef(way, refs.next());
  const lats = packedDeltas(fields.get(WAY.lats));
  const lons = packedDeltas(fields.get(WAY.lons));
  while (!lats.isAtEnd() && way.fault === null) {
    const place = { lat: frame.lat(lats.next()), lon: frame.lon(lons.next()) };
    way.positions = addPosition(way, way.positions, place);
  }
  addTags(way, fields, frame);
  return way;
}

function readRelation(fields: Fields, frame: BlockFrame): OsmElement {
  const relation = newElement('relation', numberOf(fields.get(ELEMENT.id) ?? 0), null);
  const refs = packedDeltas(fields.get(RELATION.ids));
  const types = packedNumbers(fields.get(RELATION.types));
  const roles = packedNumbers(fields.get(RELATION.roles));
  while (!refs.isAtEnd() && relation.fault === null) {
    const role = frame.text(roles.next());
    addMember(relation, { type: MEMBER_TYPES[types.next()], ref: refs.next(), role });
  }
  addTags(relation, fields, frame);
  return relation;
}

function addTags(element: OsmElement, fields: Fields, frame: BlockFrame): void {
  const keys = packedNumbers(fields.get(ELEMENT.keys));
  const values = packedNumbers(fields.get(ELEMENT.values));
  while (!keys.isAtEnd()) {
    addTag(element, frame.text(keys.next()), frame.text(values.next()));
  }
}

function fieldsOf(message: FieldValue): Fields {
  const fields: Fields = new Map();
  readFields(bytesOf(message), (field, value) => fields.set(field, value));
  return fields;
}
