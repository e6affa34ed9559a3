import { getRes0Cells, isPentagon } from 'h3-js';
import { type Cap, capOf, OUTSIDE, type PackedCaps, packCaps, relationOfPacked } from './cap.ts';
import { reachAt } from './cell-reach.ts';
import { cellCentre } from './cells.ts';
import { unitVector } from './great-circle.ts';

/**
 * A cell. Computing a centre takes a hundred times longer than comparing it, so the tree keeps what
 * it has computed and grows where it is used: the whole Earth down to resolution 4 takes 60 MB. Of
 * finer nodes at most FINE_NODES_MAX are kept.
 */
export type CellNode = {
  cell: bigint;
  resolution: number;
  isPentagon: boolean;
  children: CellNodes | undefined;
};

/**
 * Cells of one resolution, each with a cap around all points of the cell and of all its
 * descendants: cap `i` is that of node `i`. Caps are next to each other, because most nodes are
 * passed by for their cap alone.
 */
export type CellNodes = { readonly nodes: readonly CellNode[]; readonly caps: PackedCaps };

/** The finest resolution whose nodes may all be kept. */
const COARSE_RESOLUTION = 4;
/** About 18 MB. */
export const FINE_NODES_MAX = 100_000;
const HEXAGON_CHILD_COUNT = 7;
// A pentagon has no child with digit 1, the direction of its missing side.
const MISSING_DIGIT = 1;

const baseCells = nodesOf(
  getRes0Cells().map((index) => nodeOf(BigInt(`0x${index}`), 0, isPentagon(index))),
);

/** The 122 cells of resolution 0, which together contain every point of the Earth. */
export function rootCells(): CellNodes {
  return baseCells;
}

/** Those that may have a point in a circle. */
export function nodesAt({ nodes, caps }: CellNodes, circle: Cap): CellNode[] {
  return nodes.filter((_, i) => relationOfPacked(caps, i, circle) !== OUTSIDE);
}

/** Those of COARSE_RESOLUTION below which there are finer nodes, and how many these are. */
const parentsOfFine: CellNode[] = [];
let fineCount = 0;

export function childrenOf(node: CellNode): CellNodes {
  if (node.children !== undefined) return node.children;
  const children = growChildren(node);
  if (node.resolution >= COARSE_RESOLUTION) {
    fineCount += children.nodes.length;
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

function growChildren(parent: CellNode): CellNodes {
  const digitShift = BigInt(3 * (14 - parent.resolution));
  // Unused digits are 7: subtracting 7 here makes this the child with digit 0.
  const first = parent.cell + (1n << 52n) - (7n << digitShift);
  const children: CellNode[] = [];
  for (let digit = 0; digit < HEXAGON_CHILD_COUNT; digit += 1) {
    if (parent.isPentagon && digit === MISSING_DIGIT) continue;
    const cell = first + (BigInt(digit) << digitShift);
    children.push(nodeOf(cell, parent.resolution + 1, parent.isPentagon && digit === 0));
  }
  return nodesOf(children);
}

function nodeOf(cell: bigint, resolution: number, pentagon: boolean): CellNode {
  return { cell, resolution, isPentagon: pentagon, children: undefined };
}

function nodesOf(nodes: readonly CellNode[]): CellNodes {
  const caps = nodes.map(({ cell, resolution }) =>
    capOf(unitVector(cellCentre(cell)), reachAt(resolution)),
  );
  return { nodes, caps: packCaps(caps) };
}
