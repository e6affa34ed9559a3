import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { greatCircleMetres } from '../../../../../src/kit/geo/great-circle.ts';
import type { OsmObject, OwnLot } from '../../../../../src/kit/osm/diff/place.ts';

/** Real car parks of files that are not part of the project. */

const SHARED = '../shared/data';
const TWICE_METRES = 25;

/** Why a test of real data is skipped; undefined: the data is there. */
export const missingData = existsSync(SHARED)
  ? undefined
  : `${SHARED} is not there: it is not part of the project`;

// biome-ignore lint/suspicious/noExplicitAny: files of others have any shape
type Feature = any;

const PARKING: Record<string, string> = {
  Tiefgarage: 'underground',
  UNDERGROUND: 'underground',
  Parkhaus: 'multi-storey',
  CAR_PARK: 'multi-storey',
  Parkplatz: 'surface',
  OFF_STREET_PARKING_GROUND: 'surface',
};

export type RealPlace = {
  city: string;
  id: string;
  name: string;
  lat: number;
  lng: number;
  /** 0: not known. */
  spaces: number;
  parking?: string | undefined;
  operator?: string | undefined;
};

const features = (path: string): Feature[] =>
  JSON.parse(readFileSync(`${SHARED}/${path}`, 'utf8')).features.filter(
    ({ geometry, properties }: Feature) => geometry !== null && properties.type !== 'city',
  );

/** A city of version 1 of ParkAPI; a place is identified by its name. */
export function parkapiPlaces(city: string): RealPlace[] {
  return features(`parkapi/${city}.geojson`).map(({ geometry, properties: p }) => ({
    city,
    id: p.name,
    name: p.name,
    lat: geometry.coordinates[1],
    lng: geometry.coordinates[0],
    spaces: p.total ?? 0,
    parking: PARKING[p.type],
  }));
}

/** All cities; what a file has twice is left out, because nobody can tell the two apart. */
export function allParkapiPlaces(): RealPlace[] {
  const places = readdirSync(`${SHARED}/parkapi`)
    .filter((name) => name.endsWith('.geojson') && !name.startsWith('Sample'))
    .toSorted()
    .flatMap((name) => parkapiPlaces(name.replace('.geojson', '')));
  return places.filter(
    (place, i) =>
      !places
        .slice(0, i)
        .some(
          (other) => isSameSpaces(place, other) && greatCircleMetres(place, other) < TWICE_METRES,
        ),
  );
}

function isSameSpaces(a: RealPlace, b: RealPlace): boolean {
  return a.spaces === b.spaces && a.parking === b.parking;
}

/** The same cities as version 3 reads them, by other people and years later. */
export function parkapiV3Places(city: string): RealPlace[] {
  return features(`parkapi-v3/${city.toLowerCase()}.geojson`).map(
    ({ geometry, properties: p }) => ({
      city,
      id: p.uid,
      name: p.name,
      lat: geometry.coordinates[1],
      lng: geometry.coordinates[0],
      spaces: p.capacity ?? 0,
      parking: PARKING[p.type],
      operator: p.operator_name,
    }),
  );
}

/** A city as it was read from its own pages; some points are those of other car parks. */
export function scrapedPlaces(city: string): RealPlace[] {
  const text = readFileSync(`${SHARED}/germany/meta-all.csv`, 'utf8');
  const rows: Record<string, string>[] = parse(text, { columns: true, relax_column_count: true });
  return rows
    .filter((row) => row.city_name === city && row.latitude !== '')
    .map((row) => ({
      city,
      id: row.place_id ?? '',
      name: row.place_name ?? '',
      lat: Number(row.latitude),
      lng: Number(row.longitude),
      spaces: Number(row.num_all),
    }));
}

/** The car parks of the Helsinki extract; of an area, its first corner. */
export function helsinkiObjects(): OsmObject[] {
  const kinds: Record<string, string> = { node: 'node', way: 'way', relation: 'relation' };
  const found = features('osm/helsinki-osmtogeojson.geojson').filter(
    ({ properties }) => properties.amenity === 'parking',
  );
  return found.map(({ id, geometry, properties }) => {
    const [lng, lat] = geometry.coordinates.flat(Number.POSITIVE_INFINITY);
    const tags = Object.entries(properties).filter(([key]) => !/^@|^(id|timestamp)$/.test(key));
    const [kind = '', number] = String(id).split('/');
    return {
      id: `${kinds[kind]}/${number}`,
      point: { lat, lng },
      tags: Object.fromEntries(tags.map(([key, value]) => [key, String(value)])),
    };
  });
}

function tagsOf({ name, spaces, parking, operator }: Omit<RealPlace, 'id' | 'city'>) {
  return {
    amenity: 'parking',
    ...(name === '' ? {} : { name }),
    ...(spaces > 0 ? { capacity: String(spaces) } : {}),
    ...(parking === undefined ? {} : { parking }),
    ...(operator === undefined ? {} : { operator }),
  };
}

export function lotOf(place: RealPlace, more: Partial<OwnLot> = {}): OwnLot {
  return {
    lot_id: place.id,
    point: { lat: place.lat, lng: place.lng },
    name: place.name,
    ref: null,
    osm_id: null,
    total_spaces: place.spaces || null,
    is_capacity_estimated: false,
    is_osm_export_allowed: true,
    tags: tagsOf(place),
    ...more,
  };
}

export function objectOf(place: RealPlace, more: Partial<OsmObject> = {}): OsmObject {
  return { id: place.id, point: { lat: place.lat, lng: place.lng }, tags: tagsOf(place), ...more };
}
