import { type Static, Type } from 'typebox';
import type { compareOwnLots } from '../../../../src/imports/lots/compare-own-lots.ts';
import type { LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { Latitude, Longitude, nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { Count } from '../../../fields/field-types.ts';
import { LotId } from '../../../fields/ids.ts';

const OSM_OBJECT = {
  osm_id: Type.String({ description: 'Kind and number of the object: way/12' }),
  osm_url: Type.String({ description: 'Its page on openstreetmap.org' }),
};
const OWN_LOT = { lot_id: LotId(), name: Type.String() };
const AT = { lat: Latitude, lng: Longitude };

const TagDifferenceSchema = named('OsmTagDifference', {
  key: Type.String(),
  osm: nullable(Type.String({ description: 'null: the object has no such tag' })),
  ours: Type.String(),
  is_suggested: Type.Boolean({ description: 'false: both can be right, so look there' }),
});

/** What differs between the caller's lots and an extract of OpenStreetMap. */
export const OsmDifferencesSchema = named('OsmDifferences', {
  object_count: Count('Car parks of the file that can be compared'),
  lot_count: Count('Your listed, active lots in its area'),
  matched_count: Count('Lots that are one of these objects, whether or not a tag differs'),
  differing: Type.Array(
    named('OsmDifferingLot', {
      ...OWN_LOT,
      ...OSM_OBJECT,
      matched_by: Type.Enum(['osm_id', 'ref', 'likeness'], {
        description: 'likeness: by place, name and spaces',
      }),
      distance_m: Type.Integer({ minimum: 0, description: 'Great-circle metres' }),
      tags: Type.Array(TagDifferenceSchema),
    }),
    {
      description: 'Matched lots whose tags differ; tags that only the object has are not compared',
    },
  ),
  only_here: Type.Array(named('LotNotInOsm', { ...OWN_LOT, ...AT }), {
    description: 'Lots that are no object of the file',
  }),
  gone_there: Type.Array(named('LotGoneFromOsm', { ...OWN_LOT, ...OSM_OBJECT, ...AT }), {
    description: 'Lots that came from an object which is no car park of the file any more',
  }),
  only_there: Type.Array(
    named('OsmObjectNotHere', {
      ...OSM_OBJECT,
      name: nullable(Type.String({ description: 'null: it has none' })),
      ...AT,
    }),
    {
      description: 'Objects that are none of your lots, without those that are not for the public',
    },
  ),
  unsure: Type.Array(
    named('OsmUnsureLot', {
      ...OWN_LOT,
      objects: Type.Array(named('OsmObject', OSM_OBJECT)),
    }),
    { description: 'Lots that may be one of these objects, or none: look there' },
  ),
  private_only_there_count: Count('Objects that are none of your lots, and not for the public'),
  left_out: Type.Array(
    named('OsmLeftOut', {
      name: Type.String({ description: 'The object, as the file calls it' }),
      field: Type.String(),
      reason: Type.String(),
    }),
    { description: 'Car parks of the file that cannot be compared' },
  ),
});

type Compared = Awaited<ReturnType<typeof compareOwnLots>>;

export function presentDifferences(diff: Compared): Static<typeof OsmDifferencesSchema> {
  return {
    object_count: diff.objects,
    lot_count: diff.lots,
    matched_count: diff.matched,
    differing: diff.changed.map(({ lot_id, name, osm_id, by, metres, tags }) => ({
      ...{ lot_id, name, ...objectOf(osm_id) },
      ...{ matched_by: by, distance_m: metres, tags },
    })),
    only_here: diff.missing_in_osm.map(({ lot_id, name, point }) => ({
      ...{ lot_id, name, ...at(point) },
    })),
    gone_there: diff.gone_from_osm.map(({ lot_id, name, osm_id, point }) => ({
      ...{ lot_id, name, ...objectOf(osm_id), ...at(point) },
    })),
    only_there: diff.missing_here.map(({ osm_id, name, point }) => ({
      ...{ ...objectOf(osm_id), name, ...at(point) },
    })),
    unsure: diff.unsure.map(({ lot_id, name, osm_ids }) => ({
      ...{ lot_id, name, objects: osm_ids.map(objectOf) },
    })),
    private_only_there_count: diff.private_missing_here,
    left_out: diff.leftOut.map(({ name, problem }) => ({ name, ...problem })),
  };
}

const objectOf = (id: string) => ({
  osm_id: id,
  osm_url: `https://www.openstreetmap.org/${id}`,
});

const at = ({ lat, lng }: LatLng) => ({ lat, lng });
