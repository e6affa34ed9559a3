import { badField, type FieldProblem } from '../errors.ts';
import {
  greatCircleMetres,
  LATITUDE_MAX,
  type LatLng,
  LONGITUDE_MAX,
  roundPoint,
} from '../great-circle.ts';
import { NO_ACCESS } from './access-settings.ts';
import { currencyOf } from './country-currency.ts';
import { describeOsmLot } from './describe-osm-lot.ts';
import { describeParkapiLot } from './describe-parkapi-lot.ts';
import { isObject, type RawFeature } from './feature-collection.ts';
import { HOLD_LIMITS } from './hold-limits.ts';
import type { LotReading } from './lot-reading.ts';
import { placeColumns } from './read-details.ts';
import { slugOf } from './slug.ts';
import { REF_LENGTH_MAX, readText } from './tags.ts';
import type { LotRefusal } from './write-lots.ts';

/** A lot as a list of many writes it. */
export type LotRow = {
  /** null: the lot is new, and nobody will know it again. */
  ref: string | null;
  /** Columns the row decides, whether the lot is new or not. */
  columns: Record<string, unknown>;
  /** Columns the row says nothing about: what a new lot starts with. */
  columns_if_new: Record<string, unknown>;
};

/** How the whole file is to be read: ParkAPI's feature of type `city` says where all of it is. */
export type Dialect =
  | { name: 'osm' }
  | { name: 'parkapi'; city: string | null; centre: LatLng | null };

/** What is wrong with a feature that asks for a change which cannot be made. */
export const FEATURE_REFUSALS: Readonly<Record<LotRefusal, FieldProblem>> = {
  spaces_in_use: {
    field: 'capacity',
    reason: 'is less than the number of spaces in use now',
  },
  currency_in_use: {
    field: 'charge',
    reason: 'is in another currency than what is posted or to come',
  },
};

/** Farther from its city a lot was put down with the wrong coordinates. */
const CITY_RADIUS_M = 50_000;
/** About a metre: enough to tell two lots of one name apart. */
const REF_COORDINATE_DIGITS = 5;
const OSM_ID = /^(node|way|relation)\/\d+$/;

/** ParkAPI is known by its city feature or by `total` where OSM says `capacity`. */
export function detectDialect(features: readonly RawFeature[]): Dialect {
  const city = features.find(isCityFeature);
  const isParkapi = city !== undefined || features.some(({ properties }) => 'total' in properties);
  if (!isParkapi) return { name: 'osm' };
  const name = city && readText(city.properties, 'name');
  const centre = city?.geometry ? readPoint(city.geometry) : null;
  return { name: 'parkapi', city: name ?? null, centre };
}

/** Describes the city the other features are in; it is no lot itself. */
export function isCityFeature(feature: RawFeature): boolean {
  return feature.properties.type === 'city';
}

/**
 * Reads one feature as the row it becomes. A lot without a posted rate gets its country's currency.
 * Errors: BAD_REQUEST naming the property, or `geometry`.
 */
export function readLotRow(
  feature: RawFeature,
  dialect: Dialect,
  { placeOf, checkHours }: LotReading,
): LotRow {
  const sent = readPoint(feature.geometry);
  const point = roundPoint(sent);
  if (dialect.name === 'parkapi') checkNearCity(point, dialect.centre);
  const { rate, is_listed, ...described } =
    dialect.name === 'osm'
      ? describeOsmLot(feature.properties, checkHours)
      : describeParkapiLot(feature.properties, dialect.city);
  const place = placeOf(point.lat, point.lng);
  const country = described.country ?? place.country;
  const currency = rate.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined)
    throw badField('addr:country', 'is needed here: no charge and no country tell the currency');
  // As sent: the lots of an older file keep their refs.
  const ref = readRef(feature, described.name, sent);
  const posted = {
    rate_minor: rate.rateMinor,
    rate_unit: rate.rateUnit,
    currency,
    max_daily_minor: rate.maxDailyMinor,
  };
  return {
    ref,
    columns: {
      ...described,
      ref,
      country,
      slug: slugOf(described.name),
      ...placeColumns(point, place),
      osm_id: readOsmId(feature),
      ...(rate.rateMinor === null ? {} : posted),
      ...(is_listed === null ? {} : { is_listed }),
    },
    columns_if_new: {
      ...NO_ACCESS,
      ...HOLD_LIMITS,
      status: 'active',
      ...(rate.rateMinor === null ? posted : {}),
      ...(is_listed === null ? { is_listed: true } : {}),
    },
  };
}

function readPoint(geometry: unknown): LatLng {
  const coordinates = isObject(geometry) && geometry.type === 'Point' && geometry.coordinates;
  if (!Array.isArray(coordinates)) throw badField('geometry', 'must be a Point');
  const [lng, lat] = coordinates;
  if (typeof lng !== 'number' || !(Math.abs(lng) <= LONGITUDE_MAX))
    throw badField('geometry', 'longitude must be a number from -180 to 180');
  if (typeof lat !== 'number' || !(Math.abs(lat) <= LATITUDE_MAX))
    throw badField('geometry', 'latitude must be a number from -90 to 90');
  return { lat, lng };
}

function checkNearCity(point: LatLng, centre: LatLng | null): void {
  const distanceKm = centre === null ? 0 : Math.round(greatCircleMetres(centre, point) / 1_000);
  if (distanceKm * 1_000 > CITY_RADIUS_M)
    throw badField('geometry', `is ${distanceKm} km from the city of this file`);
}

/** Tells a lot from its operator's others: a ref, else the feature's id, else name and place. */
function readRef(feature: RawFeature, name: string, point: LatLng): string {
  const ref =
    readText(feature.properties, 'ref', REF_LENGTH_MAX) ??
    readText({ ref: feature.id }, 'ref', REF_LENGTH_MAX);
  if (ref !== undefined) return ref;
  const place = [point.lat, point.lng].map((degrees) => degrees.toFixed(REF_COORDINATE_DIGITS));
  return `${slugOf(name)}@${place.join(',')}`;
}

function readOsmId(feature: RawFeature): string | null {
  const ids = [feature.properties['@id'], feature.id];
  return ids.find((id) => typeof id === 'string' && OSM_ID.test(id))?.toString() ?? null;
}
