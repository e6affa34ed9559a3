import { expect, test } from 'vitest';
import type { Chart, Point } from '../../../bench/forecast/chart.ts';
import { drawForecast } from '../../../bench/forecast/draw.ts';

const DAY_HALF_HOURS = 48;
const UNKNOWN: Point = { share: null, forecast: null, low: null, high: null };

/** A half hour of a made-up car park that is fullest in the afternoon; nobody counts at night. */
function halfHour(i: number): Point {
  const [day, slot] = [Math.floor(i / DAY_HALF_HOURS), i % DAY_HALF_HOURS];
  const forecast = Math.max(0.08, 0.85 - ((slot - 29) / 16) ** 2);
  const share = Math.max(0.05, forecast + ((day % 3) - 1) * 0.09 + (slot % 5) * 0.01);
  const isCounted = slot >= 14 && slot <= 42;
  return {
    share: isCounted ? share : null,
    forecast,
    low: forecast - 0.1,
    high: forecast + 0.05 + 0.02 * day,
  };
}

const chart = (count: number, more: Partial<Chart> = {}): Chart => ({
  title: 'Elm Street',
  subtitle: '120 spaces; each day is forecast at the end of the day before',
  from: '2016-10-27',
  zone: 'Europe/London',
  points: Array.from({ length: count }, (_, i) => halfHour(i)),
  ...more,
});

const textsOf = (svg: string, kind: string) =>
  [...svg.matchAll(new RegExp(`class="${kind}"[^>]*>([^<]+)<`, 'g'))].map(([, text]) => text);
/** That of the curve; the mark of the legend comes before it. */
const pathOf = (svg: string, kind: string) =>
  [...svg.matchAll(new RegExp(`class="${kind}" d="([^"]*)"`, 'g'))].at(-1)?.[1];

test('a chart is always the same file', async () => {
  // On the fourth day clocks are set back, so seven days have two half hours more.
  await expect(drawForecast(chart(7 * DAY_HALF_HOURS + 2))).toMatchFileSnapshot('sample.svg');
});

test('a day is as long as it is by the clocks of the zone', () => {
  const labels = (more: Partial<Chart>) => textsOf(drawForecast(chart(338, more)), 'middle');
  expect(labels({})).toEqual(['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']);
  expect(labels({ zone: 'Etc/UTC' })).toHaveLength(8);
  expect(labels({ from: '2016-03-24' })).toHaveLength(8);
});

test('the truth has a gap where it is not known, and is a dot between two gaps', () => {
  const [known = UNKNOWN] = chart(1).points;
  const one = { ...known, share: 0.5 };
  const points = [UNKNOWN, one, one, UNKNOWN, one, UNKNOWN, UNKNOWN, one, one, one, UNKNOWN, one];
  const svg = drawForecast(chart(0, { points }));
  expect(pathOf(svg, 'actual')?.match(/M/g)).toHaveLength(4);
  expect(pathOf(svg, 'actual alone')).toBe('M366.5,143.0h0M849.5,143.0h0');
});

test('a share beyond 0 and 1 is drawn at the edge', () => {
  const points = [{ share: 1.4, forecast: -0.2, low: -1, high: 2 }, UNKNOWN];
  const svg = drawForecast(chart(0, { points }));
  expect(pathOf(svg, 'actual alone')).toBe('M263.0,70.0h0');
  expect(pathOf(svg, 'forecast')).toBe('M263.0,216.0M263.0,216.0h0');
  expect(pathOf(svg, 'band')).toBe('M263.0,70.0L263.0,216.0Z');
});

test('a chart has a text for those who do not see it', () => {
  const points = [
    { share: 0.5, forecast: 0.4, low: 0.3, high: 0.6 },
    { share: 0.9, forecast: 0.6, low: 0.5, high: 0.7 },
    { ...UNKNOWN, forecast: 0.7 },
  ];
  const [, said] = /<desc id="desc">(.*)<\/desc>/.exec(drawForecast(chart(0, { points }))) ?? [];
  expect(said).toBe(
    'The share of spaces that are occupied in each half hour from 27 October 2016 to ' +
      '27 October 2016 (Europe/London). The forecast is between 40 % and 70 %. The actual share ' +
      'is between 50 % and 90 %, known in 2 of 3 half hours. The forecast is off by 20.0 points ' +
      'on average; 50 % of what is known is inside the 80 % interval.',
  );
});

test('names are text, whatever they contain', () => {
  const svg = drawForecast(chart(1, { title: 'A & B <script>', subtitle: '"C" > D' }));
  expect(textsOf(svg, 'title')).toEqual(['A &amp; B &lt;script&gt;']);
  expect(textsOf(svg, 'muted')[0]).toBe('"C" &gt; D');
});

test('two weeks stay below 60 kB', () => {
  expect(drawForecast(chart(14 * DAY_HALF_HOURS)).length).toBeLessThan(60_000);
});

test.each<[string, Partial<Chart>, string]>([
  ['without half hours', { points: [] }, 'there is no half hour to draw'],
  [
    'with a value that is none',
    { points: [{ ...halfHour(0), low: Number.NaN }] },
    'low of half hour 0',
  ],
  ['from a day that is none', { from: 'today' }, 'today is no date'],
  ['of a zone that is none', { zone: 'Elm/Street' }, 'Elm/Street'],
])('a chart %s is refused', (_, more, reason) => {
  expect(() => drawForecast(chart(1, more))).toThrow(reason);
});
