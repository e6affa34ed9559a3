import type { OsmObject, OwnLot } from '../../../../../src/kit/osm/diff/place.ts';

/** About 11 m to the north. */
const DEGREES_OF_11_M = 0.0001;

/** A lot at a place of its own; `metres` to the north of it, in steps of 11. */
export function lot(id: string, more: Partial<OwnLot> = {}): OwnLot {
  return {
    lot_id: id,
    point: { lat: 60.17, lng: 24.94 },
    name: 'Kluuvi',
    ref: null,
    osm_id: null,
    total_spaces: 60,
    is_capacity_estimated: false,
    is_osm_export_allowed: true,
    ...more,
    tags: { amenity: 'parking', name: more.name ?? 'Kluuvi', ...more.tags },
  };
}

export function object(id: string, tags: Record<string, string> = {}, north = 0): OsmObject {
  const point = { lat: 60.17 + north * DEGREES_OF_11_M, lng: 24.94 };
  return { id, point, tags: { amenity: 'parking', ...tags } };
}
