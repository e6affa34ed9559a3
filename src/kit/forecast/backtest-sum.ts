/** What the forecasts of some lots were off by; `days` is that of the lot with most. */
export type BacktestSum = {
  errorSum: number;
  cells: number;
  days: number;
  /** Of the cells of lots that say how many were inside their intervals. */
  insideCount: number;
  intervalCells: number;
};

export function noBacktest(): BacktestSum {
  return { errorSum: 0, cells: 0, days: 0, insideCount: 0, intervalCells: 0 };
}

export function joinBacktests(sums: readonly BacktestSum[]): BacktestSum {
  const joined = noBacktest();
  for (const sum of sums) {
    joined.errorSum += sum.errorSum;
    joined.cells += sum.cells;
    joined.days = Math.max(joined.days, sum.days);
    joined.insideCount += sum.insideCount;
    joined.intervalCells += sum.intervalCells;
  }
  return joined;
}
