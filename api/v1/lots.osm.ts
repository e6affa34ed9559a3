import { Type } from 'typebox';
import { OSM_FORMS } from '../../src/outbound/feeds/osm-forms.ts';
import { defineFeed } from '../feeds/feed-operation.ts';
import { collectionOf } from '../feeds/map-operation.ts';
import { LotId } from '../fields/ids.ts';

const Tags = Type.Record(Type.String(), Type.String(), {
  description: 'OpenStreetMap keys; @id is the object from which the lot came',
});

export const getLotsOsmOperation = defineFeed({
  operationId: 'getLotsOsm',
  path: '/api/v1/lots.osm',
  summary: 'Lots for people who work on OpenStreetMap',
  description:
    'All listed, active lots whose operators allow it, as new nodes with negative ids that never ' +
    "change. The product's own keys are left out. JOSM opens the file. Not for upload as a " +
    'whole: OpenStreetMap asks for a review of imports.',
  tags: ['lots'],
  answer: 'OpenStreetMap XML with upload="false"; or GeoJSON, with OpenStreetMap keys',
  form: OSM_FORMS.osm,
  schema: Type.String(),
  alternatives: {
    [OSM_FORMS.geojson.contentType]: Type.Object({
      ...collectionOf('OsmLot', LotId(), Tags, {
        left_out_count: Type.Optional(
          Type.Integer({ minimum: 1, description: 'How many tags OpenStreetMap cannot take' }),
        ),
      }).properties,
      generator: Type.String(),
      license: Type.String(),
      comment: Type.String(),
    }),
  },
  query: Type.Object({
    format: Type.Optional(
      Type.Enum(['osm', 'geojson'], { description: 'osm unless given: XML of nodes' }),
    ),
  }),
  feedOf: (feeds, { livemode, query }) => feeds.osm[query.format ?? 'osm'](livemode),
});
