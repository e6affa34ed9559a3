import { badField } from '../../../kit/errors.ts';
import {
  hasJsonLines,
  kindOf,
  type OpenBytes,
  unpackedBytes,
} from '../../../kit/osm/files/open-bytes.ts';
import { openOsmFile } from '../../../kit/osm/files/open-osm-file.ts';
import { readJsonLines } from '../../../kit/osm/files/read-json.ts';
import { refuseCellsTooMany } from '../../../kit/tables/csv-lines.ts';
import { separatorName } from '../../../kit/tables/find-separator.ts';
import { type ColumnMap, nameColumns } from '../../../kit/tables/name-columns.ts';
import { openTable } from '../../../kit/tables/open-table.ts';
import {
  FILE_ROWS_MAX,
  isFeatureCollection,
  type RawFeature,
  readFeatures,
  toRawFeatures,
} from '../features/feature-collection.ts';
import type { FileSettings } from '../features/file-settings.ts';
import { LOT_HEADERS } from '../tables/lot-headers.ts';
import type { FileRows } from './feature-rows.ts';
import { rowsOfFeatures, rowsOfOsm } from './feature-rows.ts';
import { recordsOf } from './list-records.ts';

/** `format`: what the file turned out to be, in words. */
type LotFile = { format: string; rows: FileRows };

type Reading = { settings: FileSettings; map: ColumnMap | undefined };

/** All cells together: as much as of a JSON file. */
const TABLE_CHARACTERS_MAX = 256 * 1024 * 1024;

/**
 * Opens a file of lots in any form that is known: of OpenStreetMap's tools, GeoJSON, a list of JSON
 * objects or one on each line, or a table (CSV). `map` says what columns stand for. Errors:
 * BAD_REQUEST naming `file`, `map`, or columns that are missing.
 */
export async function openLotFile(open: OpenBytes, reading: Reading): Promise<LotFile> {
  const bytes = await unpackedBytes(open);
  const kind = await kindOf(bytes);
  if (kind === 'text') return openTableFile(bytes, reading);
  const { settings, map } = reading;
  if (kind === 'json' && (await hasJsonLines(bytes))) {
    const features = recordsOf(await readJsonLines(bytes()));
    const rows = rowsOfFeatures(features, settings, { isTable: true, map });
    return { format: 'JSON, an object on each line', rows };
  }
  const file = await openOsmFile(open);
  if (file.format === 'osm') {
    if (map !== undefined) throw badField('map', 'is for tables, and this is OpenStreetMap data');
    return { format: 'OpenStreetMap', rows: rowsOfOsm(file, settings) };
  }
  const isTable = !isFeatureCollection(file.document);
  const features = isTable ? recordsOf(file.document) : toRawFeatures(readFeatures(file.document));
  const rows = rowsOfFeatures(features, settings, { isTable, map });
  return { format: isTable ? 'a list in JSON' : 'GeoJSON', rows };
}

async function openTableFile(bytes: OpenBytes, { settings, map }: Reading): Promise<LotFile> {
  const table = await openTable(bytes());
  const { header } = table;
  // Refuses a column that is there twice before its values overwrite each other.
  nameColumns(header, LOT_HEADERS, map);
  const features: RawFeature[] = [];
  let characters = 0;
  for await (const { line, cells } of table.lines) {
    for (const cell of cells) characters += cell.length;
    if (characters > TABLE_CHARACTERS_MAX)
      throw badField('file', `has more than ${TABLE_CHARACTERS_MAX} characters`);
    if (features.length >= FILE_ROWS_MAX)
      throw badField('file', `has more than ${FILE_ROWS_MAX} rows`);
    const properties = Object.fromEntries(header.map((column, i) => [column, cells[i] ?? '']));
    features.push({ row: line, properties, check: () => refuseCellsTooMany(cells, header) });
  }
  const rows = rowsOfFeatures(features, settings, { isTable: true, map });
  return { format: `CSV with ${separatorName(table.separator)}, ${table.encoding()}`, rows };
}
