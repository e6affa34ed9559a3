/** How far forecasts were from what was measured. */
export type Score = {
  cells: number;
  errorSum: number;
  squareSum: number;
  /** Of days of one lot: how far the highest forecast was from the highest measured figure. */
  peakErrorSum: number;
  peaks: number;
  /** Cells in the 80 % interval, where the forecast has one. */
  insideCount: number;
};

export function noScore(): Score {
  return { cells: 0, errorSum: 0, squareSum: 0, peakErrorSum: 0, peaks: 0, insideCount: 0 };
}

/** What was said of one cell; an interval where there is one. */
export type Predicted = { value: number; low?: number; high?: number };

/** Adds one day of one lot: only cells that were measured, and could be forecast, count. */
export function addDay(
  score: Score,
  measured: ArrayLike<number>,
  predicted: readonly Predicted[],
): void {
  let highest = Number.NEGATIVE_INFINITY;
  let highestPredicted = Number.NEGATIVE_INFINITY;
  for (const [i, { value, low, high }] of predicted.entries()) {
    const truth = measured[i] ?? Number.NaN;
    if (Number.isNaN(truth) || Number.isNaN(value)) continue;
    const miss = Math.abs(truth - value);
    score.cells += 1;
    score.errorSum += miss;
    score.squareSum += miss ** 2;
    if (low !== undefined && high !== undefined && truth >= low && truth <= high)
      score.insideCount += 1;
    highest = Math.max(highest, truth);
    highestPredicted = Math.max(highestPredicted, value);
  }
  if (highest === Number.NEGATIVE_INFINITY) return;
  score.peakErrorSum += Math.abs(highest - highestPredicted);
  score.peaks += 1;
}

export function addScore(sum: Score, score: Score): void {
  sum.cells += score.cells;
  sum.errorSum += score.errorSum;
  sum.squareSum += score.squareSum;
  sum.peakErrorSum += score.peakErrorSum;
  sum.peaks += score.peaks;
  sum.insideCount += score.insideCount;
}

const DIGITS = 5;

/** Rounded to 5 digits after the point; null where nothing was measured. */
export function meanErrors(score: Score) {
  return {
    mae: mean(score.errorSum, score.cells),
    rmse: score.cells === 0 ? null : round(Math.sqrt(score.squareSum / score.cells)),
    peak_mae: mean(score.peakErrorSum, score.peaks),
  };
}

export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : round(sum / count);
}

function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
