import { Type } from 'typebox';
import { OSM_FORMS } from '../../src/outbound/feeds/osm-forms.ts';
import { defineFeed } from '../feeds/feed-operation.ts';

export const getLotsOscOperation = defineFeed({
  operationId: 'getLotsOsc',
  path: '/api/v1/lots.osc',
  summary: 'Lots that OpenStreetMap does not have, as changes of it',
  description:
    'The lots of lots.osm without those that came from OpenStreetMap, each as a node to create. ' +
    'A person has to look whether OpenStreetMap has one of them nevertheless. Not for upload as ' +
    'a whole: OpenStreetMap asks for a review of imports.',
  tags: ['lots'],
  answer: 'osmChange XML',
  form: OSM_FORMS.osc,
  schema: Type.String(),
  feedOf: (feeds, { livemode }) => feeds.osm.osc(livemode),
});
