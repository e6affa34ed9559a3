import { cellToParent, latLngToCell } from 'h3-js';
import type { Area } from '../../src/geometry/area.ts';
import { boxesBetween } from '../../src/geometry/bounding-boxes.ts';
import { cellCentre } from '../../src/geometry/cells.ts';
import { greatCircleMetres, type LatLng } from '../../src/geometry/great-circle.ts';
import type { Hex } from '../../src/market/hexes.ts';
import { HOUR_MS, type Random } from './parking.ts';

// Counts the lots and searches of cells one by one, by the definitions of the map of demand.

export type Lot = LatLng & { spaces: number; rate: number | null; currency: string };
export type Search = LatLng & {
  at: Date;
  kind: 'search' | 'availability' | 'rates';
  agentPlatform: string | null;
  availableCount: number;
  /** null: it was written too long after it was made for the caller to be kept. */
  caller: string | null;
};

const CROWD_MIN = 3;
const HOURS = 168;

export const parentOf = ({ lat, lng }: LatLng, resolution: number) =>
  cellToParent(latLngToCell(lat, lng, 9), resolution);

/** The cells of an area in the order of their indexes, with posted rates. `asOf` is in ms. */
export function countCells(
  { lots, searches }: { lots: readonly Lot[]; searches: readonly Search[] },
  { resolution, isIn }: { resolution: number; isIn(point: LatLng): boolean },
  asOf: number,
) {
  const lotsByCell = Map.groupBy(lots, (lot) => parentOf(lot, resolution));
  const searchesByCell = Map.groupBy(searches, (search) => parentOf(search, resolution));
  return [...new Set([...lotsByCell.keys(), ...searchesByCell.keys()])]
    .filter((cell) => isIn(cellCentre(BigInt(`0x${cell}`))))
    .map((cell) =>
      countCell(cell, lotsByCell.get(cell) ?? [], searchesByCell.get(cell) ?? [], asOf),
    )
    .filter(({ lot_count, search_count }) => lot_count + search_count > 0)
    .sort((a, b) => (a.cell < b.cell ? -1 : 1));
}

function countCell(cell: string, lots: readonly Lot[], searches: readonly Search[], asOf: number) {
  const from = Math.floor(asOf / HOUR_MS) * HOUR_MS - HOURS * HOUR_MS;
  const found = searches.filter(({ at }) => +at >= from);
  const byDay = Map.groupBy(
    searches.filter(({ caller }) => caller !== null),
    ({ at }) => at.toISOString().slice(0, 10),
  );
  const callers = [...byDay.values()].map((day) => new Set(day.map(({ caller }) => caller)));
  const currencies = [...Map.groupBy(lots, ({ currency }) => currency)].map(([currency, own]) => {
    const rates = own.flatMap(({ rate }) => (rate === null ? [] : [rate]));
    const sum = rates.reduce((a, b) => a + b, 0);
    const mean = rates.length === 0 ? null : Math.floor(sum / rates.length + 0.5);
    return { currency, count: own.length, rated: rates.length, mean };
  });
  const [main] = currencies.sort(
    (a, b) =>
      Number(b.rated > 0) - Number(a.rated > 0) ||
      b.count - a.count ||
      (a.currency < b.currency ? -1 : 1),
  );
  const unmet = found.filter(
    ({ kind, availableCount }) => kind !== 'rates' && availableCount === 0,
  );
  const spaces = lots.reduce((sum, lot) => sum + lot.spaces, 0);
  return {
    cell,
    lot_count: lots.length,
    space_count: spaces,
    currency: main?.currency ?? null,
    rated_lot_count: main?.rated ?? 0,
    rate_hourly: main?.mean ?? null,
    known_minutes: spaces * HOURS * 60,
    search_count: found.length,
    unmet_count: unmet.length,
    agent_count: found.filter(({ agentPlatform }) => agentPlatform !== null).length,
    has_crowd: callers.some(({ size }) => size >= CROWD_MIN),
  };
}

/** What is compared of a cell of an answer. */
/** For maps that show a cell as it is. */
export const asItIs = (hex: Hex) => ({ ...hex, byteLength: 0 });

export const seenOf = (hex: Hex): ReturnType<typeof countCell> => ({
  cell: hex.cell.toString(16),
  lot_count: hex.lot_count,
  space_count: hex.space_count,
  currency: hex.currency,
  rated_lot_count: hex.rated_lot_count,
  rate_hourly: hex.rate_hourly,
  known_minutes: hex.known_minutes,
  search_count: hex.search_count,
  unmet_count: hex.unmet_count,
  agent_count: hex.agent_count,
  has_crowd: hex.has_crowd,
});

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
