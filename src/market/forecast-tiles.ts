import type { Clock } from '../clock.ts';
import { isReadable } from '../forecast/lot-facts.ts';
import { cellRange } from '../geometry/cells.ts';
import type { Notices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import type { AreaForecast, AreaForecasts } from './area-forecast.ts';
import { type ForecastLot, placeKey, type SentLot } from './forecast-lot.ts';
import { type ForecastTile, forecastTileOf } from './forecast-tile.ts';
import { keepTiles, type ReadTiles } from './keep-tiles.ts';
import { areaRanges, tileRanges } from './published.ts';
import { isAreaIn, type ReadArea, readSentAreas, type SentArea } from './sent-areas.ts';

/** Lots whose forecasts are kept for each world; about 2 kB each. */
const FORECASTS_KEPT_MAX = 100_000;
/** An empty tile takes as much memory as a fifth of a lot, and an area with its days as six. */
const TILE_SIZE = 0.2;
const AREA_SIZE = 6;
/** Rates, places and listings of lots change without a new forecast: they are read again. */
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

/** Of one snapshot. The figures of all lots follow each other in one piece. */
type Sent = {
  edition_id: number;
  lots: SentLot[];
  figures: Buffer | null;
  areas: SentArea[];
  area_figures: Buffer | null;
};
type Found = Pick<Sent, 'edition_id' | 'lots' | 'figures'> & { areas: readonly ReadArea[] };

type Areas = ReadonlyMap<string, AreaForecast>;
/** A tile with the areas, by areaKey, that have a part in common with it. */
type TileWithAreas = { tile: ForecastTile; areas: Areas };

/** Tiles of the forecasts, and those of areas, kept until the next ones; ten minutes at most. */
export function openForecastTiles(deps: Deps): ForecastTiles {
  const live = keepWorld(true, deps);
  const test = keepWorld(false, deps);
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

function keepWorld(
  livemode: boolean,
  { db, clock, notices, forecastsKeptMax = FORECASTS_KEPT_MAX }: Deps,
): ReadTiles<TileWithAreas, Areas> {
  return keepTiles<TileWithAreas, Found, Areas>(
    { clock, notices },
    {
      find: (cells) => find(db, livemode, cells),
      versionOf: (found) => String(found.edition_id),
      restOf: ({ areas }) => byKey(areas.filter(({ cell }) => cell === 0n)),
      tilesOf: (found, cells) =>
        tilesOf(found, cells).map((tile, i) => ({
          tile,
          areas: byKey(
            found.areas.filter(({ cell }) => cell > 0n && isAreaIn(cell, cells[i] ?? 0n)),
          ),
        })),
      sizeOf: ({ tile, areas }) => TILE_SIZE + tile.lots.length + AREA_SIZE * areas.size,
    },
    { sizeMax: forecastsKeptMax, keptMsMax: FORECASTS_KEPT_MS_MAX },
  );
}

const byKey = (areas: readonly ReadArea[]): Areas =>
  new Map(areas.map(({ key, forecast }) => [key, forecast]));

async function find(db: Postgres, livemode: boolean, cells: readonly bigint[]): Promise<Found> {
  const ranges = tileRanges(cells);
  const areas = areaRanges(cells);
  const [found] = await db.query<Sent>('forecast_tiles_find', {
    livemode,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
    area_lows: areas.map(({ low }) => low),
    area_highs: areas.map(({ high }) => high),
  });
  if (found === undefined) throw new Error('there is no edition of the forecasts');
  return { ...found, areas: readSentAreas(found.areas, found.area_figures) };
}

/** Lots come in the order of their cells, so those of a tile are next to each other. */
function tilesOf({ lots, figures }: Found, cells: readonly bigint[]): ForecastTile[] {
  const all = figures ?? new Uint8Array();
  const placed = lots.map((lot) => ({ ...lot, cell: BigInt(lot.cell) }));
  const starts = [0];
  for (const { byte_count } of lots) starts.push((starts.at(-1) ?? 0) + byte_count);
  return cells.map((cell) => {
    const { low, high } = cellRange(cell);
    const first = placed.findIndex((lot) => lot.cell >= low && lot.cell <= high);
    if (first < 0) return forecastTileOf([]);
    const beyond = placed.findIndex((lot, i) => i > first && lot.cell > high);
    const end = beyond < 0 ? placed.length : beyond;
    const from = starts[first] ?? 0;
    // A copy, so that the figures of other tiles can be forgotten.
    const own = new Uint8Array(all.subarray(from, starts[end]));
    const texts = new Map<string, string>();
    const kept = placed.slice(first, end).map((lot, i) => {
      const at = (starts[first + i] ?? 0) - from;
      return lotOf(lot, own.subarray(at, at + lot.byte_count), texts);
    });
    return forecastTileOf(kept.filter(({ bytes }) => isReadable(bytes)));
  });
}

type Placed = Omit<SentLot, 'cell'> & { cell: bigint };

/** Texts that many lots share are kept once. */
function lotOf(lot: Placed, bytes: Uint8Array, texts: Map<string, string>): ForecastLot {
  const once = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(text, known);
    return known;
  };
  return {
    lotId: lot.lot_id,
    isCounted: lot.is_counted,
    cell: lot.cell,
    at: { lat: lot.latitude, lng: lot.longitude },
    operatorId: once(lot.operator_id),
    spaces: lot.space_count,
    currency: once(lot.currency),
    postedHourly: lot.posted_hourly,
    postedDaily: lot.posted_daily,
    timezone: once(lot.timezone),
    hasHours: lot.has_hours,
    place: once(placeKey(lot.country, lot.state)),
    madeAtMs: lot.made_at_ms,
    bytes,
  };
}
