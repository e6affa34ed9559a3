import { type TObject, type TSchema, Type } from 'typebox';
import type { FeedExtent } from '../src/lots/map-feed.ts';
import type { Api } from './app.ts';
import { readBoundingBox } from './bounding-box.ts';
import { FEED_CONTENT_TYPE, replyWithFeed } from './feed-reply.ts';
import { defineOperation, type Operation } from './operation.ts';

/** What tells one map feed of points from another. */
type FeedDeclaration = Pick<Operation, 'operationId' | 'path' | 'summary' | 'tags'> & {
  description?: string;
  /** Of each feature. */
  id: TSchema;
  properties: TObject;
  /** The bytes of its FeatureCollection. */
  build(api: Api, extent: FeedExtent): Promise<Buffer<ArrayBuffer>>;
};

const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

/** Declares a public map feed: any box of it, of the key's world or the live one without a key. */
export function defineFeed({ id, properties, build, ...feed }: FeedDeclaration): Operation {
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
      'If-None-Match': Type.Optional(Type.String()),
      'Accept-Encoding': Type.Optional(Type.String()),
    }),
    responses: {
      200: {
        description: 'RFC 7946 FeatureCollection, ordered by id',
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
    handler({ query, headers, livemode }, api) {
      const box = query.bbox === undefined ? null : readBoundingBox(query.bbox);
      const key = `${feed.path} ${livemode} ${JSON.stringify(box)}`;
      return replyWithFeed(api, { key, build: () => build(api, { box, livemode }) }, headers);
    },
  });
}
