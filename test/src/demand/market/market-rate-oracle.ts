import { expect } from 'vitest';
import { searchedShare } from '../../../../src/demand/areas/demand-score.ts';
import type { Around, PublishedLot } from '../../../../src/demand/tiles/tile-lots.ts';
import { byFrequency, type Circle, figureOf, lotsWithin, shareOf } from './circle-oracle.ts';
import type { PublishedWorld } from './published-world.ts';

// A market rate by its definition: over every lot, and the area in which it is, one by one.

/** undefined where there is no lot. */
export function marketRateOf(
  { lots, around }: PublishedWorld,
  circle: Circle & { operatorId: string },
) {
  const inCircle = lotsWithin(lots, circle);
  const [currency] = byFrequency(inCircle.map((lot) => lot.currency));
  if (currency === undefined) return undefined;
  const main = inCircle.filter((lot) => lot.currency === currency);
  const hourly = figureOf(main, around, (lot) => lot.list_hourly);
  const daily = figureOf(main, around, (lot) => lot.list_daily);
  const { occupied, searched } = demandOf(inCircle, around);
  const own = inCircle.filter((lot) => lot.operator_id === circle.operatorId);
  return {
    avgHourlyMinor: hourly?.average ?? null,
    avgDailyMinor: daily?.average ?? null,
    minHourlyMinor: hourly?.least ?? null,
    maxHourlyMinor: hourly?.most ?? null,
    sampleSize: hourly?.lotCount ?? 0,
    leftOut: (hourly?.leftOut ?? 0) + inCircle.length - main.length,
    currency,
    demandScore: scoreOf(occupied, searched),
    lotCount: main.length,
    pricedLotCount: main.filter((lot) => lot.list_hourly !== null).length,
    reason: hourly === null ? expect.stringContaining(`${main.length} lot`) : null,
    competitorCount: inCircle.length - own.length,
    otherCurrencyLotCount: inCircle.length - main.length,
  };
}

/** Which part of the spaces is taken, and where fewer people search, 0 to 1; null: not known. */
export function demandOf(lots: readonly PublishedLot[], around: Around) {
  return {
    occupied: shareOf(lots, around, (lot) => {
      const pct = around.areaOf(lot)?.occupied_pct ?? null;
      return pct === null ? null : pct / 100;
    }),
    searched: shareOf(lots, around, (lot) =>
      searchedShare(around.searchesAt(lot.cell) ?? null, around.percentilesOf(lot.country)),
    ),
  };
}

function scoreOf(occupied: number | null, searched: number | null): number | null {
  if (occupied === null || searched === null) {
    const one = occupied ?? searched;
    return one === null ? null : Math.round(100 * one);
  }
  return Math.round(100 * (0.6 * occupied + 0.4 * searched));
}
