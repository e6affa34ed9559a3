import { type City, describeCity, openCities } from './city-finder.ts';
import { findTowns, liesInAll } from './gazetteer.ts';
import { loadPlaceTable, type TablePlace } from './place-table.ts';
import { plainName } from './plain-name.ts';
import { readRegions } from './regions.ts';

/** `district`: the part of the city that the text names; null: it names the city itself. */
export type FoundCity = City & { district: string | null };

/** The cities of a name, the one with the most people first. */
type FoundCities = {
  cities: FoundCity[];
  /** Names a region; false for a `state` that is none. */
  isStateKnown: boolean;
};

/**
 * Finds the cities that a text names: `San Diego`, `San Diego, CA`, `Paris, Texas`, `München`. A
 * district such as `Brooklyn` or `Kreuzberg, Berlin` is found as the city that it is a part of.
 * `state` may be a state, province or nation of the United States, Canada or the United Kingdom, or
 * a country, as a code or a name; null: any.
 */
export async function findCities(text: string, state: string | null): Promise<FoundCities> {
  const regions = state === null ? [] : readRegions(wordsOf(state));
  if (regions === undefined || (state !== null && regions.length === 0))
    return { cities: [], isStateKnown: false };
  const { found, isPartial } = findTowns(await loadPlaceTable(), text);
  const named = isPartial ? [] : found.filter((place) => liesInAll(place, regions));
  const cities = await Promise.all(named.map(cityOf));
  return { cities: cities.flat().filter(isFirst), isStateKnown: true };
}

/** None for a district far from all cities. */
async function cityOf(place: TablePlace): Promise<FoundCity[]> {
  if (place.isCity) return [{ ...describeCity(place), district: null }];
  const city = (await openCities()).cityAt(place);
  return city === undefined ? [] : [{ ...city, district: place.name }];
}

/** A city may have the name itself, and districts of that name. */
function isFirst({ id }: FoundCity, index: number, cities: readonly FoundCity[]): boolean {
  return cities.findIndex((one) => one.id === id) === index;
}

/** Whether a city lies in what `state` of findCities names. */
export function liesInState({ country, state: subdivision }: City, state: string | null): boolean {
  const regions = state === null ? [] : readRegions(wordsOf(state));
  return regions !== undefined && liesInAll({ country, subdivision }, regions);
}

function wordsOf(text: string): string[] {
  return plainName(text).split(' ').filter(Boolean);
}
