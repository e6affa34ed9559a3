import { Type } from 'typebox';
import {
  COMPARED_LOTS_MAX,
  compareOwnLots,
} from '../../../../src/imports/lots/compare-own-lots.ts';
import { LONG_CALL_MS_MAX } from '../../../../src/kit/web/reply/deadline.ts';
import { defineOperation } from '../../../operation.ts';
import { OsmDifferencesSchema, presentDifferences } from './differences-shape.ts';

const NODE = '<node id="7" lat="41.2" lon="-99.61"><tag k="amenity" v="parking"/></node>';

export const compareLotsWithOsmOperation = defineOperation({
  operationId: 'compareLotsWithOsm',
  method: 'post',
  path: '/api/v1/lots/osm-differences',
  summary: 'What differs between your lots and an extract of OpenStreetMap',
  description:
    'Matches the car parks (amenity=parking) of OpenStreetMap XML, Overpass JSON or GeoJSON with ' +
    `up to ${COMPARED_LOTS_MAX} of your listed, active lots in its area, one to one. Up to 1 MB, ` +
    'not packed. Writes nothing, here or there.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read', 'batch'],
  deadlineMs: LONG_CALL_MS_MAX,
  body: Type.Object(
    { file: Type.String({ minLength: 1, description: 'The text of the file' }) },
    { examples: [{ file: `<osm version="0.6">${NODE}</osm>` }] },
  ),
  responses: { 200: { description: 'What differs', schema: OsmDifferencesSchema } },

  async handler({ body, caller }, { db }) {
    return { status: 200, body: presentDifferences(await compareOwnLots(db, caller, body.file)) };
  },
});
