import { greatCircleMetres } from '../../kit/geo/great-circle.ts';
import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import type { AreaForecasts } from '../areas/area-forecast.ts';
import type { Cover } from '../rates/area.ts';
import { isIn } from '../tiles/cap-tree.ts';
import { addLot, type DaySums, emptyDaySums } from './day-sums.ts';
import { addForecastTile, type ForecastTile } from './forecast-tile.ts';
import type { ForecastTiles } from './forecast-tiles.ts';
import { emptyLotSums, type LotSums } from './lot-sums.ts';
import type { OwnForecasts } from './own-forecasts.ts';

/** So many lots are told which of their parts a recommendation moves. */
export const PARTS_NAMED_MAX = 50;

type ForecastArea = {
  /** That of the nearest lot with a forecast; null where there is none near. */
  timezone: string | null;
  /** At least those of the lots in the circle. */
  areas: AreaForecasts;
  /** What the lots in the circle post about a day, by each lot's own wall clock. */
  sumDay(day: number): Promise<LotSums>;
  /** What is expected of one operator's lots in the circle; its money in one currency only. */
  sumOwn(operatorId: string, asked: { day: number; currency: string }): Promise<OwnSums>;
};

/** `parts`: of lots with a tariff, those whose prices a price recommendation would move. */
type OwnSums = DaySums & { parts: readonly LotPart[] };

export type LotPart = { lotId: string; part: string };

/** The forecasts of the lots in and near a circle, and of the areas there. */
export async function readForecasts(
  { forecasts, ownForecasts }: { forecasts: ForecastTiles; ownForecasts: OwnForecasts },
  livemode: boolean,
  { circle, cells, finer }: Cover,
): Promise<ForecastArea> {
  const { tiles, areas } = await forecasts.read(livemode, cells, finer);
  return {
    timezone: zoneOf(tiles, circle),
    areas,
    async sumDay(day) {
      const sums = emptyLotSums();
      await inTimeSlices(addTiles(sums), () => undefined);
      return sums;

      function* addTiles(to: LotSums): Generator<void> {
        for (const tile of tiles) yield* addForecastTile(to, tile, circle, day);
      }
    },
    async sumOwn(operatorId, asked) {
      const own = tiles.flatMap((tile) =>
        tile.lotsOf(operatorId).filter((lot) => isIn(lot, circle)),
      );
      const sums = emptyDaySums();
      const parts: LotPart[] = [];
      for (const lot of await ownForecasts(own.map(({ lotId }) => lotId))) {
        addLot(sums, lot, asked);
        const { lotId, part } = lot;
        if (part !== null && parts.length < PARTS_NAMED_MAX) parts.push({ lotId, part });
      }
      return { ...sums, parts };
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
    for (const { at, timezone } of lots) {
      const distanceM = greatCircleMetres(centre, at);
      if (distanceM < nearest.distanceM) nearest = { timezone, distanceM };
    }
  return nearest.timezone;
}
