import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import { LotSchema, presentLot } from '../../fields/lot-shape.ts';

const { rate_unit, currency, ...lot } = LotSchema.properties;

/** What a map shows of a lot. */
export const MapLotProperties = named('MapLotProperties', {
  name: lot.name,
  slug: lot.slug,
  address: lot.address,
  total_spaces: lot.total_spaces,
  is_capacity_estimated: lot.is_capacity_estimated,
  lot_type: lot.lot_type,
  is_lot_type_stated: lot.is_lot_type_stated,
  features: lot.features,
  base_rate: lot.base_rate,
  rate_unit: nullable(rate_unit),
  currency: nullable(currency),
  max_daily_rate: lot.max_daily_rate,
  charge_text: lot.charge_text,
  opening_hours: lot.opening_hours,
  max_height_cm: lot.max_height_cm,
  url: Type.String(),
  website: lot.website,
  osm_id: lot.osm_id,
  possible_duplicate_of: lot.possible_duplicate_of,
  data_license: lot.data_license,
  attribution: lot.attribution,
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
  const shown = presentLot(row, baseUrl);
  const isPriced = shown.base_rate !== null;
  return {
    name: shown.name,
    slug: shown.slug,
    address: shown.address,
    total_spaces: shown.total_spaces,
    is_capacity_estimated: shown.is_capacity_estimated,
    lot_type: shown.lot_type,
    is_lot_type_stated: shown.is_lot_type_stated,
    features: shown.features,
    base_rate: shown.base_rate,
    rate_unit: isPriced ? shown.rate_unit : null,
    currency: isPriced ? shown.currency : null,
    max_daily_rate: shown.max_daily_rate,
    charge_text: shown.charge_text,
    opening_hours: shown.opening_hours,
    max_height_cm: shown.max_height_cm,
    url: shown.url,
    website: shown.website,
    osm_id: shown.osm_id,
    possible_duplicate_of: shown.possible_duplicate_of,
    data_license: shown.data_license,
    attribution: shown.attribution,
  };
}
