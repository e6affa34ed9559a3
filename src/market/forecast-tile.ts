import {
  CAP_SLACK,
  type Cap,
  capAround,
  capOf,
  INSIDE,
  OUTSIDE,
  type PackedCaps,
  packCaps,
  relationOfPacked,
} from '../geometry/cap.ts';
import { cellParent } from '../geometry/cells.ts';
import { unitVector } from '../geometry/great-circle.ts';
import { addDaySums, addLot, type DaySums, emptyDaySums } from './day-sums.ts';
import type { ForecastLot } from './forecast-lot.ts';
import { type Circle, isIn } from './tile.ts';

/** Lots are added up in cells of this resolution (5 km²), and these in the whole tile. */
const GROUP_RESOLUTION = 7;
/** Adding so few lots up again is about as fast as reading their sum. */
const GROUP_SUM_LOTS_MIN = 8;
/** The days asked for last, of which a tile keeps the sums: about 2 kB for each group. */
const DAYS_KEPT_MAX = 8;

/** The forecasts of the lots of one cell of TILE_RESOLUTION. */
export type ForecastTile = {
  lots: ReadonlyMap<string, ForecastLot>;
  groups: readonly (readonly ForecastLot[])[];
  /** Of all lots, then of each group. */
  caps: PackedCaps;
  timezones: ReadonlySet<string>;
  /** Sums of the days asked for last, the last at the end. */
  days: Map<number, TileDay>;
};

/** Each sum is computed when it is needed first. */
type TileDay = { all: DaySums | undefined; groups: (DaySums | undefined)[] };

export function forecastTileOf(lots: readonly ForecastLot[]): ForecastTile {
  const groups = [...Map.groupBy(lots, ({ cell }) => cellParent(cell, GROUP_RESOLUTION)).values()];
  const caps = groups.map((group) =>
    capAround(group.map(({ at }) => capOf(unitVector(at), CAP_SLACK))),
  );
  const whole: Cap[] = caps.length === 0 ? [] : [capAround(caps)];
  return {
    lots: new Map(lots.map((lot) => [lot.lotId, lot])),
    groups,
    caps: packCaps([...whole, ...caps]),
    timezones: new Set(lots.map(({ timezone }) => timezone)),
    days: new Map(),
  };
}

/**
 * Adds what is expected on a day of exactly those lots of a tile that are in a circle, by
 * greatCircleMetres. Each step adds some of them, so that other work can run in between.
 */
export function* addForecastTile(
  sums: DaySums,
  tile: ForecastTile,
  circle: Circle,
  day: number,
): Generator<void> {
  if (tile.groups.length === 0) return;
  const relation = relationOfPacked(tile.caps, 0, circle.cap);
  if (relation === INSIDE) addDaySums(sums, yield* sumOfTile(tile, day));
  else if (relation !== OUTSIDE)
    for (const [i, group] of tile.groups.entries()) {
      const ofGroup = relationOfPacked(tile.caps, i + 1, circle.cap);
      if (ofGroup === OUTSIDE) continue;
      if (ofGroup === INSIDE) addGroup(sums, tile, i, day);
      else for (const lot of group) if (isIn(lot, circle)) addLot(sums, lot, day);
      yield;
    }
}

function* sumOfTile(tile: ForecastTile, day: number): Generator<void, DaySums> {
  const known = dayOf(tile, day).all;
  if (known !== undefined) return known;
  const all = emptyDaySums();
  for (let i = 0; i < tile.groups.length; i += 1) {
    addGroup(all, tile, i, day);
    yield;
  }
  dayOf(tile, day).all = all;
  return all;
}

function addGroup(sums: DaySums, tile: ForecastTile, i: number, day: number): void {
  const lots = tile.groups[i] ?? [];
  if (lots.length < GROUP_SUM_LOTS_MIN) {
    for (const lot of lots) addLot(sums, lot, day);
    return;
  }
  const { groups } = dayOf(tile, day);
  let sum = groups[i];
  if (sum === undefined) {
    sum = emptyDaySums();
    for (const lot of lots) addLot(sum, lot, day);
    groups[i] = sum;
  }
  addDaySums(sums, sum);
}

function dayOf({ days }: ForecastTile, day: number): TileDay {
  const kept: TileDay = days.get(day) ?? { all: undefined, groups: [] };
  days.delete(day);
  days.set(day, kept);
  for (const oldest of days.keys()) {
    if (days.size <= DAYS_KEPT_MAX) break;
    days.delete(oldest);
  }
  return kept;
}
