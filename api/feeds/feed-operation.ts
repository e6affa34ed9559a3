import { type TObject, type TSchema, Type } from 'typebox';
import type { MapFeed } from '../../src/feeds/map-feed.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { readBoundingBox } from './bounding-box.ts';
import { FEED_CONTENT_TYPE, replyWithFeed } from './feed-reply.ts';
import type { Feeds } from './feeds.ts';

/** What one map feed of points declares. */
type FeedDeclaration = Pick<Operation, 'operationId' | 'path' | 'summary' | 'tags'> & {
  description?: string;
  /** Schema of the id of each feature. */
  id: TSchema;
  properties: TObject;
  /** The feed of the live or of the test world. */
  feedOf(feeds: Feeds, livemode: boolean): MapFeed;
};

const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

/**
 * Declares a public map feed, whole or within a box; of the key's world, or of the live world
 * without a key.
 */
export function defineFeed({ id, properties, feedOf, ...feed }: FeedDeclaration): Operation {
  return defineOperation({
    ...feed,
    method: 'get',
    auth: 'public',
    budgets: ['read'],
    query: Type.Object({
      bbox: Type.Optional(
        Type.String({ description: 'west,south,east,north in degrees; west > east: across 180' }),
      ),
    }),
    headers: Type.Object({
      'If-None-Match': Type.Optional(
        Type.String({ description: 'ETag of what you have: 304 while it is the same' }),
      ),
      'Accept-Encoding': Type.Optional(
        Type.String({ description: 'br, gzip or identity, with weights; br up to 512 kB' }),
      ),
    }),
    responses: {
      200: {
        description: 'RFC 7946 FeatureCollection, near features near each other in a fixed order',
        contentType: FEED_CONTENT_TYPE,
        schema: Type.Object({
          type: Type.Literal('FeatureCollection'),
          features: Type.Array(
            Type.Object({
              type: Type.Literal('Feature'),
              id,
              geometry: Type.Object({ type: Type.Literal('Point'), coordinates: Position }),
              properties,
            }),
          ),
        }),
        headers: {
          ETag: 'Strong entity tag of these bytes',
          Vary: 'Accept-Encoding, Authorization',
        },
      },
      304: { description: 'The caller has these bytes already' },
    },
    async handler({ query, headers, livemode, ip }, { feeds }) {
      const box = query.bbox === undefined ? null : readBoundingBox(query.bbox);
      const whenSent = feeds.places.take(ip);
      try {
        const part = await feedOf(feeds, livemode).read(box);
        return { ...(await replyWithFeed(part, headers)), whenSent };
      } catch (error) {
        whenSent();
        throw error;
      }
    },
  });
}
