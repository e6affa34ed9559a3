import { badField } from '../../errors.ts';
import { linesOfAreas, readFeatureTags } from '../../osm/files/feature-tags.ts';
import type { JsonFile, OsmEntry, OsmFile } from '../../osm/files/open-osm-file.ts';
import type { Rows, UnreadRow } from '../write/lot-rows.ts';
import { type Dialect, detectDialect, isCityFeature } from './dialect.ts';
import { featureName, type RawFeature, readFeatures, toRawFeatures } from './feature-collection.ts';
import type { FileFeature } from './file-feature.ts';
import type { FileSettings } from './file-settings.ts';
import { FEATURE_REFUSALS, readLotRow } from './read-lot-row.ts';
import { rowName } from './row-name.ts';

const OSM: Dialect = { name: 'osm' };

/** The lots of a file that was opened. Errors: BAD_REQUEST naming `file` when it has none. */
export function rowsOfFile(file: OsmFile | JsonFile, settings: FileSettings): Rows {
  if (file.format === 'json')
    return rowsOfFeatures(toRawFeatures(readFeatures(file.document)), settings);
  const { count, passedOver } = file;
  return {
    refusals: FEATURE_REFUSALS,
    count,
    passedOver,
    *rows() {
      for (const entry of file.entries()) yield rowOfEntry(entry, settings);
    },
  };
}

/**
 * The features of a GeoJSON FeatureCollection. Of OpenStreetMap's, those that are no car parks are
 * passed over. Errors: BAD_REQUEST when the city named in a ParkAPI file has no position.
 */
export function rowsOfFeatures(sent: readonly RawFeature[], settings: FileSettings): Rows {
  const dialect = detectDialect(sent);
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
    *rows() {
      for (const [i, feature] of features.entries())
        if (isLot(feature, i))
          yield {
            row: i + 1,
            name: featureName(feature),
            openingHours: feature.properties.opening_hours,
            read: (reading) => readLotRow(feature, dialect, reading, settings),
          };
    },
  };
}

function toFileFeature(raw: RawFeature, { name }: Dialect): FileFeature {
  const { id, geometry, properties } = raw;
  if (name !== 'osm') return { osmId: null, id, geometry, properties, tags: {}, notes: [] };
  const { osmId, tags, problems } = readFeatureTags(raw);
  return { osmId, id, geometry, properties, tags, notes: problems };
}

function rowOfEntry(entry: OsmEntry, settings: FileSettings): UnreadRow {
  const { row, line } = entry;
  const where = line === null ? '' : ` in line ${line}`;
  if ('problem' in entry) {
    const { field, reason } = entry.problem;
    const name = `${entry.name}${where}`;
    return {
      row,
      name,
      openingHours: undefined,
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
    read: (reading) => readLotRow(feature, OSM, reading, settings),
  };
}
