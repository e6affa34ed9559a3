import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Querier } from '../stores/postgres.ts';
import { areaParameters, type Box, boxesBetween, WHOLE_WORLD } from './bounding-boxes.ts';

/** What of a feed is asked for: one world and a box of it (null: all of it). */
export type FeedExtent = { box: Box | null; livemode: boolean };

const FEATURES_PER_PART = 2_000;

/**
 * The rows of a statement that writes one GeoJSON feature each, as the bytes of an RFC 7946
 * FeatureCollection, in the statement's order. A box whose west is greater than its east crosses
 * the antimeridian. The database writes the text and this process joins it part by part, so that
 * other work comes in between.
 */
export async function buildMapFeed(
  db: Querier,
  statement: string,
  { box, livemode }: FeedExtent,
  more: Record<string, unknown> = {},
): Promise<Buffer<ArrayBuffer>> {
  const { west, south, east, north } = box ?? WHOLE_WORLD;
  const rows = await db.query<{ feature: string }>(statement, {
    ...more,
    livemode,
    ...areaParameters(boxesBetween(west, south, east, north)),
  });
  const parts = [Buffer.from('{"type":"FeatureCollection","features":[')];
  for (let from = 0; from < rows.length; from += FEATURES_PER_PART) {
    const features = rows.slice(from, from + FEATURES_PER_PART).map((row) => row.feature);
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${features.join(',')}`));
    await nextTurn();
  }
  return Buffer.concat([...parts, Buffer.from(']}')]);
}
