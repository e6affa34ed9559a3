import { badField, type FieldProblem } from '../../../kit/errors.ts';
import { greatCircleMetres, type LatLng } from '../../../kit/geo/great-circle.ts';
import { tagsToKeep } from '../../../kit/osm/export/tags-of.ts';
import { fallbackName } from '../../../kit/osm/fallback-name.ts';
import { readAll } from '../../../kit/read-all.ts';
import { currencyOf } from '../../../parking/lots/place/country-currency.ts';
import { NO_ACCESS } from '../../../parking/lots/write/access-settings.ts';
import { HOLD_LIMITS } from '../../../parking/lots/write/hold-limits.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { LotRow } from '../../../parking/lots/write/lot-row.ts';
import { THRESHOLDS } from '../../../parking/lots/write/occupancy-thresholds.ts';
import { placeRef, placeText } from '../../../parking/lots/write/place-ref.ts';
import { placeColumns } from '../../../parking/lots/write/read-details.ts';
import { slugOf } from '../../../parking/lots/write/slug.ts';
import type { LotRefusal } from '../../../parking/lots/write/write-lots.ts';
import { readPosition } from '../features/feature-position.ts';
import type { FileFeature } from '../features/file-feature.ts';
import { type FileSettings, saidOfAll } from '../features/file-settings.ts';
import type { LotDescription } from '../features/lot-description.ts';
import { describeOsmLot } from '../formats/describe-osm-lot.ts';
import { describeRenamedLot, type Renamed } from '../formats/describe-renamed-lot.ts';
import type { TagDialect } from '../formats/dialect.ts';
import { renameParkapi } from '../formats/rename-parkapi.ts';
import { renameParkapiV3 } from '../formats/rename-parkapi-v3.ts';
import { renameTable } from '../formats/rename-table.ts';
import { checkPlace } from './check-place.ts';
import { capacityColumns, columnsOf } from './described-columns.ts';
import { ownIdOf, readRef } from './identify-lot.ts';
import { licenseOfSite } from './license-of-site.ts';
import { withPlace } from './place-of-row.ts';
import { readPosting } from './posting.ts';

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
/** The licence of OpenStreetMap's data. */
const OSM_LICENSE = 'ODbL-1.0';

/**
 * Reads one feature as a row. A lot without a posted rate gets its country's currency. What could
 * not be read is kept as text and noted. Errors: BAD_REQUEST naming every property that is wrong,
 * and `geometry`.
 */
export function readLotRow(
  feature: FileFeature,
  dialect: TagDialect,
  reading: LotReading,
  settings: FileSettings,
): LotRow {
  const { lot, position, posting, country, rate, name, ref } = readLot(feature, dialect, reading);
  const { posted, chargeText, notes } = posting;
  const { osmId } = feature;
  const license = licenseOfSite(feature, dialect);
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
      data_license: license ?? (osmId === null ? null : OSM_LICENSE),
      is_osm_export_allowed: false,
      availability_shown: 'exact',
      reports_inform_only: false,
      ...capacity.now,
      ...rate,
    },
  };
}

/** What a feature says of its lot, with what follows from its place. */
function readLot(feature: FileFeature, dialect: TagDialect, reading: LotReading) {
  const { position, given } = readAll({
    position: () => readPosition(withPlace(feature, dialect), reading),
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
  dialect: TagDialect,
  context: Parameters<typeof describeOsmLot>[1],
): LotDescription {
  if (dialect.name === 'osm') return describeOsmLot(tags, context);
  return describeRenamedLot(rename(properties, dialect), context);
}

function rename(
  properties: Record<string, unknown>,
  dialect: Exclude<TagDialect, { name: 'osm' }>,
): Renamed {
  if (dialect.name === 'parkapi_v3') return renameParkapiV3(properties);
  if (dialect.name === 'table') return renameTable(properties, dialect.named);
  return renameParkapi(properties, dialect.city);
}
