import { format } from 'date-fns';
import { type Chart, daysOf, type Point } from './chart.ts';

/** What a chart shows, for those who do not see it. */
export function describeChart(chart: Chart): string {
  const { points, zone } = chart;
  const days = daysOf(chart);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  const period = `${format(first.date, 'd MMMM yyyy')} to ${format(last.date, 'd MMMM yyyy')}`;
  return [
    `The share of spaces that are occupied in each half hour from ${period} (${zone}).`,
    `${rangeOf(points, 'forecast', 'The forecast')}.`,
    `${rangeOf(points, 'share', 'The actual share')}, known in ${knownOf(points)}.`,
    describeErrors(points),
  ].join(' ');
}

function rangeOf(points: readonly Point[], key: 'forecast' | 'share', name: string): string {
  const known = points.flatMap((point) => point[key] ?? []);
  if (known.length === 0) return `${name} is not known`;
  const lowest = known.reduce((least, value) => Math.min(least, value));
  const highest = known.reduce((most, value) => Math.max(most, value));
  return `${name} is between ${percent(lowest)} and ${percent(highest)}`;
}

function knownOf(points: readonly Point[]): string {
  const known = points.filter(({ share }) => share !== null);
  return `${known.length} of ${points.length} half hours`;
}

function describeErrors(points: readonly Point[]): string {
  const errors = points.flatMap(({ share, forecast }) =>
    share === null || forecast === null ? [] : [Math.abs(share - forecast)],
  );
  const inside = points.flatMap(({ share, low, high }) =>
    share === null || low === null || high === null ? [] : [low <= share && share <= high],
  );
  if (errors.length === 0 || inside.length === 0) return 'There is nothing to compare.';
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const covered = inside.filter((is) => is).length / inside.length;
  return (
    `The forecast is off by ${(mean * 100).toFixed(1)} points on average; ` +
    `${percent(covered)} of what is known is inside the 80 % interval.`
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
