import { buildMapFeed, type FeedExtent } from '../lots/map-feed.ts';
import type { Querier } from '../stores/postgres.ts';

/** All projection sites, ordered by cell, so that the same sites are the same bytes. */
export function buildProjectionFeed(db: Querier, extent: FeedExtent): Promise<Buffer<ArrayBuffer>> {
  return buildMapFeed(db, 'projection_sites_list_features', extent);
}
