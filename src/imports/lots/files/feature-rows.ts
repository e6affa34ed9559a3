import { badField } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import { linesOfAreas, OSM_ID, readFeatureTags } from '../../../kit/osm/files/feature-tags.ts';
import type { OsmEntry, OsmFile } from '../../../kit/osm/files/open-osm-file.ts';
import type { Rows, UnreadRow } from '../../../parking/lots/write/batch/lot-rows.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { LotRow } from '../../../parking/lots/write/lot-row.ts';
import { featureName, type RawFeature } from '../features/feature-collection.ts';
import type { FileFeature } from '../features/file-feature.ts';
import type { FileSettings } from '../features/file-settings.ts';
import { rowName } from '../features/row-name.ts';
import { type Dialect, detectDialect, type FileForm, isCityFeature } from '../formats/dialect.ts';
import { priceColumnsOf } from '../formats/price-columns-of.ts';
import { oneLineOf } from '../formats/rename-table.ts';
import { FEATURE_REFUSALS, readLotRow } from '../rows/read-lot-row.ts';
import { readOwnLot } from '../rows/read-own-lot.ts';
import { flattenRecord } from '../tables/flatten-record.ts';
import { priceListsIn, withoutLists } from '../tables/price-columns.ts';
import { readAsIn } from './column-meanings.ts';

const OSM = { name: 'osm' } as const;

/** Rows of a file, whose values are counted by column. */
export type FileRows = Omit<Rows, 'rows'> & {
  /** What a column is read as; null: it is left out. */
  readAs(column: string): string | null;
  /** The columns of a table, with and without values. */
  columns: readonly string[];
  rows(): Iterable<FileRow>;
};
export type FileRow = UnreadRow & { values: Readonly<Record<string, unknown>> };

/** The lots of a file of OpenStreetMap. */
export function rowsOfOsm(file: OsmFile, settings: FileSettings): FileRows {
  const { count, passedOver } = file;
  return {
    readAs: readAsIn(OSM),
    columns: [],
    refusals: FEATURE_REFUSALS,
    count,
    passedOver,
    *rows() {
      for (const entry of file.entries()) yield rowOfEntry(entry, settings);
    },
  };
}

/**
 * The features of a GeoJSON FeatureCollection, or the rows of a table. Of OpenStreetMap's features,
 * those that are no car parks are passed over. Errors: BAD_REQUEST when the city named in a ParkAPI
 * file has no position, and naming columns that a table lacks.
 */
export function rowsOfFeatures(
  sent: readonly RawFeature[],
  settings: FileSettings,
  form?: FileForm,
): FileRows {
  const dialect = detectDialect(sent, form);
  const features = sent.map((raw) => toFileFeature(raw, dialect));
  const twice = linesOfAreas(sent);
  const isLot = (feature: FileFeature, i: number) => {
    if (dialect.name !== 'osm') return !isCityFeature(feature);
    return feature.osmId === null || (feature.tags.amenity === 'parking' && !twice.has(i));
  };
  const lotCount = features.filter(isLot).length;
  return {
    refusals: FEATURE_REFUSALS,
    count: features.length,
    passedOver: dialect.name === 'osm' ? features.length - lotCount : 0,

    readAs: readAsIn(dialect),
    columns: dialect.name === 'table' ? dialect.columns : [],
    *rows() {
      for (const [i, feature] of features.entries())
        if (isLot(feature, i))
          yield {
            row: sent[i]?.row ?? i + 1,
            name: nameIn(feature, dialect),
            openingHours: hoursIn(feature, dialect),
            values: feature.properties,
            read(reading) {
              sent[i]?.check?.();
              return readRow(feature, dialect, reading, settings);
            },
          };
    },
  };
}

function toFileFeature(raw: RawFeature, { name }: Dialect): FileFeature {
  const { id, geometry, properties } = raw;
  const other = { osmId: null, id, geometry, tags: {}, notes: [] };
  if (name === 'table') return { ...other, properties: flattenRecord(properties) };
  if (name === 'parkapi_v3') return { ...other, properties, osmId: osmIdOfSite(properties) };
  if (name !== 'osm') return { ...other, properties };
  // A price list is no tag, and may be an object.
  const lists = priceListsIn(properties, priceColumnsOf(OSM));
  const { osmId, tags, problems } = readFeatureTags({
    ...raw,
    properties: withoutLists(properties, lists),
  });
  return { osmId, id, geometry, properties, tags, notes: problems };
}

function readRow(
  feature: FileFeature,
  dialect: Dialect,
  reading: LotReading,
  settings: FileSettings,
): LotRow {
  return dialect.name === 'own'
    ? readOwnLot(feature, reading, settings)
    : readLotRow(feature, dialect, reading, settings);
}

function nameIn(feature: FileFeature, dialect: Dialect): string | null {
  if (dialect.name !== 'table') return featureName(feature);
  const { properties, id } = feature;
  const [name, ref] = (['name', 'ref'] as const).map((field) => dialect.named.get(field) ?? '');
  return rowName(properties[name ?? ''], properties[ref ?? ''], id);
}

/** As they will be read. */
function hoursIn({ properties }: FileFeature, dialect: Dialect): unknown {
  if (dialect.name !== 'table') return properties.opening_hours;
  const value = properties[dialect.named.get('opening_hours') ?? ''];
  return oneLineOf(value);
}

/** ParkAPI 3 names the element of OpenStreetMap that a site is. */
function osmIdOfSite({ external_identifiers: ids }: Record<string, unknown>): string | null {
  const found = (Array.isArray(ids) ? ids : []).find((one) => isObject(one) && one.type === 'OSM');
  return isObject(found) && OSM_ID.test(String(found.value)) ? String(found.value) : null;
}

function rowOfEntry(entry: OsmEntry, settings: FileSettings): FileRow {
  const { row, line } = entry;
  const where = line === null ? '' : ` in line ${line}`;
  if ('problem' in entry) {
    const { field, reason } = entry.problem;
    const name = `${entry.name}${where}`;
    return {
      row,
      name,
      openingHours: undefined,
      values: {},
      read: () => {
        throw badField(field, reason);
      },
    };
  }
  const { id: osmId, geometry, tags, warning } = entry.feature;
  const notes = warning === null ? [] : [warning];
  const feature = { osmId, id: undefined, geometry, properties: tags, tags, notes };
  return {
    row,
    name: rowName(tags.name, tags.ref, `${entry.name}${where}`),
    openingHours: tags.opening_hours,
    values: tags,
    read: (reading) => readLotRow(feature, OSM, reading, settings),
  };
}
