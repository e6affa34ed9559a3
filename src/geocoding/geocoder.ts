import type { LatLng } from '../geometry/great-circle.ts';

/** Somewhere that has a name. */
export type NamedPlace = LatLng & {
  /** As people write it: `San Diego, CA, US`. */
  label: string;
  /** How far it reaches from its point, metres. */
  radiusM: number;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  /** null: not known, as for a street. */
  population: number | null;
};

/**
 * `attribution` is what whoever shows these places must show beside them. `isPartial`: they are
 * what only a part of the query names, as the town of an address; left out where it is not so.
 */
export type Geocoding = {
  places: readonly NamedPlace[];
  attribution: string;
  isPartial?: true;
};

/**
 * Turns a name or an address into points, best match first; no places where nothing matches, nor
 * for a text that names nothing or is longer than an address. At most `limit` (from 1) places.
 * Never throws for a provider that fails: it answers from what it has.
 */
export type Geocoder = {
  geocode(query: string, limit: number): Promise<Geocoding>;
};
