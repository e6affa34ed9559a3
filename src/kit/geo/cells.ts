import { cellToLatLng, isValidCell, latLngToCell } from 'h3-js';
import type { LatLng } from './great-circle.ts';

/** The H3 resolution at which lots and searches are stored: cells of about 0.1 km². */
export const CELL_RESOLUTION = 9;

/** Cells of one resolution whose indexes are in `[low, high]`, including both ends. */
export type CellRange = { low: bigint; high: bigint };

// An H3 index: 4 bits of resolution above bit 52, then a base cell and 15 digits of 3 bits. Each
// digit is the number of a child (0 to 6); digits past the resolution are 7.
const RESOLUTION_SHIFT = 52n;
const DIGIT_COUNT = 15;

const indexBytes = new DataView(new ArrayBuffer(8));

/** The cell of CELL_RESOLUTION that contains a point. Throws when a coordinate is not finite. */
export function cellAt(lat: number, lng: number): bigint {
  return BigInt(`0x${latLngToCell(lat, lng, CELL_RESOLUTION)}`);
}

/** The centre of a cell of any resolution. Throws when `cell` is not an H3 cell. */
export function cellCentre(cell: bigint): LatLng {
  // Two 32-bit halves avoid the hexadecimal string, which costs more than the look-up itself.
  indexBytes.setBigUint64(0, cell);
  const [lat, lng] = cellToLatLng([indexBytes.getUint32(4), indexBytes.getUint32(0)]);
  return { lat, lng };
}

/** Whether a number is an H3 cell of CELL_RESOLUTION. */
export function isCell(cell: bigint): boolean {
  return (
    isValidCell(BigInt.asUintN(64, cell).toString(16)) && cellResolution(cell) === CELL_RESOLUTION
  );
}

export function cellResolution(cell: bigint): number {
  indexBytes.setBigUint64(0, cell);
  return (indexBytes.getUint16(0) >> 4) & 15;
}

/**
 * A cell's ancestor, or the cell itself at its own resolution; throws RangeError at a finer
 * resolution.
 */
export function cellParent(cell: bigint, resolution: number): bigint {
  const coarser = BigInt(cellResolution(cell) - resolution);
  if (coarser < 0n) throw new RangeError(`${cell} has no parent at resolution ${resolution}`);
  return (cell - (coarser << RESOLUTION_SHIFT)) | sevensAfter(resolution);
}

/** The descendants of a cell at CELL_RESOLUTION. Throws RangeError when the cell is finer. */
export function cellRange(cell: bigint): CellRange {
  return cellRangeAt(cell, CELL_RESOLUTION);
}

/**
 * The descendants of a cell at a resolution: the range contains every one of them and no other cell
 * of that resolution. Throws RangeError when the cell is finer.
 */
export function cellRangeAt(cell: bigint, resolution: number): CellRange {
  const steps = RANGE_STEPS[resolution]?.[cellResolution(cell)];
  if (steps === undefined) throw new RangeError(`${cell} is finer than ${resolution}`);
  return { low: cell + steps.toLow, high: cell + steps.toHigh };
}

/**
 * By the resolution of the descendants and that of the cell: what to add to an index to get its
 * first (digits 0…0) and last (digits 6…6) descendant.
 */
const RANGE_STEPS = Array.from({ length: CELL_RESOLUTION + 1 }, (_, target) =>
  Array.from({ length: target + 1 }, (__, resolution) => {
    const finer = BigInt(target - resolution) << RESOLUTION_SHIFT;
    const sevens = sevensAfter(resolution) - sevensAfter(target);
    return { toLow: finer - sevens, toHigh: finer - sevens / 7n };
  }),
);

/** The digits past a resolution, which its indexes do not use. */
function sevensAfter(resolution: number): bigint {
  return (1n << BigInt(3 * (DIGIT_COUNT - resolution))) - 1n;
}
