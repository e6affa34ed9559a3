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
