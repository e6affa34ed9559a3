import { badField } from '../../../kit/errors.ts';
import type { LatLng } from '../../../kit/geo/great-circle.ts';
import { readFeatureTags } from '../../../kit/osm/files/feature-tags.ts';
import {
  type ColumnMap,
  foundColumns,
  missingColumns,
  type NamedColumns,
  nameColumns,
} from '../../../kit/tables/name-columns.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import { readText } from '../../../parking/lots/osm/tags.ts';
import type { RawFeature } from '../features/feature-collection.ts';
import { readPoint } from '../features/feature-position.ts';
import { flattenRecord } from '../tables/flatten-record.ts';
import { LOT_HEADERS, type LotField } from '../tables/lot-headers.ts';
import { isListField, isTariffForm } from '../tables/price-columns.ts';

/**
 * How the whole file is read: as tags of OpenStreetMap, as a format with names of its own, or as a
 * table whose columns were recognised. In ParkAPI's older files, a feature of type `city` says
 * where all lots are.
 */
export type Dialect =
  | { name: 'osm' }
  | { name: 'own' }
  | { name: 'parkapi_v3' }
  | { name: 'parkapi'; city: string | null; centre: LatLng | null }
  | { name: 'table'; named: NamedColumns<LotField>; columns: readonly string[] };

/** Those that are read by way of OpenStreetMap's words. */
export type TagDialect = Exclude<Dialect, { name: 'own' }>;

/** `isTable`: it is a list of rows, not of GeoJSON features. */
export type FileForm = { isTable: boolean; map: ColumnMap | undefined };

/** Names of OpenStreetMap by which a lot is described, and which others hardly use. */
const OSM_KEYS = new Set(
  'amenity name ref capacity charge fee parking maxstay maxheight access covered park_ride'.split(
    ' ',
  ),
);
/** Fields that have a key of OpenStreetMap with another name than theirs nowhere. */
const DECISIVE: readonly LotField[] = ['name', 'capacity'];
/** A file may have other keys in each row; so many are looked at. */
const COLUMNS_MAX = 5_000;
/** With fewer rows, lots may well be called alike. */
const ROWS_ALIKE_MIN = 3;

/**
 * ParkAPI is recognised by its city feature, or by `total` in place of OSM's `capacity`; its
 * version 3 and what this service writes by names that no other format has. Other files are of
 * OpenStreetMap's keys, or tables. Errors: BAD_REQUEST when the city has no position, naming
 * columns that a table lacks, or naming `name` where all rows have the same.
 */
export function detectDialect(
  features: readonly RawFeature[],
  { isTable, map }: FileForm = { isTable: false, map: undefined },
): Dialect {
  const has = (key: string) => features.some(({ properties }) => key in properties);
  if (map === undefined) {
    if ((has('uid') || has('original_uid')) && has('has_realtime_data'))
      return { name: 'parkapi_v3' };
    if (has('total_spaces') && has('lot_type') && has('slug')) return { name: 'own' };
    if (!isTable) {
      const city = features.find(isCityFeature);
      const isOlder = !has('capacity') && !has('amenity') && has('total') && has('name');
      if (city !== undefined || isOlder) return olderParkapi(city);
      if (features.some(isFromOsm)) return { name: 'osm' };
    }
  }
  const { columns, texts } = columnsOf(features);
  const isUsable = (field: LotField, column: string) =>
    field === 'position' || isListField(field) || texts.has(column);
  const named = new Map(nameColumns(columns, LOT_HEADERS, map, isUsable));
  // A place in one column adds nothing to two with its numbers.
  if (named.has('lat') && named.has('lng')) named.delete('position');
  if (map === undefined && !isTable && isInOsmKeys(columns, named)) return { name: 'osm' };
  checkTable(features, columns, named, map);
  return { name: 'table', named, columns };
}

function olderParkapi(city: RawFeature | undefined): Dialect {
  const name = city && readText(city.properties, 'name');
  const centre = city?.geometry ? readPoint(city.geometry) : null;
  return { name: 'parkapi', city: name ?? null, centre };
}

/** Whether it describes the city that the other features are in; it is not a lot. */
export function isCityFeature({ properties }: Pick<RawFeature, 'properties'>): boolean {
  return properties.type === 'city';
}

/** `texts`: columns with something else than lists of objects; a tariff counts as a price. */
function columnsOf(features: readonly RawFeature[]) {
  const columns = new Set<string>();
  const texts = new Set<string>();
  for (const { properties } of features)
    for (const [column, value] of Object.entries(flattenRecord(properties))) {
      if (columns.size >= COLUMNS_MAX && !columns.has(column)) continue;
      columns.add(column);
      if (isPlain(value) || isTariffForm(value)) texts.add(column);
    }
  return { columns: [...columns], texts };
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain);
  return value !== null && typeof value !== 'object';
}

function isFromOsm(feature: RawFeature): boolean {
  return 'amenity' in feature.properties || readFeatureTags(feature).osmId !== null;
}

/** Whether people made the features with OpenStreetMap's keys, or with nothing but places. */
function isInOsmKeys(columns: readonly string[], named: NamedColumns<LotField>): boolean {
  const isForeign = DECISIVE.some((field) => named.has(field) && named.get(field) !== field);
  const isKey = (column: string) => OSM_KEYS.has(column.split(':')[0] ?? '');
  return !isForeign && (columns.length === 0 || columns.some(isKey));
}

function checkTable(
  features: readonly RawFeature[],
  columns: readonly string[],
  named: NamedColumns<LotField>,
  map: ColumnMap | undefined,
): void {
  if (features.length === 0) return;
  const isPlaced = features.some(({ geometry }) => geometry != null);
  const isPoint = named.has('position') || (named.has('lat') && named.has('lng'));
  const missing = [
    ...(named.has('name') ? [] : ['name']),
    ...(isPlaced || isPoint ? [] : ['lat', 'lng'].filter((one) => !named.has(one as LotField))),
  ];
  if (missing.length > 0) throw missingColumns(missing, columns);
  if (map?.name === undefined) checkNames(features, columns, named.get('name') ?? 'name');
}

/** What is the same in all rows is called by somebody who runs the lots, not by the lots. */
function checkNames(features: readonly RawFeature[], columns: readonly string[], column: string) {
  const names = features.flatMap(({ properties }) => flattenRecord(properties)[column] ?? []);
  const [first] = names;
  if (names.length < ROWS_ALIKE_MIN || names.some((name) => name !== first)) return;
  const rows = `"${shownText(String(first))}" in all ${names.length} rows`;
  throw badField(
    shownText(column),
    `is ${rows}, which cannot be names of lots: --map name=COLUMN; ${foundColumns(columns)}`,
  );
}
