import { Type } from 'typebox';
import { LOT_TYPES } from '../../src/lots/lot.ts';
import { buildLotFeed } from '../../src/lots/lot-feed.ts';
import { readBoundingBox } from '../bounding-box.ts';
import { FEED_CONTENT_TYPE, replyWithFeed } from '../feed-reply.ts';
import { defineOperation } from '../operation.ts';

const Feature = Type.Object({
  type: Type.Literal('Feature'),
  id: Type.String({ format: 'uuid' }),
  geometry: Type.Object({
    type: Type.Literal('Point'),
    coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  }),
  properties: Type.Object({
    name: Type.String(),
    slug: Type.String(),
    address: Type.Optional(Type.String()),
    total_spaces: Type.Integer(),
    lot_type: Type.Enum([...LOT_TYPES]),
    features: Type.Array(Type.String()),
    url: Type.String(),
    osm_id: Type.Optional(Type.String()),
  }),
});

export const getLotsGeojson = defineOperation({
  operationId: 'getLotsGeojson',
  method: 'get',
  path: '/api/v1/lots.geojson',
  summary: 'Map feed of all listed, active lots',
  tags: ['lots'],
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
        features: Type.Array(Feature),
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
    const { baseUrl } = api.config;
    const build = () => buildLotFeed(api.db, { box, livemode, baseUrl });
    return replyWithFeed(api, { key: `lots ${livemode} ${JSON.stringify(box)}`, build }, headers);
  },
});
