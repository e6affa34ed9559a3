import { greatCircleMetres } from '../geometry/great-circle.ts';
import { inTurns } from '../turns/take-turns.ts';
import type { Cover } from './area.ts';
import { type DaySums, emptyDaySums } from './day-sums.ts';
import { addForecastTile, type ForecastTile } from './forecast-tile.ts';
import type { ForecastTiles } from './forecast-tiles.ts';

export type ForecastArea = {
  /** That of the nearest lot with a forecast; null where there is none near. */
  timezone: string | null;
  /** What is expected of the lots in the circle on a day, by each lot's own wall clock. */
  sumDay(day: number): Promise<DaySums>;
};

/** The forecasts of the lots in and near a circle. */
export async function readForecasts(
  forecasts: ForecastTiles,
  livemode: boolean,
  { circle, cells }: Cover,
): Promise<ForecastArea> {
  const tiles = await forecasts.read(livemode, cells);
  return {
    timezone: zoneOf(tiles, circle),
    async sumDay(day) {
      const sums = emptyDaySums();
      await inTurns(addTiles(sums), () => undefined);
      return sums;

      function* addTiles(to: DaySums): Generator<void> {
        for (const tile of tiles) yield* addForecastTile(to, tile, circle, day);
      }
    },
  };
}

function zoneOf(tiles: readonly ForecastTile[], { centre }: Cover['circle']): string | null {
  const zones = new Set<string>();
  for (const { timezones } of tiles) for (const timezone of timezones) zones.add(timezone);
  const [first, second] = zones;
  if (second === undefined) return first ?? null;
  let nearest = { timezone: second, distanceM: Infinity };
  for (const { lots } of tiles)
    for (const { at, timezone } of lots.values()) {
      const distanceM = greatCircleMetres(centre, at);
      if (distanceM < nearest.distanceM) nearest = { timezone, distanceM };
    }
  return nearest.timezone;
}
