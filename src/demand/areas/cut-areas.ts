import { CELL_RESOLUTION, cellParent, cellResolution } from '../../kit/geo/cells.ts';

/** An area is disclosed only if so many operators have a lot there with enough observations. */
const AREA_OPERATORS_MIN = 4;
/** Cells that are larger than a town (resolution 5, 253 km²) are no areas of their own. */
export const COARSEST_AREA = 5;
/** Cells of about 0.7 km². */
export const FINEST_AREA = CELL_RESOLUTION - 1;
/** The cell of a lot whose operator has declared its figures public is an area, too. */
export const PUBLIC_AREA = CELL_RESOLUTION;

/** A lot with observations. Whether these are enough says `isStrong`. */
export type ObservedLot = { cell: bigint; operatorId: string; isStrong: boolean };

/**
 * The H3 cells that become areas of their own, among those of one country; `named` are those that
 * are already. A lot is in the area of the finest named cell that contains it, else in that of the
 * country. An area is divided into cells only if each of these, and what is left of it, has strong
 * lots of four operators (or, what is left, no lot with observations). Cells that have too few stay
 * together with their neighbours. What was named stays named, so areas only become finer.
 */
export function cutAreas(lots: readonly ObservedLot[], named: ReadonlySet<bigint>): bigint[] {
  const areas = Map.groupBy(lots, ({ cell }) => areaCellOf(cell, named));
  return [...areas].flatMap(([cell, inArea]) =>
    divide(inArea, cell === null ? COARSEST_AREA : cellResolution(cell) + 1),
  );
}

/** The finest of these cells that contains a cell of CELL_RESOLUTION; null: none does. */
export function areaCellOf(cell: bigint, named: { has(cell: bigint): boolean }): bigint | null {
  for (let resolution = FINEST_AREA; resolution >= 0; resolution -= 1) {
    const ancestor = cellParent(cell, resolution);
    if (named.has(ancestor)) return ancestor;
  }
  return null;
}

/** Divides an area by the coarsest resolution at which it can be divided, and its parts again. */
function divide(lots: readonly ObservedLot[], coarsest: number): bigint[] {
  for (let resolution = coarsest; resolution <= FINEST_AREA; resolution += 1) {
    const parts = partsOf(lots, resolution);
    if (parts.length > 0)
      return parts.flatMap(({ cell, lots: own }) => [cell, ...divide(own, resolution + 1)]);
  }
  return [];
}

type Part = { cell: bigint; lots: readonly ObservedLot[]; operatorCount: number };

/** The cells that can be areas of their own; the smallest of them stay where they are needed. */
function partsOf(lots: readonly ObservedLot[], resolution: number): Part[] {
  const cells = [...Map.groupBy(lots, ({ cell }) => cellParent(cell, resolution))].map(
    ([cell, own]): Part => ({ cell, lots: own, operatorCount: operatorCountOf(own) }),
  );
  const isOwn = ({ operatorCount }: Part) => operatorCount >= AREA_OPERATORS_MIN;
  const parts = cells.filter(isOwn).sort(bySize);
  let left = cells.filter((part) => !isOwn(part)).flatMap((part) => part.lots);
  while (left.length > 0 && operatorCountOf(left) < AREA_OPERATORS_MIN) {
    const smallest = parts.shift();
    if (smallest === undefined) return [];
    left = [...left, ...smallest.lots];
  }
  return parts;
}

/** Operators with a strong lot. */
function operatorCountOf(lots: readonly ObservedLot[]): number {
  return new Set(lots.filter(({ isStrong }) => isStrong).map(({ operatorId }) => operatorId)).size;
}

function bySize(a: Part, b: Part): number {
  return (
    a.operatorCount - b.operatorCount || a.lots.length - b.lots.length || (a.cell < b.cell ? -1 : 1)
  );
}
