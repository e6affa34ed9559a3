import { Type } from 'typebox';
import { LOT_TYPES } from '../../src/lots/lot.ts';
import { defineMap } from '../feeds/map-operation.ts';
import { nullable } from '../fields/field-types.ts';
import { LotId } from '../fields/ids.ts';
import { named } from '../fields/named.ts';

export const getLotsGeojsonOperation = defineMap({
  operationId: 'getLotsGeojson',
  path: '/api/v1/lots.geojson',
  summary: 'Map feed of all listed, active lots',
  description: 'All of them, or those in a box, whether they have free spaces or not.',
  tags: ['lots'],
  feature: 'MapLot',
  id: LotId(),
  properties: named('MapLotProperties', {
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
