import { type City, describeCity } from './city-finder.ts';
import { findTowns, liesInAll } from './gazetteer.ts';
import { loadPlaceTable } from './place-table.ts';
import { plainName } from './plain-name.ts';
import { readRegions } from './regions.ts';

/** The cities of a name, the one with the most people first. */
export type FoundCities = {
  cities: City[];
  /** Names a region; false for a `state` that is none. */
  isStateKnown: boolean;
};

/**
 * Finds the cities that a text names: `San Diego`, `San Diego, CA`, `Paris, Texas`. `state` may be
 * a state, province or nation of the United States, Canada or the United Kingdom, or a country, as
 * a code or a name; null: any. Parts of a city, such as boroughs, are not found.
 */
export async function findCities(text: string, state: string | null): Promise<FoundCities> {
  const regions = state === null ? [] : readRegions(wordsOf(state));
  if (regions === undefined || (state !== null && regions.length === 0))
    return { cities: [], isStateKnown: false };
  const { found, isPartial } = findTowns(await loadPlaceTable(), text);
  const named = isPartial ? [] : found;
  const cities = named.filter((place) => place.isCity && liesInAll(place, regions));
  return { cities: cities.map(describeCity), isStateKnown: true };
}

function wordsOf(text: string): string[] {
  return plainName(text).split(' ').filter(Boolean);
}
