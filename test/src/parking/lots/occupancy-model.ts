// Which events a lot must write, one step after another. Times are whole minutes.

type Hold = { startsAt: number; expiresAt: number; spaces: number };
export type Model = {
  now: number;
  total: number;
  thresholds: number[];
  /** The thresholds that the occupancy is above. */
  above: number[];
  stays: number;
  holds: Map<string, Hold>;
  report: { at: number; occupied: number } | null;
};
export type Told = { pct: number; available: number; threshold: number; direction: 'up' | 'down' };

const REPORT_MINUTES = 15;

/** How many spaces are shown as in use. */
export function occupiedOf({ now, stays, holds, report }: Model): number {
  let occupied = stays;
  for (const { startsAt, expiresAt, spaces } of holds.values())
    if (startsAt <= now && now < expiresAt) occupied += spaces;
  const isFresh = report !== null && now - report.at < REPORT_MINUTES;
  return isFresh ? Math.max(occupied, report.occupied) : occupied;
}

/** What a look at the lot tells: all crossings since the last look. It changes `above`. */
export function look(model: Model): Told[] {
  const { total } = model;
  const occupied = Math.min(occupiedOf(model), total);
  const pct = Math.floor((occupied / total) * 100 + 0.5);
  const told = (threshold: number, direction: 'up' | 'down') => ({
    ...{ pct, available: total - occupied, threshold, direction },
  });
  const isAbove = (threshold: number) => model.above.includes(threshold);
  const up = model.thresholds.filter((one) => !isAbove(one) && occupied * 100 >= one * total);
  const down = model.thresholds.filter(
    (one) => isAbove(one) && (occupied === 0 || occupied * 100 <= (one - 5) * total),
  );
  model.above = [...model.above, ...up].filter((one) => !down.includes(one));
  return [
    ...up.toSorted((a, b) => a - b).map((one) => told(one, 'up')),
    ...down.toSorted((a, b) => b - a).map((one) => told(one, 'down')),
  ];
}

/** Sets other thresholds, which tells nothing: a lot was above those below one it was above. */
export function setThresholds(model: Model, thresholds: number[]): void {
  const highest = Math.max(0, ...model.above);
  const was = thresholds.filter((one) => one <= highest);
  Object.assign(model, { thresholds, above: was });
  look(model);
}
