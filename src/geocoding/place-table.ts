import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type LatLng, roundPoint } from '../geometry/great-circle.ts';
import { plainName } from './plain-name.ts';

/** A place of the table; `subdivision` as in ISO 3166-2, null when the table does not know it. */
export type TablePlace = LatLng & {
  /** The place's number in GeoNames. */
  id: number;
  name: string;
  country: string;
  subdivision: string | null;
  population: number;
  /** IANA name. */
  timezone: string;
  /** False for a part of a city, such as a borough, and for a place where nobody lives any more. */
  isCity: boolean;
};

export type PlaceTable = {
  /** All places with a plain name, the one with the most people first. */
  find(plainName: string): TablePlace[];
  /** Every place once, by its full name. */
  all(): Iterable<TablePlace>;
};

/**
 * Lines of key, name, country, subdivision, population, latitude, longitude, GeoNames id, time zone
 * and `part` for what is no city, separated by tabs, sorted by key (UTF-16), then by population,
 * largest first. An empty key means the plain name; other keys are short forms of a name.
 */
export const TABLE_FILE = new URL('places.tsv.br', import.meta.url);

const NEW_LINE = 0x0a;
const decompress = promisify(brotliDecompress);

let table: Promise<PlaceTable> | undefined;

/**
 * Read at the first use and kept in one buffer with the starts of its lines, which takes less
 * memory than an object per place.
 */
export function loadPlaceTable(): Promise<PlaceTable> {
  table ??= readTable();
  return table;
}

async function readTable(): Promise<PlaceTable> {
  const bytes = await decompress(await readFile(TABLE_FILE));
  const starts = [0];
  for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, end + 1))
    starts.push(end + 1);
  const lineStarts = Uint32Array.from(starts);
  const lineCount = lineStarts.length - 1;

  const columnsOf = (line: number) =>
    bytes.toString('utf8', lineStarts[line], (lineStarts[line + 1] ?? 0) - 1).split('\t');
  const keyOf = ([key = '', name = '']: string[]) => key || plainName(name);

  function firstLineOf(key: string): number {
    let [low, high] = [0, lineCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyOf(columnsOf(middle)) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    find(key) {
      const found: TablePlace[] = [];
      for (let line = firstLineOf(key); line < lineCount; line += 1) {
        const columns = columnsOf(line);
        if (keyOf(columns) !== key) break;
        found.push(readPlace(columns));
      }
      return found;
    },
    *all() {
      for (let line = 0; line < lineCount; line += 1) {
        const columns = columnsOf(line);
        if (columns[0] === '') yield readPlace(columns);
      }
    },
  };
}

function readPlace(columns: string[]): TablePlace {
  const [, name = '', country = '', subdivision = '', population, lat, lng, ...rest] = columns;
  const [id, timezone = '', part] = rest;
  return {
    id: Number(id),
    name,
    country,
    subdivision: subdivision === '' ? null : subdivision,
    population: Number(population),
    timezone,
    isCity: part === '',
    ...roundPoint({ lat: Number(lat), lng: Number(lng) }),
  };
}
