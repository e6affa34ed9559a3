import { getRes0Cells, isPentagon } from 'h3-js';
import { type Cap, capOf } from './cap.ts';
import { reachAt } from './cell-reach.ts';
import { cellCentre } from './cells.ts';
import { unitVector } from './great-circle.ts';

/**
 * A cell with a cap around all points of the cell and of all its descendants. Computing a centre
 * takes a hundred times longer than comparing it, so the tree keeps what it has computed and grows
 * where it is used: the whole Earth down to resolution 4 takes 95 MB. Of finer nodes at most
 * FINE_NODES_MAX are kept.
 */
export type CellNode = {
  cell: bigint;
  resolution: number;
  cap: Cap;
  isPentagon: boolean;
  children: readonly CellNode[] | undefined;
};

/** The finest resolution of which all nodes may be kept. */
const COARSE_RESOLUTION = 4;
/** About 30 MB. */
export const FINE_NODES_MAX = 100_000;
const HEXAGON_CHILD_COUNT = 7;
// A pentagon has no child with digit 1, the direction of its missing side.
const MISSING_DIGIT = 1;

const baseCells: readonly CellNode[] = getRes0Cells().map((index) =>
  nodeOf(BigInt(`0x${index}`), 0, isPentagon(index)),
);

/** The 122 cells of resolution 0, which together contain every point of the Earth. */
export function rootCells(): readonly CellNode[] {
  return baseCells;
}

/** Those of COARSE_RESOLUTION below which there are finer nodes, and how many these are. */
const parentsOfFine: CellNode[] = [];
let fineCount = 0;

export function childrenOf(node: CellNode): readonly CellNode[] {
  if (node.children !== undefined) return node.children;
  const children = growChildren(node);
  if (node.resolution >= COARSE_RESOLUTION) {
    fineCount += children.length;
    if (fineCount > FINE_NODES_MAX) forgetFineNodes();
    if (node.resolution === COARSE_RESOLUTION) parentsOfFine.push(node);
  }
  node.children = children;
  return children;
}

function forgetFineNodes(): void {
  for (const parent of parentsOfFine.splice(0)) parent.children = undefined;
  fineCount = 0;
}

function growChildren(parent: CellNode): CellNode[] {
  const digitShift = BigInt(3 * (14 - parent.resolution));
  // Unused digits are 7: subtracting 7 here makes this the child with digit 0.
  const first = parent.cell + (1n << 52n) - (7n << digitShift);
  const children: CellNode[] = [];
  for (let digit = 0; digit < HEXAGON_CHILD_COUNT; digit += 1) {
    if (parent.isPentagon && digit === MISSING_DIGIT) continue;
    const cell = first + (BigInt(digit) << digitShift);
    children.push(nodeOf(cell, parent.resolution + 1, parent.isPentagon && digit === 0));
  }
  return children;
}

function nodeOf(cell: bigint, resolution: number, pentagon: boolean): CellNode {
  const cap = capOf(unitVector(cellCentre(cell)), reachAt(resolution));
  return { cell, resolution, cap, isPentagon: pentagon, children: undefined };
}
