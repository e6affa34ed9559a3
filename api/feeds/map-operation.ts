import { type TObject, type TSchema, Type } from 'typebox';
import { FEATURE_COLLECTION } from '../../src/feeds/feed-form.ts';
import type { MapFeed } from '../../src/feeds/map-feed.ts';
import { Position } from '../fields/geojson.ts';
import type { Operation } from '../operation.ts';
import { defineFeed } from './feed-operation.ts';
import type { Feeds } from './feeds.ts';

/** What one map feed of points declares. */
type MapDeclaration = Pick<Operation, 'operationId' | 'path' | 'summary' | 'tags'> & {
  description?: string;
  /** Schema of the id of each feature. */
  id: TSchema;
  properties: TObject;
  /** The feed of the live or of the test world. */
  feedOf(feeds: Feeds, livemode: boolean): MapFeed;
};

/** Declares a public map feed: points as an RFC 7946 FeatureCollection. */
export function defineMap({ id, properties, feedOf, ...map }: MapDeclaration): Operation {
  return defineFeed({
    ...map,
    answer: 'RFC 7946 FeatureCollection, near features near each other in a fixed order',
    form: FEATURE_COLLECTION,
    schema: collectionOf(id, properties),
    feedOf: (feeds, { livemode }) => feedOf(feeds, livemode),
  });
}

/** The schema of a FeatureCollection of points; `more` are other members of each feature. */
export function collectionOf(
  id: TSchema,
  properties: TSchema,
  more: Record<string, TSchema> = {},
): TObject {
  return Type.Object({
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Type.Object({
        type: Type.Literal('Feature'),
        id,
        geometry: Type.Object({ type: Type.Literal('Point'), coordinates: Position }),
        properties,
        ...more,
      }),
    ),
  });
}
