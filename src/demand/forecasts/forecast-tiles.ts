import type { Clock } from '../../kit/clock.ts';
import { countBelow } from '../../kit/count-below.ts';
import { HEAD_BYTES, isReadable } from '../../kit/forecast/lot-facts.ts';
import { cellRange } from '../../kit/geo/cells.ts';
import type { Notices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import type { AreaForecast, AreaForecasts } from '../areas/area-forecast.ts';
import { askTiles } from '../areas/asked-tiles.ts';
import { isAreaIn, type ReadArea, readSentAreas, type SentArea } from '../areas/sent-areas.ts';
import { TILES_PER_LOAD } from '../tiles/cap-tree.ts';
import { type ReadTiles, tileCache } from '../tiles/tile-cache.ts';
import { type ForecastLot, lotReader, type SentLot } from './forecast-lot.ts';
import { type ForecastTile, forecastTileOf } from './forecast-tile.ts';

/** Lots with a forecast that are kept for each mode; about 0.5 kB each. */
const FORECASTS_KEPT_MAX = 400_000;
/** An empty tile takes as much memory as a lot, and an area as three. */
const TILE_SIZE = 1;
const AREA_SIZE = 3;
/** Places and listings of lots change without a new forecast: they are read again. */
const FORECASTS_KEPT_MS_MAX = 600_000;

export type ForecastTiles = {
  /**
   * The tiles of these cells of TILE_RESOLUTION, in their order, and at least the areas in which
   * their lots can be, with the forecasts that readers see during the call. `finer`: see ReadTiles.
   */
  read(
    livemode: boolean,
    cells: readonly bigint[],
    finer?: () => readonly bigint[],
  ): Promise<{ tiles: readonly ForecastTile[]; areas: AreaForecasts }>;
};

/** `notices`: of the channel `forecast`. */
type Deps = { db: Postgres; clock: Clock; notices: Notices; forecastsKeptMax?: number };

/** `tile`: its first cell. */
type SentMark = { tile: string; mark: string };
/** Of one snapshot. The heads of all forecasts follow each other in one piece. */
type Sent = {
  editionId: number;
  marks: SentMark[] | null;
  lots: SentLot[];
  heads: Buffer | null;
  areas: SentArea[];
  areaFigures: Buffer | null;
};
type Found = Pick<Sent, 'editionId' | 'lots' | 'heads'> & {
  marks: ReadonlyMap<bigint, SentMark>;
  areas: readonly ReadArea[];
};

type Areas = ReadonlyMap<string, AreaForecast>;
/**
 * A tile with the areas, by areaKey, that have a part in common with it. `mark`: a hash of what its
 * forecasts say; undefined where it was read with a tile that contains it.
 */
type TileWithAreas = { tile: ForecastTile; areas: Areas; mark: string | undefined };

/** Tiles of the forecasts, and those of areas, kept until the next ones; ten minutes at most. */
export function openForecastTiles(deps: Deps): ForecastTiles {
  const live = cacheMode(true, deps);
  const test = cacheMode(false, deps);
  return {
    async read(livemode, cells, finer) {
      const { tiles, rest } = await (livemode ? live : test)(cells, finer);
      const places = [...tiles.map(({ areas }) => areas), rest];
      return {
        tiles: tiles.map(({ tile }) => tile),
        areas: { get: (key) => places.find((areas) => areas.has(key))?.get(key) },
      };
    },
  };
}

function cacheMode(
  livemode: boolean,
  { db, clock, notices, forecastsKeptMax = FORECASTS_KEPT_MAX }: Deps,
): ReadTiles<TileWithAreas, Areas> {
  return tileCache<TileWithAreas, Found, Areas>(
    { clock, notices },
    {
      find: (cells, before) => find(db, livemode, cells, before),
      isRenewed: true,
      versionOf: (found) => String(found.editionId),
      restOf: ({ areas }) => byKey(areas.filter(({ cell }) => cell === 0n)),
      tilesOf: (found, cells, before) =>
        tilesOf(found, cells).map((tile, i) => {
          const [cell, old] = [cells[i] ?? 0n, before[i]];
          const mark = found.marks.get(cell)?.mark;
          const isSame = old?.mark !== undefined && old.mark === mark && tile.lots.length === 0;
          const own = found.areas.filter((area) => area.cell > 0n && isAreaIn(area.cell, cell));
          return { tile: isSame ? old.tile : tile, areas: byKey(own), mark };
        }),
      sizeOf: ({ tile, areas }) => TILE_SIZE + tile.lots.length + AREA_SIZE * areas.size,
    },
    {
      sizeMax: forecastsKeptMax,
      keptMsMax: FORECASTS_KEPT_MS_MAX,
      keysPerLoad: TILES_PER_LOAD,
    },
  );
}

const byKey = (areas: readonly ReadArea[]): Areas =>
  new Map(areas.map(({ key, forecast }) => [key, forecast]));

/** `before`: of each cell, what is known of it; where that has not changed, no lots are sent. */
async function find(
  db: Postgres,
  livemode: boolean,
  cells: readonly bigint[],
  before: readonly (TileWithAreas | undefined)[],
): Promise<Found> {
  const asked = askTiles(cells, before);
  const [found] = await db.query<Sent>('forecast_tiles_find', {
    ...asked.values,
    livemode,
    headBytes: HEAD_BYTES,
    marks: asked.known.map((tile) => tile?.mark ?? null),
  });
  if (found === undefined) throw new Error('there is no edition of the forecasts');
  return {
    ...found,
    marks: asked.byCell(found.marks),
    areas: readSentAreas(found.areas, found.areaFigures),
  };
}

/** Lots come in the order of their cells, so those of a tile are next to each other. */
function tilesOf({ lots, heads }: Found, cells: readonly bigint[]): ForecastTile[] {
  const lotCells = lots.map(({ cell }) => BigInt(cell));
  const starts = [0];
  for (const { byte_count } of lots) starts.push((starts.at(-1) ?? 0) + byte_count);
  const headOf = (i: number) => (heads ?? new Uint8Array()).subarray(starts[i], starts[i + 1]);
  return cells.map((cell) => {
    const { low, high } = cellRange(cell);
    const lotOf = lotReader();
    const kept: ForecastLot[] = [];
    const end = countBelow(lotCells, high + 1n);
    for (let i = countBelow(lotCells, low); i < end; i += 1) {
      const [lot, lotCell, head] = [lots[i], lotCells[i], headOf(i)];
      if (lot !== undefined && lotCell !== undefined && isReadable(head))
        kept.push(lotOf(lot, lotCell, head));
    }
    return forecastTileOf(kept);
  });
}
