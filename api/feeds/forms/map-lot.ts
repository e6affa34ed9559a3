import type { Static } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import { PUBLIC_FIELDS } from '../../../src/parking/lots/fields/lot-fields.ts';
import { fieldsOf, presenterOf, shownOf } from '../../../src/parking/lots/fields/select-fields.ts';

const FIELDS = fieldsOf(PUBLIC_FIELDS, [
  'name',
  'slug',
  'address',
  'total_spaces',
  'is_capacity_estimated',
  'lot_type',
  'is_lot_type_stated',
  'features',
  'base_rate',
  'rate_unit',
  'currency',
  'max_daily_rate',
  'charge_text',
  'opening_hours',
  'max_height_cm',
  'url',
  'website',
  'osm_id',
  'possible_duplicate_of',
  'data_license',
  'attribution',
]);
const shown = shownOf(FIELDS);
const present = presenterOf<typeof FIELDS, FeedLot>(FIELDS);

/** What a map shows of a lot. */
export const MapLotProperties = named('MapLotProperties', {
  ...shown,
  rate_unit: nullable(shown.rate_unit),
  currency: nullable(shown.currency),
});

/** About a decimetre. */
const COORDINATE_STEPS = 1e6;

export const mapLots = (baseUrl: string): LotWriter => ({
  textOf: (row) =>
    JSON.stringify({
      type: 'Feature',
      id: row.lotId,
      geometry: { type: 'Point', coordinates: [row.longitude, row.latitude].map(coordinateOf) },
      properties: propertiesOf(row, baseUrl),
    }),
});

function coordinateOf(degrees: number): number {
  return Math.round(degrees * COORDINATE_STEPS) / COORDINATE_STEPS;
}

function propertiesOf(row: FeedLot, baseUrl: string): Static<typeof MapLotProperties> {
  const lot = present(row, baseUrl);
  return lot.base_rate === null ? { ...lot, rate_unit: null, currency: null } : lot;
}
