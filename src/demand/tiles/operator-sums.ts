import { isBounded, isHalfKnown, knownPart, speakersCap, type Voice } from './operator-cap.ts';
import { operatorCount } from './operator-numbers.ts';
import type { TileLots } from './tile-lots.ts';

/**
 * Spaces of lots, at most 500 of each, which are their weight: each at its place in a row. Only
 * what is known counts for more than `spaces`.
 */
const SUM = {
  spaces: 0,
  /** With a known price of an hour, of a day, and of an hour that is moved by payments. */
  hourly: 1,
  daily: 2,
  paid: 3,
  /** With a known occupied share, and times that share in percent. */
  occupancyKnown: 4,
  occupied: 5,
  /** With a known searched share, and times that share. */
  searchesKnown: 6,
  searched: 7,
} as const;
export type SumName = keyof typeof SUM;
export const ROW_LENGTH = Object.keys(SUM).length;

/** A row of sums for each operator with a lot. */
export type OperatorSums = {
  /** Their numbers, row by row. */
  operators: number[];
  /** By number, the row of an operator, counted from 1; 0: it has none. */
  rowOf: Int32Array;
  /** There may be room for more rows. */
  rows: Float64Array;
};

const ROWS_AT_FIRST = 64;

export function noOperators(): OperatorSums {
  return {
    operators: [],
    rowOf: new Int32Array(operatorCount()),
    rows: new Float64Array(ROWS_AT_FIRST * ROW_LENGTH),
  };
}

/** So that they can be used for other lots. */
export function clearOperators(sums: OperatorSums): void {
  const { operators, rows } = sums;
  rows.fill(0, 0, ROW_LENGTH * operators.length);
  for (const operator of operators) sums.rowOf[operator] = 0;
  operators.length = 0;
}

/** Where the row of an operator begins; it is made where there is none. */
function rowAt(sums: OperatorSums, operator: number): number {
  const known = sums.rowOf[operator] ?? 0;
  if (known > 0) return ROW_LENGTH * (known - 1);
  const count = sums.operators.push(operator);
  const { rowOf, rows } = sums;
  if (operator >= rowOf.length) {
    // It was met after these sums were made.
    sums.rowOf = new Int32Array(operatorCount());
    sums.rowOf.set(rowOf);
  }
  sums.rowOf[operator] = count;
  if (rows.length < ROW_LENGTH * count) {
    sums.rows = new Float64Array(2 * rows.length);
    sums.rows.set(rows);
  }
  return ROW_LENGTH * (count - 1);
}

/** Adds row `i` of some rows to that of an operator. */
export function addRow(sums: OperatorSums, operator: number, more: Float64Array, i: number): void {
  const at = rowAt(sums, operator);
  const from = ROW_LENGTH * i;
  const { rows } = sums;
  for (let j = 0; j < ROW_LENGTH; j += 1) add(rows, at + j, more[from + j] ?? 0);
}

/** Adds lot `i` to the row of its operator. */
export function addLot(sums: OperatorSums, lots: TileLots, i: number): void {
  const at = rowAt(sums, lots.operator[i] ?? 0);
  const { rows } = sums;
  const area = lots.area[i] ?? 0;
  const weight = lots.weight[i] ?? 0;
  add(rows, at + SUM.spaces, weight);
  if ((lots.hourly.priceClass[i] ?? -1) >= 0) {
    add(rows, at + SUM.hourly, weight);
    if (lots.isPaid[area]) add(rows, at + SUM.paid, weight);
  }
  if ((lots.daily.priceClass[i] ?? -1) >= 0) add(rows, at + SUM.daily, weight);
  const occupied = lots.occupied[area] ?? Number.NaN;
  if (!Number.isNaN(occupied)) {
    add(rows, at + SUM.occupancyKnown, weight);
    add(rows, at + SUM.occupied, weight * occupied);
  }
  const searched = lots.searched[lots.searchArea[i] ?? 0] ?? Number.NaN;
  if (!Number.isNaN(searched)) {
    add(rows, at + SUM.searchesKnown, weight);
    add(rows, at + SUM.searched, weight * searched);
  }
}

function add(sums: Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] ?? 0) + more;
}

/** What some lots have together. */
export function joinOperators(some: readonly OperatorSums[]): OperatorSums {
  const [first, second] = some;
  if (first !== undefined && second === undefined) return first;
  const joined = noOperators();
  for (const { operators, rows } of some)
    for (const [row, operator] of operators.entries()) addRow(joined, operator, rows, row);
  return joined;
}

/** One sum of each operator, row by row. */
export function columnOf({ operators, rows }: OperatorSums, name: SumName): number[] {
  const column: number[] = [];
  const end = ROW_LENGTH * operators.length;
  for (let at = SUM[name]; at < end; at += ROW_LENGTH) column.push(rows[at] ?? 0);
  return column;
}

/** What each operator has to say of a share: `worth` is `known` times it, in some unit. */
export function voicesOf(
  { operators, rows }: OperatorSums,
  { known, worth, unit }: { known: SumName; worth: SumName; unit: number },
): Voice[] {
  const voices: Voice[] = [];
  for (let at = 0; at < ROW_LENGTH * operators.length; at += ROW_LENGTH) {
    const weight = rows[at + SUM[known]] ?? 0;
    if (weight > 0) voices.push({ weight, value: (rows[at + SUM[worth]] ?? 0) / (unit * weight) });
  }
  return voices;
}

/** Of all operators. */
export function sumOf(sums: OperatorSums, name: SumName): number {
  return spreadOf(sums, name).total;
}

/** How many operators have spaces. */
export function countPresent(sums: OperatorSums): number {
  return spreadOf(sums, 'spaces').count;
}

/** The sum of all, the largest of one, and how many have any. */
function spreadOf({ operators, rows }: OperatorSums, name: SumName) {
  let total = 0;
  let most = 0;
  let count = 0;
  const end = ROW_LENGTH * operators.length;
  for (let at = SUM[name]; at < end; at += ROW_LENGTH) {
    const weight = rows[at] ?? 0;
    total += weight;
    if (weight > most) most = weight;
    if (weight > 0) count += 1;
  }
  return { total, most, count };
}

/**
 * What operators weigh at most where they have a say (see speakersCap), and the part of all that
 * the heaviest then has; null where so few are present that none is bounded. undefined: so few have
 * a say that nothing may be disclosed.
 */
export function capOf(sums: OperatorSums, name: SumName): Cap | undefined {
  const weights = columnOf(sums, name);
  const present = countPresent(sums);
  const cap = speakersCap(weights, present);
  if (cap === null) return undefined;
  const { total, most } = spreadOf(sums, name);
  if (!isBounded(present)) return { cap, part: null };
  if (cap === Infinity) return { cap, part: most / total };
  const bounded = weights.reduce((sum, weight) => sum + Math.min(weight, cap), 0);
  return { cap, part: Math.min(most, cap) / bounded };
}
type Cap = { cap: number; part: number | null };

/** Whether a part is at least half of a whole, where no operator has too much. */
export function isHalf(sums: OperatorSums, whole: SumName, part: SumName): boolean {
  return isHalfKnown(knownPart(columnOf(sums, whole), columnOf(sums, part)));
}
