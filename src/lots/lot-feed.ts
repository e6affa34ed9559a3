import type { Querier } from '../stores/postgres.ts';
import { buildMapFeed, type FeedExtent } from './map-feed.ts';

/** All listed, active lots, ordered by id, so that the same lots are the same bytes. */
export function buildLotFeed(
  db: Querier,
  extent: FeedExtent,
  baseUrl: string,
): Promise<Buffer<ArrayBuffer>> {
  return buildMapFeed(db, 'lots_list_features', extent, { base_url: baseUrl });
}
