import { cellToChildren, getPentagons, getRes0Cells, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import {
  baseCells,
  type CellNode,
  type CellNodes,
  cellOf,
  childrenOf,
  cosineTo,
} from '../../src/cell-tree.ts';
import { CELL_RESOLUTION, cellCentre, cellRange } from '../../src/cells.ts';
import { unitVector } from '../../src/great-circle.ts';
import { randomFrom } from '../random.ts';
import { placeOf } from './places.ts';

const random = randomFrom(3);
const toBigInt = (cell: string) => BigInt(`0x${cell}`);

function numbers({ first, end }: CellNodes): CellNode[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** The nodes from a base cell down to a cell of CELL_RESOLUTION. */
function pathTo(cell: bigint): CellNode[] {
  const holds = (node: CellNode) => {
    const { low, high } = cellRange(cellOf(node));
    return low <= cell && cell <= high;
  };
  const path: CellNode[] = [];
  let siblings: CellNodes | undefined = baseCells();
  for (let resolution = 0; resolution <= CELL_RESOLUTION; resolution += 1) {
    const node = numbers(siblings).find(holds);
    if (node === undefined) throw new Error(`no node for ${cell} at resolution ${resolution}`);
    path.push(node);
    if (resolution < CELL_RESOLUTION) siblings = childrenOf(node, resolution);
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
  expect(numbers(baseCells()).map(cellOf)).toEqual(getRes0Cells().map(toBigInt).sort());
});

test('children are those of H3, in the order of their indexes, pentagons included', () => {
  for (const cell of cells) {
    pathTo(cell)
      .slice(0, -1)
      .forEach((node, resolution) => {
        const expected = cellToChildren(cellOf(node).toString(16), resolution + 1);
        expect(numbers(childrenOf(node, resolution)).map(cellOf)).toEqual(
          expected.map(toBigInt).sort(),
        );
      });
  }
});

test('the cosine to a point is taken from the centre of the cell', () => {
  for (const cell of cells) {
    for (const node of pathTo(cell))
      expect(cosineTo(node, unitVector(cellCentre(cellOf(node))))).toBeCloseTo(1, 15);
  }
});
