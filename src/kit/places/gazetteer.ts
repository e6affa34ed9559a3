import { greatCircleMetres } from '../geo/great-circle.ts';
import type { Geocoder, NamedPlace } from './geocoder.ts';
import { loadPlaceTable, type PlaceTable, type TablePlace } from './place-table.ts';
import { plainName } from './plain-name.ts';
import { readQuery } from './query.ts';
import { REGION_WORDS_MAX, type Region, readRegions } from './regions.ts';

const GAZETTEER_ATTRIBUTION = 'Places © GeoNames (geonames.org), CC BY 4.0';

/**
 * The least density of an urban centre, in people per square kilometre: Degree of Urbanisation, UN
 * Statistical Commission, 2020.
 */
const URBAN_PEOPLE_PER_KM2 = 1_500;
const RADIUS_M_MIN = 2_000;
const RADIUS_M_MAX = 25_000;

/** Of a district and its city together: `Berlin Prenzlauer Berg`. */
const DISTRICT_WORDS_MAX = 6;

/** A city of this size is better known than a state or country of the same name. */
const CITY_POPULATION_MIN = 500_000;

/** `92101`, `92101-1234`, `M5V 2T6`, `SW1A 1AA`. */
const POSTCODES =
  /\b(?:\d{4,6}(?:-\d{3,4})?|[a-z]\d[a-z] ?\d[a-z]\d|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})\b/gi;

/**
 * Finds towns by name, without a network: `san diego`, `San Diego, CA`, `Paris, Texas`, `London
 * UK`. After its name may come its country and, in the United States, Canada and the United
 * Kingdom, its state, province or nation. Of several towns of one name, the one with the most
 * people comes first. The gazetteer knows places of 1 000 people and more, larger ones by their
 * names in other languages and scripts, and districts, also beside their city: `Berlin-Kreuzberg`.
 * It knows no streets: of an address with commas between its parts it finds the town.
 */
export function openGazetteer(): Geocoder {
  return {
    async geocode(text, limit) {
      const query = readQuery(text);
      const none = { found: [], isPartial: false };
      const towns = query === undefined ? none : findTowns(await loadPlaceTable(), query);
      return {
        places: towns.found.slice(0, limit).map(describePlace),
        attribution: GAZETTEER_ATTRIBUTION,
        ...(towns.isPartial ? { isPartial: true } : {}),
      };
    },
  };
}

/**
 * The radius, in metres, of a circle with this many people at the density of the sparsest urban
 * centre; from 2 to 25 km.
 */
export function radiusOf(population: number): number {
  const radiusKm = Math.sqrt(population / URBAN_PEOPLE_PER_KM2 / Math.PI);
  return Math.round(Math.min(Math.max(radiusKm * 1_000, RADIUS_M_MIN), RADIUS_M_MAX));
}

/** `isPartial`: the query contains more than the names of these towns. */
export function findTowns(
  table: PlaceTable,
  query: string,
): { found: TablePlace[]; isPartial: boolean } {
  const named = query.replaceAll(POSTCODES, ' ');
  const parts = named.split(',').map((part) => plainName(part).split(' '));
  for (let from = 0; from < parts.length; from += 1) {
    const words = parts.slice(from).flat().filter(Boolean);
    const region = readRegionAlone(words);
    const towns = findNamed(table, words);
    const found = towns.length > 0 ? towns : findDistricts(table, words);
    const meant =
      region === undefined ? found : found.filter((place) => isMeant(place, region, from === 0));
    if (meant.length > 0) return { found: meant, isPartial: from > 0 || named !== query };
  }
  return { found: [], isPartial: false };
}

/** The towns of the longest name in the first words, if the other words are regions they are in. */
function findNamed(table: PlaceTable, words: readonly string[]): TablePlace[] {
  const shortest = Math.max(1, words.length - REGION_WORDS_MAX);
  for (let length = words.length; length >= shortest; length -= 1) {
    const regions = readRegions(words.slice(length));
    if (regions === undefined) continue;
    const name = words.slice(0, length).join(' ');
    for (const key of new Set([name, name.replace(/ city$/, '')])) {
      const found = table.find(key).filter((place) => liesInAll(place, regions));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The districts that stand before or after the name of the city in which they lie. */
function findDistricts(table: PlaceTable, words: readonly string[]): TablePlace[] {
  if (words.length > DISTRICT_WORDS_MAX) return [];
  for (let length = 1; length < words.length; length += 1) {
    const [first, last] = [words.slice(0, length), words.slice(length)];
    for (const [district, city] of [
      [first, last],
      [last, first],
    ] as const) {
      const parts = table.find(district.join(' ')).filter(({ isCity }) => !isCity);
      const cities = parts.length === 0 ? [] : findNamed(table, city);
      const found = parts.filter((part) => cities.some((one) => one.isCity && isWithin(part, one)));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function isWithin(part: TablePlace, city: TablePlace): boolean {
  return greatCircleMetres(part, city) <= radiusOf(city.population);
}

type Located = Pick<TablePlace, 'country' | 'subdivision'>;

/** `regions`: each with all its possible meanings. */
export function liesInAll(place: Located, regions: readonly Region[][]): boolean {
  return regions.every((meanings) => meanings.some((one) => lies(place, one)));
}

function lies(place: Located, { country, subdivision }: Region): boolean {
  return place.country === country && (subdivision === null || place.subdivision === subdivision);
}

/** What `texas` or `texas us` can mean; undefined for towns: `new york ny`, `washington gb`. */
function readRegionAlone(words: readonly string[]): Region[] | undefined {
  const [first, second] = readRegions(words) ?? [];
  if (second === undefined || first === undefined) return first;
  if (second.some(({ subdivision }) => subdivision !== null)) return undefined;
  const inside = first.filter(({ country }) => second.some((one) => one.country === country));
  return inside.length > 0 ? inside : undefined;
}

/**
 * The name of a region may mean a town of the same name in it, `Luxembourg`, or a city so large
 * that it comes to mind first, `New York`; but not Texas City, and no city with other words before
 * it.
 */
function isMeant(place: TablePlace, region: readonly Region[], isWholeQuery: boolean): boolean {
  if (isWholeQuery && place.population >= CITY_POPULATION_MIN) return true;
  const isNamesake = readRegions(plainName(place.name).split(' ')) !== undefined;
  return isNamesake && region.some((meaning) => lies(place, meaning));
}

function describePlace(place: TablePlace): NamedPlace {
  const { lat, lng, name, country, subdivision, population } = place;
  return {
    lat,
    lng,
    label: [name, subdivision, country].filter(Boolean).join(', '),
    radiusM: radiusOf(population),
    country,
    population,
  };
}
