import { badField, type FieldProblem } from '../../errors.ts';
import { greatCircleMetres, type LatLng } from '../../geometry/great-circle.ts';
import { tagsToKeep } from '../../osm/export/tags-of.ts';
import { fallbackName } from '../../osm/fallback-name.ts';
import { readAll } from '../../read-all.ts';
import { currencyOf } from '../country-currency.ts';
import { UUID } from '../find-lot.ts';
import { REF_LENGTH_MAX, readText } from '../tags.ts';
import { NO_ACCESS } from '../write/access-settings.ts';
import { HOLD_LIMITS } from '../write/hold-limits.ts';
import type { LotReading } from '../write/lot-reading.ts';
import type { LotRow } from '../write/lot-row.ts';
import { THRESHOLDS } from '../write/occupancy-thresholds.ts';
import { placeColumns } from '../write/read-details.ts';
import { slugOf } from '../write/slug.ts';
import type { LotRefusal } from '../write/write-lots.ts';
import { checkPlace } from './check-place.ts';
import { describeOsmLot } from './describe-osm-lot.ts';
import { describeRenamedLot } from './describe-renamed-lot.ts';
import { capacityColumns, columnsOf } from './described-columns.ts';
import type { Dialect } from './dialect.ts';
import { readPosition } from './feature-position.ts';
import type { FileFeature } from './file-feature.ts';
import { type FileSettings, saidOfAll } from './file-settings.ts';
import type { LotDescription } from './lot-description.ts';
import { readPosting } from './posting.ts';
import { renameParkapi } from './rename-parkapi.ts';
import { renameParkapiV3 } from './rename-parkapi-v3.ts';

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
/** The licence of OpenStreetMap's data. */
const OSM_LICENSE = 'ODbL-1.0';

/**
 * Reads one feature as a row. A lot without a posted rate gets its country's currency. What could
 * not be read is kept as text and noted. Errors: BAD_REQUEST naming every property that is wrong,
 * and `geometry`.
 */
export function readLotRow(
  feature: FileFeature,
  dialect: Dialect,
  reading: LotReading,
  settings: FileSettings,
): LotRow {
  const { lot, position, posting, country, rate, name, ref } = readLot(feature, dialect, reading);
  const { posted, chargeText, notes } = posting;
  const { osmId } = feature;
  const { is_listed } = lot;
  const capacity = capacityColumns(lot, position.areaM2);
  const described = { ...columnsOf(lot), name, ref, country, osm_id: osmId };
  const shown = { ...described, ...capacity.now, ...rate, is_listed: is_listed ?? true };
  const tagged = { ...shown, osm_tags: {}, operator_name: settings.operatorName };
  return {
    ref,
    ...(dialect.name === 'parkapi_v3'
      ? { spare_ref: placeRef(name, position.sent), near: position.sent }
      : { spare_ref: osmId }),
    osm_id: osmId,
    lot_id: ownIdOf(feature),
    notes: [...feature.notes, ...position.notes, ...lot.notes, ...notes],
    columns: {
      ...described,
      ...placeColumns(position.point, position.place),
      ...capacity.always,
      area_m2: position.areaM2,
      osm_tags: tagsToKeep(tagged, lot.tags),
      charge_text: chargeText,
      ...(posted === undefined ? {} : rate),
      ...(is_listed === null ? {} : { is_listed }),
      ...saidOfAll(settings),
    },
    columns_if_new: {
      slug: slugOf(name),
      ...NO_ACCESS,
      ...HOLD_LIMITS,
      ...THRESHOLDS,
      status: 'active',
      is_listed: true,
      data_license: osmId === null ? null : OSM_LICENSE,
      is_osm_export_allowed: false,
      availability_shown: 'exact',
      reports_inform_only: false,
      ...capacity.now,
      ...rate,
    },
  };
}

/** What a feature says of its lot, with what follows from its place. */
function readLot(feature: FileFeature, dialect: Dialect, reading: LotReading) {
  const { position, given } = readAll({
    position: () => readPosition(feature, reading),
    given: () => readRef(feature, dialect) ?? feature.osmId,
  });
  const { sent, point, place } = position;
  const usual = place.country === null ? undefined : currencyOf(place.country);
  const lot = describe(feature, dialect, { ...reading, currency: usual ?? null });
  if (dialect.name === 'parkapi') checkNearCity(point, dialect.centre);
  const posting = readPosting(lot);
  const said = { country: lot.country, currency: posting.posted?.currency ?? null };
  checkPlace(point, place, said, reading.placeOf);
  const country = lot.country ?? place.country;
  const currency = said.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined)
    throw badField('addr:country', 'is needed here: no charge and no country tell the currency');
  const name = lot.name ?? fallbackName(lot.tags, given ?? placeText(sent));
  // From the unrounded position, so that lots imported earlier keep their refs.
  const ref = given ?? placeRef(name, sent);
  const rate = { ...(posting.posted ?? NO_RATE), currency };
  return { lot, position, posting, country, rate, name, ref };
}

const NO_RATE = {
  rate_minor: null,
  rate_unit: 'hour' as const,
  billing_step_minutes: 1,
  max_daily_minor: null,
  has_no_daily_max: false,
};

function checkNearCity(point: LatLng, centre: LatLng | null): void {
  const distanceKm = centre === null ? 0 : Math.round(greatCircleMetres(centre, point) / 1_000);
  if (distanceKm * 1_000 > CITY_RADIUS_M)
    throw badField('geometry', `is ${distanceKm} km from the city of this file`);
}

function describe(
  { properties, tags }: FileFeature,
  dialect: Dialect,
  context: Parameters<typeof describeOsmLot>[1],
): LotDescription {
  if (dialect.name === 'osm') return describeOsmLot(tags, context);
  const renamed =
    dialect.name === 'parkapi_v3'
      ? renameParkapiV3(properties)
      : renameParkapi(properties, dialect.city);
  return describeRenamedLot(renamed, context);
}

/** Exports of ours have the ids of lots, which are no names for people. */
function ownIdOf({ id }: FileFeature): string | null {
  return UUID.test(String(id)) ? String(id).toLowerCase() : null;
}

/** What distinguishes a lot from its operator's others: its own ref, else the feature's id. */
function readRef({ osmId, id, properties, tags }: FileFeature, { name }: Dialect): string | null {
  const key = name === 'parkapi_v3' ? 'uid' : 'ref';
  const own = readText(name === 'osm' ? tags : properties, key, REF_LENGTH_MAX);
  if (own !== undefined || osmId !== null || UUID.test(String(id))) return own ?? null;
  return readText({ ref: id }, 'ref', REF_LENGTH_MAX) ?? null;
}

function placeRef(name: string, point: LatLng): string {
  return `${slugOf(name)}@${placeText(point)}`;
}

function placeText({ lat, lng }: LatLng): string {
  return [lat, lng].map((degrees) => degrees.toFixed(REF_COORDINATE_DIGITS)).join(',');
}
