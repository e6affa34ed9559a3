import { greatCircleMetres } from '../geometry/great-circle.ts';
import { inTurns } from '../turns/take-turns.ts';
import { type AreaQuestion, coverArea } from './area.ts';
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
  question: Omit<AreaQuestion, 'operatorId'>,
): Promise<ForecastArea> {
  const { circle, cells } = coverArea(question);
  const tiles = await forecasts.read(question.livemode, cells);
  return {
    timezone: zoneOf(tiles, question),
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

function zoneOf(
  tiles: readonly ForecastTile[],
  { centre }: Pick<AreaQuestion, 'centre'>,
): string | null {
  const [first, second] = new Set(tiles.flatMap(({ timezones }) => [...timezones]));
  if (second === undefined) return first ?? null;
  let nearest = { timezone: second, distanceM: Infinity };
  for (const { lots } of tiles)
    for (const { at, timezone } of lots.values()) {
      const distanceM = greatCircleMetres(centre, at);
      if (distanceM < nearest.distanceM) nearest = { timezone, distanceM };
    }
  return nearest.timezone;
}
