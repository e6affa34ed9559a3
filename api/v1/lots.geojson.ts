import { MapLotProperties } from '../feeds/forms/map-lot.ts';
import { defineMap } from '../feeds/map-operation.ts';
import { LotId } from '../fields/ids.ts';

export const getLotsGeojsonOperation = defineMap({
  operationId: 'getLotsGeojson',
  path: '/api/v1/lots.geojson',
  summary: 'Map feed of all listed, active lots',
  description:
    'All of them, or those in a box, whether they have free spaces or not. Prices are posted ' +
    'rates. What nobody said is null.',
  tags: ['lots'],
  feature: 'MapLot',
  id: LotId(),
  properties: MapLotProperties,
  feedOf: (feeds, livemode) => feeds.lots(livemode),
});
