import { type TObject, type TSchema, Type } from 'typebox';
import { named } from '../../src/kit/web/document/named.ts';
import { FEATURE_COLLECTION } from '../../src/outbound/feeds/feed-form.ts';
import type { MapFeed } from '../../src/outbound/feeds/map-feed.ts';
import { Point } from '../fields/field-types.ts';
import type { Operation } from '../operation.ts';
import { defineFeed } from './feed-operation.ts';
import type { Feeds } from './feeds.ts';

/** What one map feed of points declares. */
type MapDeclaration = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'tags' | 'deprecated'
> & {
  description?: string;
  /** The beginning of the name of its features. */
  feature: string;
  /** Schema of the id of each feature. */
  id: TSchema;
  properties: TObject;
  /** The feed of the live or of the test mode. */
  feedOf(feeds: Feeds, livemode: boolean): MapFeed;
};

/** Declares a public map feed: points as an RFC 7946 FeatureCollection. */
export function defineMap({ feature, id, properties, feedOf, ...map }: MapDeclaration): Operation {
  return defineFeed({
    ...map,
    answer: 'RFC 7946 FeatureCollection, near features near each other in a fixed order',
    form: FEATURE_COLLECTION,
    schema: collectionOf(feature, id, properties),
    feedOf: (feeds, { livemode }) => feedOf(feeds, livemode),
  });
}

/**
 * The schema of a FeatureCollection of points. `feature` begins the name of the features; `more`
 * are other members of each feature.
 */
export function collectionOf(
  feature: string,
  id: TSchema,
  properties: TSchema,
  more: Record<string, TSchema> = {},
): TObject {
  return Type.Object({
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      named(`${feature}Feature`, {
        type: Type.Literal('Feature'),
        id,
        geometry: Point,
        properties,
        ...more,
      }),
    ),
  });
}
