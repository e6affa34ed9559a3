import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import { Point } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { LotSchema, presentLot } from '../../fields/lot-shape.ts';

/** A lot as an RFC 7946 Feature with everything that callers may see of it. */
export const LotFeatureSchema = named('LotFeature', {
  type: Type.Literal('Feature'),
  id: LotId(),
  geometry: Point,
  properties: named('LotFeatureProperties', Type.Omit(LotSchema, ['id', 'lat', 'lng']).properties),
});

export function toLotFeature(lot: FeedLot, baseUrl: string): Static<typeof LotFeatureSchema> {
  const { id, lat, lng, ...properties } = presentLot(lot, baseUrl);
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties,
  };
}

export const lotLines = (baseUrl: string): LotWriter => ({
  textOf: (lot) => JSON.stringify(toLotFeature(lot, baseUrl)),
});
