import type { LatLng } from '../../geo/great-circle.ts';
import type { Tags } from '../values/reading.ts';

/** An object of an OpenStreetMap extract. */
export type OsmObject = {
  /** Kind and number: `way/12`. */
  id: string;
  /** Of an area, a point inside it. */
  point: LatLng;
  tags: Tags;
  /** Its opening hours in the form in which lots have them; missing: none that can be read. */
  hours?: string;
};

/** A listed, active lot of ours. */
export type OwnLot = {
  lot_id: string;
  point: LatLng;
  name: string;
  ref: string | null;
  /** The object from which it was imported, as `way/12`. */
  osm_id: string | null;
  /** null: not known. */
  total_spaces: number | null;
  is_capacity_estimated: boolean;
  /** Whether the operator allows that OpenStreetMap takes the lot's data over. */
  is_osm_export_allowed: boolean;
  /** What an export to OpenStreetMap writes for it; prices are posted base rates. */
  tags: Tags;
};
