import { HALF_HOURS } from '../../../../src/kit/forecast/history/day-curve.ts';
import {
  CALENDAR_DAYS,
  emptyFigure,
  type Figure,
  type LotForecast,
} from '../../../../src/kit/forecast/lot-forecast.ts';
import { emptyForecast } from '../../../../src/kit/forecast/packed-forecast.ts';

/** Any forecast that can be packed: some of it not known, some days closed. */
export function randomForecast(random: () => number): LotForecast {
  const hasStays = random() < 0.6;
  return {
    ...emptyForecast(),
    fromDay: 20_000 + Math.floor(random() * 400),
    spaces: Math.floor(random() * 300),
    hasHistory: random() < 0.7,
    hasStays,
    shares: randomFigure(random, { slots: HALF_HOURS, most: 1, spread: 0.2 }),
    sessions: hasStays ? randomFigure(random, { slots: 1, most: 400, spread: 2 }) : emptyFigure(1),
    revenueMinor: hasStays
      ? randomFigure(random, { slots: 1, most: 200_000, spread: 40 })
      : emptyFigure(1),
    closed: randomBits(random, 0.1),
    holidays: randomBits(random, 0.05),
    unusual: Array.from({ length: Math.floor(random() * 5) }, (_, i) => ({
      ahead: 20 + 40 * i,
      share: 0.5 + random(),
      daily: 0.5 + random(),
    })),
    carry: Float32Array.from({ length: 3 }, random),
    backtest: {
      errorSum: Math.floor(random() * 1_000),
      cells: Math.floor(random() * 2_000),
      days: Math.floor(random() * 29),
      insideCount: random() < 0.8 ? Math.floor(random() * 2_000) : null,
    },
  };
}

function randomFigure(
  random: () => number,
  { slots, most, spread }: { slots: number; most: number; spread: number },
): Figure {
  const figure = emptyFigure(slots);
  // A half hour that was never measured is not known on any day.
  const isKnown = Array.from({ length: slots }, () => random() < 0.9);
  for (const values of [figure.next, figure.usual])
    for (let i = 0; i < values.length; i += 1)
      values[i] = isKnown[i % slots] ? most * random() : Number.NaN;
  figure.spread.set(figure.spread.map(() => spread * random()));
  figure.season.set(figure.season.map(() => 0.5 + random()));
  figure.lows.set(figure.lows.map(() => -3 * random()));
  figure.highs.set(figure.highs.map(() => 3 * random()));
  figure.together = random();
  return figure;
}

function randomBits(random: () => number, share: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(CALENDAR_DAYS / 8));
  for (let i = 0; i < CALENDAR_DAYS; i += 1)
    if (random() < share) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}
