import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type LatLng, roundPoint } from '../geo/great-circle.ts';
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
  /** All places with a plain name, their own or another, the one with the most people first. */
  find(plainName: string): TablePlace[];
  /** Every place once. */
  all(): Iterable<TablePlace>;
};

/**
 * Places, an empty line, and other names, in UTF-8. A place is a line of name, country,
 * subdivision, population, latitude, longitude, GeoNames id, time zone and `part` for what is no
 * city, separated by tabs; places are sorted by plain name (UTF-16), then by population, largest
 * first. An other name, such as one in another language, is a line of the plain name, a tab, and
 * the numbers of the places that have it (from 0), with spaces between; sorted by name.
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
  let placeCount = 0;
  for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, end + 1)) {
    if (end === starts.at(-1)) placeCount = starts.length - 1;
    starts.push(end + 1);
  }
  const lineStarts = Uint32Array.from(starts);
  const lineCount = lineStarts.length - 1;

  const columnsOf = (line: number) =>
    bytes.toString('utf8', lineStarts[line], (lineStarts[line + 1] ?? 0) - 1).split('\t');
  const placeAt = (line: number) => readPlace(columnsOf(line));
  const plainNameAt = (line: number) => plainName(columnsOf(line)[0] ?? '');
  const otherNameAt = (line: number) => columnsOf(line)[0] ?? '';

  /** The first of the lines [from, to) whose key is not before this one. */
  function firstLineOf(key: string, from: number, to: number, keyAt: (line: number) => string) {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function* linesOf(key: string): Generator<number> {
    const first = firstLineOf(key, 0, placeCount, plainNameAt);
    for (let line = first; line < placeCount && plainNameAt(line) === key; line += 1) yield line;
    const other = firstLineOf(key, placeCount + 1, lineCount, otherNameAt);
    const [name, numbers = ''] = other < lineCount ? columnsOf(other) : [];
    if (name === key) for (const number of numbers.split(' ')) yield Number(number);
  }

  return {
    find: (key) => [...linesOf(key)].map(placeAt).sort((a, b) => b.population - a.population),
    *all() {
      for (let line = 0; line < placeCount; line += 1) yield placeAt(line);
    },
  };
}

function readPlace(columns: string[]): TablePlace {
  const [name = '', country = '', subdivision = '', population, lat, lng, ...rest] = columns;
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
