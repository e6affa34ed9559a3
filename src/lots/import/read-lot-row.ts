import { badField, type FieldProblem } from '../../errors.ts';
import { greatCircleMetres, type LatLng } from '../../geometry/great-circle.ts';
import { readAll } from '../../read-all.ts';
import { currencyOf } from '../country-currency.ts';
import type { HoursCheck } from '../hours/hours-check.ts';
import { REF_LENGTH_MAX, readText } from '../tags.ts';
import { NO_ACCESS } from '../write/access-settings.ts';
import { HOLD_LIMITS } from '../write/hold-limits.ts';
import type { LotReading } from '../write/lot-reading.ts';
import type { LotRow } from '../write/numbered-rows.ts';
import { THRESHOLDS } from '../write/occupancy-thresholds.ts';
import { placeColumns } from '../write/read-details.ts';
import { slugOf } from '../write/slug.ts';
import type { LotRefusal } from '../write/write-lots.ts';
import { checkPlace } from './check-place.ts';
import { describeOsmLot } from './describe-osm-lot.ts';
import { describeParkapiLot } from './describe-parkapi-lot.ts';
import { describeParkapiV3Lot } from './describe-parkapi-v3-lot.ts';
import type { RawFeature } from './feature-collection.ts';
import { readPoint, readPosition } from './feature-position.ts';
import type { LotDescription } from './lot-description.ts';

/**
 * How the whole file is read. In ParkAPI's files, a feature of type `city` says where all lots are.
 */
export type Dialect =
  | { name: 'osm' }
  | { name: 'parkapi_v3' }
  | { name: 'parkapi'; city: string | null; centre: LatLng | null };

/** The problem of a feature that asks for a change that cannot be made. */
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

/** A lot farther from its city than this has wrong coordinates. */
const CITY_RADIUS_M = 50_000;
/** About a metre: enough to distinguish two lots of the same name. */
const REF_COORDINATE_DIGITS = 5;
const OSM_ID = /^(node|way|relation)\/\d+$/;

/**
 * ParkAPI is recognised by its city feature, or by `total` in place of OSM's `capacity`; its
 * version 3 by two names that no other format has.
 */
export function detectDialect(features: readonly RawFeature[]): Dialect {
  const city = features.find(isCityFeature);
  const has = (key: string) => features.some(({ properties }) => key in properties);
  if (has('uid') && has('has_realtime_data')) return { name: 'parkapi_v3' };
  if (city === undefined && (has('capacity') || !has('total'))) return { name: 'osm' };
  const name = city && readText(city.properties, 'name');
  const centre = city?.geometry ? readPoint(city.geometry) : null;
  return { name: 'parkapi', city: name ?? null, centre };
}

/** Whether it describes the city that the other features are in; it is not a lot. */
export function isCityFeature(feature: RawFeature): boolean {
  return feature.properties.type === 'city';
}

/**
 * Reads one feature as a row. A lot without a posted rate gets its country's currency. Errors:
 * BAD_REQUEST naming every property that is wrong, and `geometry`.
 */
export function readLotRow(feature: RawFeature, dialect: Dialect, reading: LotReading): LotRow {
  const { placeOf, checkHours } = reading;
  const { position, lot, ref } = readAll({
    lot: () => describe(feature.properties, dialect, checkHours),
    position: () => readPosition(feature, reading),
    ref: () => readRef(feature, dialect.name === 'parkapi_v3' ? 'uid' : 'ref'),
  });
  const { sent, point, place } = position;
  const { rate, is_listed, ...described } = lot;
  if (dialect.name === 'parkapi') checkNearCity(point, dialect.centre);
  checkPlace(point, place, { country: described.country, currency: rate.currency }, placeOf);
  const country = described.country ?? place.country;
  const currency = rate.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined)
    throw badField('addr:country', 'is needed here: no charge and no country tell the currency');
  // From the unrounded position, so that lots imported earlier keep their refs.
  const knownBy = ref ?? refByPlace(described.name, sent);
  const posted = {
    rate_minor: rate.rateMinor,
    rate_unit: rate.rateUnit,
    billing_step_minutes: 1,
    currency,
    max_daily_minor: rate.maxDailyMinor,
  };
  return {
    ref: knownBy,
    columns: {
      ...described,
      ref: knownBy,
      country,
      ...placeColumns(point, place),
      osm_id: readOsmId(feature),
      ...(rate.rateMinor === null ? {} : posted),
      ...(is_listed === null ? {} : { is_listed }),
    },
    columns_if_new: {
      slug: slugOf(described.name),
      ...NO_ACCESS,
      ...HOLD_LIMITS,
      ...THRESHOLDS,
      status: 'active',
      ...{ is_capacity_estimated: false, area_m2: null, charge_text: null, osm_tags: {} },
      ...{ data_license: null, is_osm_export_allowed: false },
      ...(rate.rateMinor === null ? posted : {}),
      ...(is_listed === null ? { is_listed: true } : {}),
    },
  };
}

function checkNearCity(point: LatLng, centre: LatLng | null): void {
  const distanceKm = centre === null ? 0 : Math.round(greatCircleMetres(centre, point) / 1_000);
  if (distanceKm * 1_000 > CITY_RADIUS_M)
    throw badField('geometry', `is ${distanceKm} km from the city of this file`);
}

function describe(
  properties: Record<string, unknown>,
  dialect: Dialect,
  checkHours: HoursCheck,
): LotDescription {
  if (dialect.name === 'osm') return describeOsmLot(properties, checkHours);
  if (dialect.name === 'parkapi_v3') return describeParkapiV3Lot(properties, checkHours);
  return describeParkapiLot(properties, dialect.city);
}

/** Distinguishes a lot from its operator's others: its own ref, else the feature's id. */
function readRef(feature: RawFeature, key: 'ref' | 'uid'): string | undefined {
  return (
    readText(feature.properties, key, REF_LENGTH_MAX) ??
    readText({ ref: feature.id }, 'ref', REF_LENGTH_MAX)
  );
}

function refByPlace(name: string, point: LatLng): string {
  const place = [point.lat, point.lng].map((degrees) => degrees.toFixed(REF_COORDINATE_DIGITS));
  return `${slugOf(name)}@${place.join(',')}`;
}

function readOsmId(feature: RawFeature): string | null {
  const ids = [feature.properties['@id'], feature.id];
  return ids.find((id) => typeof id === 'string' && OSM_ID.test(id))?.toString() ?? null;
}
