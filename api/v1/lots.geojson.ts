import { Type } from 'typebox';
import { LOT_TYPES } from '../../src/lots/lot.ts';
import { defineMap } from '../feeds/map-operation.ts';
import { nullable } from '../fields/field-types.ts';

export const getLotsGeojsonOperation = defineMap({
  operationId: 'getLotsGeojson',
  path: '/api/v1/lots.geojson',
  summary: 'Map feed of all listed, active lots',
  tags: ['lots'],
  id: Type.String({ format: 'uuid' }),
  properties: Type.Object({
    name: Type.String(),
    slug: Type.String(),
    address: nullable(Type.String()),
    total_spaces: nullable(Type.Integer()),
    is_capacity_estimated: Type.Boolean(),
    lot_type: Type.Enum([...LOT_TYPES]),
    features: Type.Array(Type.String()),
    url: Type.String(),
    osm_id: nullable(Type.String()),
    data_license: nullable(Type.String()),
    attribution: nullable(Type.String()),
  }),
  feedOf: (feeds, livemode) => feeds.lots(livemode),
});
