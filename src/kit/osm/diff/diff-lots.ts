import type { LatLng } from '../../geo/great-circle.ts';
import type { Tags } from '../values/reading.ts';
import { compareTags, type TagDifference, tagsToGive } from './compare-tags.ts';
import { type Area, isIn } from './extract-area.ts';
import { type Match, matchPlaces } from './match-places.ts';
import type { OsmObject, OwnLot } from './place.ts';

/** An object and one of our lots that are the same place, with what differs. */
export type Changed = {
  osm_id: string;
  lot_id: string;
  name: string;
  point: LatLng;
  /** Tags of the object as they are. */
  osm_tags: Tags;
  by: Match['by'];
  metres: number;
  tags: TagDifference[];
};

export type MissingInOsm = { lot_id: string; name: string; point: LatLng; tags: Tags };
/** A lot that was imported from an object which is no car park of the extract any more. */
type Gone = { lot_id: string; osm_id: string; name: string; point: LatLng };
type MissingHere = { osm_id: string; name: string | null; point: LatLng };
type UnsureLot = { lot_id: string; name: string; point: LatLng; osm_ids: string[] };

export type LotsDiff = {
  /** In the extract, and ours in its area or matched. */
  objects: number;
  lots: number;
  matched: number;
  /** How many matches there are by each kind of evidence. */
  matched_by: Record<Match['by'], number>;
  changed: Changed[];
  missing_in_osm: MissingInOsm[];
  gone_from_osm: Gone[];
  missing_here: MissingHere[];
  unsure: UnsureLot[];
  /** Objects that are not here and are not listed: they are closed to the public. */
  private_missing_here: number;
  /** Lots that are not listed, because their operators do not allow it. */
  kept_back: { matched: number; missing_in_osm: number; gone_from_osm: number; unsure: number };
};

const CLOSED = new Set(['private', 'no']);

/**
 * Compares the car parks of an extract with our lots. `objects` may contain anything; only
 * `amenity=parking` is compared; both lists may reach beyond the area, so that places at its edge
 * find each other, but nothing outside of it is called missing.
 */
export function diffLots(
  objects: readonly OsmObject[],
  lots: readonly OwnLot[],
  area: Area | undefined,
): LotsDiff {
  const isInside = ({ point }: { point: LatLng }) => area === undefined || isIn(area, point);
  const carParks = objects.filter(({ tags }) => tags.amenity === 'parking');
  const matching = matchPlaces(lots, carParks);
  const matches = matching.matches.filter(({ object }) => isInside(object));
  const [missing = [], gone = []] = [false, true].map((isGone) =>
    matching.lots.filter((lot) => isInside(lot) && (lot.osm_id !== null) === isGone),
  );
  const unsure = matching.unsure.filter(({ lot }) => isInside(lot));
  const missingHere = matching.objects.filter(isInside);
  const matched = new Set(matches.map(({ lot }) => lot));
  const isAllowed = (lot: OwnLot) => lot.is_osm_export_allowed;
  const isClosed = ({ tags }: OsmObject) => CLOSED.has(tags.access ?? '');
  return {
    objects: carParks.filter(isInside).length,
    lots: lots.filter((lot) => isInside(lot) || matched.has(lot)).length,
    matched: matches.length,
    matched_by: {
      osm_id: matches.filter(({ by }) => by === 'osm_id').length,
      ref: matches.filter(({ by }) => by === 'ref').length,
      likeness: matches.filter(({ by }) => by === 'likeness').length,
    },
    changed: matches.filter(({ lot }) => isAllowed(lot)).flatMap(changeOf),
    missing_in_osm: missing.filter(isAllowed).map(missingInOsm),
    gone_from_osm: gone
      .filter(isAllowed)
      .map(({ lot_id, osm_id, name, point }) => ({ lot_id, osm_id: osm_id ?? '', name, point })),
    missing_here: missingHere
      .filter((object) => !isClosed(object))
      .map(({ id, point, tags }) => ({ osm_id: id, name: tags.name ?? null, point })),
    unsure: unsure
      .filter(({ lot }) => isAllowed(lot))
      .map(({ lot: { lot_id, name, point }, objects: found }) => ({
        lot_id,
        name,
        point,
        osm_ids: found.map(({ id }) => id),
      })),
    private_missing_here: missingHere.filter(isClosed).length,
    kept_back: {
      matched: matches.filter(({ lot }) => !isAllowed(lot)).length,
      missing_in_osm: missing.filter((lot) => !isAllowed(lot)).length,
      gone_from_osm: gone.filter((lot) => !isAllowed(lot)).length,
      unsure: unsure.filter(({ lot }) => !isAllowed(lot)).length,
    },
  };
}

function changeOf({ lot, object, by, metres }: Match): Changed[] {
  const tags = compareTags(object, lot);
  if (tags.length === 0) return [];
  return [
    {
      osm_id: object.id,
      lot_id: lot.lot_id,
      name: lot.name,
      point: object.point,
      osm_tags: object.tags,
      by,
      metres: Math.round(metres),
      tags,
    },
  ];
}

function missingInOsm(lot: OwnLot): MissingInOsm {
  const { lot_id, name, point } = lot;
  return { lot_id, name, point, tags: { amenity: 'parking', ...tagsToGive(lot) } };
}
