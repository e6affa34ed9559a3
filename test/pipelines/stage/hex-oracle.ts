import type { Hex } from '../../../src/demand/hexes/draw-hex.ts';
import type { Around, PublishedLot } from '../../../src/demand/tiles/tile-lots.ts';
import type { Area } from '../../../src/kit/geo/area.ts';
import { boxesBetween } from '../../../src/kit/geo/bounding-boxes.ts';
import { cellCentre, cellParent, cellResolution } from '../../../src/kit/geo/cells.ts';
import { greatCircleMetres, type LatLng } from '../../../src/kit/geo/great-circle.ts';
import { byFrequency, figureOf, isHalf } from '../../src/demand/market/circle-oracle.ts';
import { demandOf } from '../../src/demand/market/market-rate-oracle.ts';
import type { PublishedWorld } from '../../src/demand/market/published-world.ts';
import type { Random } from './parking.ts';

// Draws the cells of a map by their definitions, lot by lot. Of searches only what a cell with lots
// has in its demand.

/** The cells with lots and with their centre in an area, in the order of their indexes. */
export function drawCells(
  { lots, around }: PublishedWorld,
  { resolution, isIn }: { resolution: number; isIn(point: LatLng): boolean },
) {
  return [...Map.groupBy(lots, ({ cell }) => cellParent(cell, resolution))]
    .filter(([cell]) => isIn(cellCentre(cell)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, own]) => {
      const { occupied, searched } = demandOf(own, around);
      return {
        cell,
        lotCount: own.length,
        spaceCount: own.reduce((sum, lot) => sum + (lot.space_count ?? 0), 0),
        ...priceOf(own, around),
        occupiedPct: percent(occupied),
        searchedPct: percent(searched),
        occupancyBasis: occupied === null ? null : basisOf(own, around),
        isPooled: own.some((lot) => {
          const area = around.areaOf(lot)?.cell;
          return area !== undefined && (area === 0n || cellResolution(area) < resolution);
        }),
      };
    });
}

function priceOf(lots: readonly PublishedLot[], around: Around) {
  const [currency = ''] = byFrequency(lots.map((lot) => lot.currency));
  const main = lots.filter((lot) => lot.currency === currency);
  const priced = main.filter((lot) => lot.list_hourly !== null);
  const isPaidKnown = (lot: PublishedLot) => typeof around.areaOf(lot)?.paid_pct === 'number';
  return {
    currency,
    hourly: figureOf(main, around, (lot) => lot.list_hourly),
    isRealised: isHalf(priced, around, isPaidKnown),
  };
}

function basisOf(lots: readonly PublishedLot[], around: Around) {
  const told = lots.flatMap((lot) => {
    const area = around.areaOf(lot);
    return typeof area?.occupied_pct === 'number' ? [area.measured_pct ?? 0] : [];
  });
  if (told.every((pct) => pct === 0)) return 'stays';
  return told.every((pct) => pct === 100) ? 'measured' : 'mixed';
}

/** Tenths of a percent: sums of floating point numbers depend on their order. */
const percent = (share: number | null) => (share === null ? null : Math.round(1e3 * share) / 10);

/** For maps that show a cell as it is. */
export const asItIs = (hex: Hex) => ({ ...hex, byteLength: 0 });

/** What is compared of a cell of an answer. */
export const seenOf = ({ cell, lotCount, spaceCount, rate, demand, ...hex }: Hex) => ({
  cell,
  lotCount,
  spaceCount,
  currency: rate?.currency,
  hourly: rate?.hourly,
  isRealised: rate?.isRealised,
  occupiedPct: percent(demand.occupiedShare),
  searchedPct: percent(demand.searchedShare),
  occupancyBasis: hex.occupancyBasis,
  isPooled: hex.isPooled,
});

export const hasLots = ({ lotCount }: { lotCount: number }) => lotCount > 0;

/** A circle or a box around a point. */
export function randomArea(
  random: Random,
  { lat, lng }: LatLng,
): { area: Area; isIn(point: LatLng): boolean } {
  if (random() < 0.5) {
    const radiusM = 100 + random() ** 2 * 50_000;
    const isIn = (point: LatLng) => greatCircleMetres({ lat, lng }, point) <= radiusM;
    return { area: { centre: { lat, lng }, radiusM }, isIn };
  }
  const [width, height] = [random() / 5, random() / 10];
  const boxes = boxesBetween(lng - width, lat - height, lng + width, lat + height);
  const isIn = (point: LatLng) =>
    Math.abs(point.lat - lat) <= height &&
    Math.abs(point.lng - lng - 360 * Math.round((point.lng - lng) / 360)) <= width;
  return { area: { boxes }, isIn };
}
