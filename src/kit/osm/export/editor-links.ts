import type { Tags } from '../values/reading.ts';
import { writeDegrees } from './write-degrees.ts';

/**
 * JOSM listens on this address. Browsers let pages of https sites call it; they do not let them
 * call `localhost`.
 */
const JOSM = 'http://127.0.0.1:8111';
const ID_EDITOR = 'https://www.openstreetmap.org/edit';
const ZOOM = 19;
/** Half of the sides of the area that JOSM loads: about 150 metres at the equator. */
const REACH_DEGREES = 0.0014;

type EditorLinks = {
  /** Loads OpenStreetMap's data around the lot, and selects the lot where it is there. */
  josm: string;
  /** Carries the tags into JOSM as well, after `josm`; null: they may not go there. */
  josm_tags: string | null;
  /** Opens iD at the lot. */
  id: string;
};

type Placed = { latitude: number; longitude: number; osmId: string | null };

/**
 * Links into editors. JOSM asks its user before it adds a tag to an object that exists. `tags` is
 * null when they may not go into OpenStreetMap.
 */
export function editorLinks(lot: Placed, tags: Tags | null): EditorLinks {
  const { latitude, longitude, osmId } = lot;
  const [lat, lon] = [writeDegrees(latitude), writeDegrees(longitude)];
  const [type = '', number = ''] = osmId?.split('/') ?? [];
  const select = osmId === null ? {} : { select: `${type}${number}` };
  const area = { ...areaAround(lot), ...select };
  const addtags = tags && { addtags: addTags(tags) };
  const element = osmId === null ? '' : `&${type}=${number}`;
  return {
    josm: `${JOSM}/load_and_zoom?${query(area)}`,
    josm_tags:
      addtags &&
      (osmId === null
        ? `${JOSM}/add_node?${query({ lat, lon, ...addtags })}`
        : `${JOSM}/load_and_zoom?${query({ ...area, ...addtags })}`),
    id: `${ID_EDITOR}?editor=id${element}#map=${ZOOM}/${lat}/${lon}`,
  };
}

function areaAround({ latitude, longitude }: Placed): Record<string, string> {
  return {
    left: writeDegrees(Math.max(-180, longitude - REACH_DEGREES)),
    right: writeDegrees(Math.min(180, longitude + REACH_DEGREES)),
    top: writeDegrees(Math.min(90, latitude + REACH_DEGREES)),
    bottom: writeDegrees(Math.max(-90, latitude - REACH_DEGREES)),
  };
}

/**
 * `key=value|key=value`. JOSM has no way to escape these signs, and one tag that it cannot divide
 * makes it drop all, so such a tag is left out.
 */
function addTags(tags: Tags): string {
  return Object.entries(tags)
    .filter(([key, value]) => !/[|=\n\r]/.test(key) && !/[|\n\r]/.test(value))
    .map(([key, value]) => `${key}=${value}`)
    .join('|');
}

/** Percent-encoded, a space as %20: a plus sign is not a space everywhere. */
function query(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
