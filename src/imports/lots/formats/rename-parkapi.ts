import { readText } from '../../../parking/lots/osm/tags.ts';
import { type Renamed, unusedNotes } from './describe-renamed-lot.ts';

const PARKING_BY_TYPE = new Map([
  ['Parkplatz', 'surface'],
  ['Parkfläche', 'surface'],
  ['Parkplatz/Tiefgarage', 'surface'],
  ['Parkhaus', 'multi-storey'],
  ['Tiefgarage', 'underground'],
]);

/** Lots without a type often have it in their name, in German or Danish. */
const GARAGE_NAME = /parkhaus|\bP-hus|parkeringshus/i;
const UNDERGROUND_NAME = /tiefgarage|\bTG\b|p-kælder|parkeringskælder/i;

const NAMES = { capacity: 'total', parking: 'type', 'addr:full': 'address' };
/** The properties that are read, and what as. */
export const PARKAPI_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ name: 'name', total: 'capacity', type: 'type', address: 'address' },
    ...{ description: 'description', url: 'website' },
  }),
);

/**
 * ParkAPI's names (`name total type address`) in OpenStreetMap's words. They include no prices.
 * Errors: BAD_REQUEST naming properties that cannot be stored.
 */
export function renameParkapi(properties: Record<string, unknown>, city: string | null): Renamed {
  const name = readText(properties, 'name') ?? '';
  const type = readText(properties, 'type');
  const tags = {
    amenity: 'parking',
    name,
    capacity: readText(properties, 'total'),
    parking: type === undefined ? parkingByName(name) : (PARKING_BY_TYPE.get(type) ?? type),
    'addr:full': readText(properties, 'address'),
    'addr:city': city ?? undefined,
    description: readText(properties, 'description'),
    website: readText(properties, 'url'),
  };
  return {
    tags: Object.fromEntries(
      Object.entries(tags).flatMap(([key, value]) => (value ? [[key, value] as const] : [])),
    ),
    names: NAMES,
    rules: [],
    unused: unusedNotes(properties, PARKAPI_NAMES),
  };
}

function parkingByName(name: string): string | undefined {
  if (UNDERGROUND_NAME.test(name)) return 'underground';
  return GARAGE_NAME.test(name) ? 'multi-storey' : undefined;
}
