import type { LatLng } from '../geo/great-circle.ts';

/** A place with a name. */
export type NamedPlace = LatLng & {
  /** The usual way to write it: `San Diego, CA, US`. */
  label: string;
  /** How far it extends from its point, metres. */
  radiusM: number;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  /** null: not known, as for a street. */
  population: number | null;
};

/**
 * `attribution` is the text that must be shown together with these places. `isPartial`: they match
 * only a part of the query, such as the town of an address. `isFallback`: the provider did not
 * answer, so the gazetteer did. Both are left out otherwise.
 */
export type Geocoding = {
  places: readonly NamedPlace[];
  attribution: string;
  isPartial?: true;
  isFallback?: true;
};

/**
 * Turns a name or an address into points, best match first. There are no places when nothing
 * matches, or when the text names nothing or is longer than an address. At most `limit` (from 1)
 * places. A failing provider never makes it throw: then it answers from what it has.
 */
export type Geocoder = {
  geocode(query: string, limit: number): Promise<Geocoding>;
};
