import { getRes0Cells, isPentagon } from 'h3-js';
import { cellCentre } from './cells.ts';
import { type UnitVector, unitVector } from './great-circle.ts';

/** A cell of the tree: the number of its record. */
export type CellNode = number;

/** The nodes from `first` up to, not including, `end`: in the order of their H3 indexes. */
export type CellNodes = { first: CellNode; end: CellNode };

/**
 * Computing a centre takes a hundred times longer than comparing it, so the tree keeps what it has
 * computed: it grows where it is walked, and starts anew when it is full. One buffer of records
 * holds it, of which untouched pages cost nothing: objects would take 5 times the 40 MB, and twice
 * the time to make.
 */
const NODES_MAX = 1_000_000;

/** How many cells a walk may add; the widest circles add 2,000. */
const NODES_PER_WALK_MAX = 10_000;

// A record, in bytes: the cell's index, its centre as a unit vector, its children.
const CELL = 0;
const X = 8;
const Y = 16;
const Z = 24;
const FIRST_CHILD = 32;
const CHILD_COUNT = 36;
const RECORD_BYTES = 40;

const PENTAGON_CHILD_COUNT = 6;
const HEXAGON_CHILD_COUNT = 7;
// Digit 1 of a pentagon, the direction of its missing side, leads nowhere.
const MISSING_DIGIT = 1;

const records = new DataView(new ArrayBuffer(NODES_MAX * RECORD_BYTES));
let nodeCount = 0;
for (const index of getRes0Cells()) addNode(BigInt(`0x${index}`), isPentagon(index));
const roots: CellNodes = { first: 0, end: nodeCount };

/** The 122 cells of resolution 0, where walks begin: every point of the Earth descends from one. */
export function baseCells(): CellNodes {
  if (nodeCount > NODES_MAX - NODES_PER_WALK_MAX) {
    nodeCount = roots.end;
    for (let node = roots.first; node < roots.end; node += 1) setFirstChild(node, 0);
  }
  return roots;
}

/** The children of a cell of the given resolution. */
export function childrenOf(node: CellNode, resolution: number): CellNodes {
  const record = node * RECORD_BYTES;
  // No child has number 0, which is a root: 0 says that none have been computed.
  const first = records.getUint32(record + FIRST_CHILD) || growChildren(node, resolution);
  return { first, end: first + records.getUint32(record + CHILD_COUNT) };
}

export function cellOf(node: CellNode): bigint {
  return records.getBigUint64(node * RECORD_BYTES + CELL);
}

/** The cosine of the angle between a cell's centre and a point, as seen from the Earth's centre. */
export function cosineTo(node: CellNode, point: UnitVector): number {
  const record = node * RECORD_BYTES;
  return (
    records.getFloat64(record + X) * point.x +
    records.getFloat64(record + Y) * point.y +
    records.getFloat64(record + Z) * point.z
  );
}

function growChildren(parent: CellNode, resolution: number): CellNode {
  const first = nodeCount;
  const hasPentagon =
    records.getUint32(parent * RECORD_BYTES + CHILD_COUNT) === PENTAGON_CHILD_COUNT;
  const digitShift = BigInt(3 * (14 - resolution));
  // Unused digits are 7: taking 7 away makes this the child with digit 0.
  let cell = cellOf(parent) + (1n << 52n) - (7n << digitShift);
  for (let digit = 0; digit < HEXAGON_CHILD_COUNT; digit += 1) {
    if (!hasPentagon || digit !== MISSING_DIGIT) addNode(cell, hasPentagon && digit === 0);
    cell += 1n << digitShift;
  }
  setFirstChild(parent, first);
  return first;
}

function addNode(cell: bigint, pentagon: boolean): void {
  const centre = unitVector(cellCentre(cell));
  const record = nodeCount * RECORD_BYTES;
  records.setBigUint64(record + CELL, cell);
  records.setFloat64(record + X, centre.x);
  records.setFloat64(record + Y, centre.y);
  records.setFloat64(record + Z, centre.z);
  records.setUint32(record + CHILD_COUNT, pentagon ? PENTAGON_CHILD_COUNT : HEXAGON_CHILD_COUNT);
  setFirstChild(nodeCount, 0);
  nodeCount += 1;
}

function setFirstChild(node: CellNode, child: CellNode): void {
  records.setUint32(node * RECORD_BYTES + FIRST_CHILD, child);
}
