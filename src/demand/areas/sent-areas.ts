import { isReadable } from '../../kit/forecast/lot-facts.ts';
import { cellParent, cellResolution } from '../../kit/geo/cells.ts';
import { type AreaForecast, areaForecastOf } from './area-forecast.ts';
import { areaKey } from './disclosed-area.ts';

/** An area as the database sends it; the figures of all areas follow each other in one piece. */
export type SentArea = {
  country: string;
  cell: string;
  currency: string;
  made_at_ms: number;
  byte_count: number;
};

/** `key`: as in areaKey; `cell`: 0 for what of a country is in no finer area. */
export type ReadArea = { key: string; cell: bigint; forecast: AreaForecast };

export function readSentAreas(sent: readonly SentArea[], figures: Buffer | null): ReadArea[] {
  let from = 0;
  return sent.flatMap(({ country, cell: text, currency, made_at_ms, byte_count }) => {
    // A copy, so that the figures of others can be forgotten.
    const bytes = new Uint8Array(figures?.subarray(from, from + byte_count) ?? []);
    from += byte_count;
    if (!isReadable(bytes)) return [];
    const cell = BigInt(text);
    const forecast = areaForecastOf({ currency, madeAtMs: made_at_ms, bytes });
    return [{ key: areaKey({ country, cell }), cell, forecast }];
  });
}

/** Whether an area that is a cell has a part in common with a tile. */
export function isAreaIn(area: bigint, tile: bigint): boolean {
  const [ofArea, ofTile] = [cellResolution(area), cellResolution(tile)];
  return ofArea < ofTile ? cellParent(tile, ofArea) === area : cellParent(area, ofTile) === tile;
}
