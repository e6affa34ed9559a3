import { cellToChildren, getPentagons, getRes0Cells, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import {
  type CellNode,
  childrenOf,
  FINE_NODES_MAX,
  rootCells,
} from '../../../../src/kit/geo/cell-tree.ts';
import { CELL_RESOLUTION, cellCentre, cellRange } from '../../../../src/kit/geo/cells.ts';
import { unitVector } from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom } from '../../../stage/random.ts';
import { placeOf } from '../../places.ts';

const random = randomFrom(3);
const toBigInt = (cell: string) => BigInt(`0x${cell}`);

/** The nodes from a base cell down to a cell of CELL_RESOLUTION, each with its cap. */
function pathTo(cell: bigint): { node: CellNode; cap: number[] }[] {
  const holds = (node: CellNode) => {
    const { low, high } = cellRange(node.cell);
    return low <= cell && cell <= high;
  };
  const path: { node: CellNode; cap: number[] }[] = [];
  for (let siblings = rootCells(); path.length <= CELL_RESOLUTION; ) {
    const { nodes, caps } = siblings;
    const i = nodes.findIndex(holds);
    const node = nodes[i];
    if (node === undefined) throw new Error(`no node for ${cell} at resolution ${path.length}`);
    const length = caps.length / nodes.length;
    path.push({ node, cap: [...caps.subarray(i * length, (i + 1) * length)] });
    siblings = childrenOf(node);
  }
  return path;
}

const cells = [
  ...getPentagons(CELL_RESOLUTION),
  ...Array.from({ length: 90 }, (_, i) => {
    const { lat, lng } = placeOf(i, random);
    return latLngToCell(lat, lng, CELL_RESOLUTION);
  }),
].map(toBigInt);

test('the tree begins with the cells of resolution 0, in the order of their indexes', () => {
  expect(rootCells().nodes.map(({ cell }) => cell)).toEqual(getRes0Cells().map(toBigInt).sort());
});

test('children are those of H3, in the order of their indexes, pentagons included', () => {
  for (const cell of cells) {
    for (const { node } of pathTo(cell).slice(0, -1)) {
      const expected = cellToChildren(node.cell.toString(16), node.resolution + 1);
      const children = childrenOf(node).nodes.map((child) => child.cell);
      expect(children).toEqual(expected.map(toBigInt).sort());
    }
  }
});

test('the cap of a cell is around its centre', () => {
  for (const cell of cells)
    for (const { node, cap } of pathTo(cell)) {
      const { x, y, z } = unitVector(cellCentre(node.cell));
      expect(cap.slice(0, 3)).toEqual([x, y, z]);
    }
});

test('however many cells are looked at, only so many fine nodes are kept', () => {
  const coarse = (cell: CellNode): CellNode[] =>
    cell.resolution === 4 ? [cell] : childrenOf(cell).nodes.flatMap(coarse);
  const [root] = rootCells().nodes;
  const nodes = root === undefined ? [] : coarse(root);
  let seenCount = 0;
  for (const node of nodes)
    seenCount += childrenOf(node).nodes.flatMap((child) => childrenOf(child).nodes).length;
  const countBelow = (node: CellNode): number =>
    (node.children?.nodes ?? []).reduce((sum, child) => sum + 1 + countBelow(child), 0);
  const keptCount = nodes.reduce((sum, node) => sum + countBelow(node), 0);
  expect(seenCount).toBeGreaterThan(FINE_NODES_MAX);
  expect(keptCount).toBeLessThanOrEqual(FINE_NODES_MAX);
});
