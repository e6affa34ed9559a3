import { Type } from 'typebox';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { defineMap } from '../feeds/map-operation.ts';
import { Period } from '../fields/field-types.ts';

const Cell = Type.String({
  pattern: '^88[0-9a-f]{13}$',
  description: 'H3 index at resolution 8; the Point is its centre',
});

export const getProjectionSitesGeojsonOperation = defineMap({
  operationId: 'getProjectionSitesGeojson',
  path: '/api/v1/projection-sites.geojson',
  summary: 'Map feed of the places where more spaces are searched for than lots there can serve',
  description:
    'H3 cells in which searches of the last 24 hours, each within 500 m or more, found no free ' +
    'space in any lot of the kind asked for. A cell is shown once 3 callers (keys, or addresses ' +
    'without one) made 10 such searches in it. Updated every 10 minutes.',
  tags: ['lots'],
  feature: 'ProjectionSite',
  id: Cell,
  properties: named('ProjectionSiteProperties', {
    h3: Cell,
    city: nullable(Type.String({ description: 'Of the nearest lot that has one' })),
    state: nullable(Type.String()),
    status: Type.Literal('projected'),
    unmet_searches: Type.Integer({
      minimum: 10,
      description: 'Searches that found no free space; at most 10 count of any one caller',
    }),
    nearest_lot_m: nullable(
      Type.Integer({
        description:
          'Great-circle metres from the Point to the nearest listed, active lot, full or not; ' +
          'null: none is within 50 km',
      }),
    ),
    suggested_spaces: Type.Integer({
      minimum: 1,
      description:
        'The most callers who were without a space at once: each of them for an hour from each ' +
        'unmet search on. Callers, not vehicles: a key may search for many.',
    }),
    period: Period,
  }),
  feedOf: (feeds, livemode) => feeds.projectionSites(livemode),
});
