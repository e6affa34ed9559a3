import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Querier } from '../stores/postgres.ts';
import { areaParameters, type Box, boxesBetween, WHOLE_WORLD } from './bounding-boxes.ts';

const FEATURES_PER_PART = 2_000;

/**
 * All listed, active lots of one world and a box (null: of the world) as the bytes of an RFC 7946
 * FeatureCollection, ordered by id, so that the same lots are the same bytes. A box whose west is
 * greater than its east crosses the antimeridian. The database writes the text and
 * this process joins it part by part, so that other work comes in between.
 */
export async function buildLotFeed(
  db: Querier,
  input: { box: Box | null; livemode: boolean; baseUrl: string },
): Promise<Buffer<ArrayBuffer>> {
  const { west, south, east, north } = input.box ?? WHOLE_WORLD;
  const rows = await db.query<{ feature: string }>('lots_list_features', {
    base_url: input.baseUrl,
    livemode: input.livemode,
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
