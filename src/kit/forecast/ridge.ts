import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/**
 * Keeps the weights near 0 where few rows speak for others: it counts as much as so many days of
 * one lot would.
 */
const PENALTY_DAYS = 80;

/** A linear regression through the origin, kept as sums, to which rows are added one by one. */
export type Ridge = {
  width: number;
  /** Sums of products of two features; only where the second is not before the first. */
  products: Float64Array;
  /** Sums of products of a feature and the figure that is to be explained. */
  outcomes: Float64Array;
  weights: Float64Array;
  /** How many rows were added; less where they have faded. */
  rowCount: number;
};

export function createRidge(width: number): Ridge {
  return {
    width,
    products: new Float64Array(width * width),
    outcomes: new Float64Array(width),
    weights: new Float64Array(width),
    rowCount: 0,
  };
}

/** Makes all rows so far count less. */
export function fade(ridge: Ridge, retention: number): void {
  const { products, outcomes } = ridge;
  ridge.rowCount *= retention;
  for (let i = 0; i < products.length; i += 1) products[i] = (products[i] ?? 0) * retention;
  for (let i = 0; i < outcomes.length; i += 1) outcomes[i] = (outcomes[i] ?? 0) * retention;
}

/** Adds the row of features at `at`, and its outcome, with a weight. */
export function addRow(
  ridge: Ridge,
  features: Float64Array,
  at: number,
  { outcome, weight }: { outcome: number; weight: number },
): void {
  const { width, products, outcomes } = ridge;
  ridge.rowCount += 1;
  for (let i = 0; i < width; i += 1) {
    const one = weight * (features[at + i] ?? 0);
    if (one === 0) continue;
    outcomes[i] = (outcomes[i] ?? 0) + one * outcome;
    for (let j = i; j < width; j += 1)
      products[i * width + j] = (products[i * width + j] ?? 0) + one * (features[at + j] ?? 0);
  }
}

/** Computes the weights from the sums; `slots` rows are a day of one lot. */
export function solve(ridge: Ridge, slots: number): void {
  const { width, products, rowCount } = ridge;
  if (rowCount === 0) return;
  let diagonal = 0;
  for (let i = 0; i < width; i += 1) diagonal += products[i * width + i] ?? 0;
  const penalty = 1e-9 + (PENALTY_DAYS * slots * diagonal) / (width * rowCount);
  const matrix = new Matrix(width, width);
  for (let i = 0; i < width; i += 1)
    for (let j = i; j < width; j += 1) {
      const product = (products[i * width + j] ?? 0) + (i === j ? penalty : 0);
      matrix.set(i, j, product);
      matrix.set(j, i, product);
    }
  const solved = new CholeskyDecomposition(matrix).solve(Matrix.columnVector([...ridge.outcomes]));
  ridge.weights = Float64Array.from(solved.to1DArray());
}

/** The outcome that the weights expect for the row of features at `at`. */
export function expected(weights: Float64Array, features: Float64Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i += 1) sum += (weights[i] ?? 0) * (features[at + i] ?? 0);
  return sum;
}
