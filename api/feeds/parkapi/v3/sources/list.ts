import { type Static, Type } from 'typebox';
import { named } from '../../../../../src/kit/web/document/named.ts';
import { LONG_CALL_MS_MAX } from '../../../../../src/kit/web/reply/deadline.ts';
import { OSM_ATTRIBUTION } from '../../../../../src/parking/lots/attribution.ts';
import { Instant } from '../../../../fields/field-types.ts';
import { defineOperation } from '../../../../operation.ts';
import { FEED_HEADERS, feedResponses } from '../../../feed-operation.ts';
import { replyWithJson } from '../../../feed-reply.ts';
import { OSM_SOURCE_ID, OWN_SOURCE_ID } from '../../../forms/parking-site.ts';

const Source = named('ParkingSource', {
  id: Type.Integer(),
  uid: Type.String(),
  name: Type.String(),
  public_url: Type.String(),
  attribution_license: Type.Optional(Type.String()),
  attribution_contributor: Type.Optional(Type.String({ description: 'To be shown with the data' })),
  attribution_url: Type.Optional(Type.String()),
  static_status: Type.Literal('ACTIVE'),
  realtime_status: Type.Literal('ACTIVE'),
  created_at: Instant,
  modified_at: Instant,
});

/** Both sources have been as they are since this feed exists. */
const SINCE = '2026-11-23T00:00:00.000Z';

export const listParkingSourcesOperation = defineOperation({
  operationId: 'listParkingSources',
  method: 'get',
  path: '/feeds/parkapi/v3/sources',
  summary: 'Where the parking sites of ParkAPI 3 come from',
  description: 'Sites of the second source come from OpenStreetMap, which asks for an attribution.',
  tags: ['feeds'],
  auth: 'public',
  budgets: ['read'],
  deadlineMs: LONG_CALL_MS_MAX,
  headers: FEED_HEADERS,
  responses: feedResponses(
    'Both sources',
    'application/json',
    named('ParkingSourceList', { total_count: Type.Integer(), items: Type.Array(Source) }),
  ),
  async handler({ headers }, { config }) {
    const items = sourcesOf(config.baseUrl);
    const text = JSON.stringify({ total_count: items.length, items });
    return replyWithJson(text, headers);
  },
});

function sourcesOf(baseUrl: string): Static<typeof Source>[] {
  const status = { static_status: 'ACTIVE', realtime_status: 'ACTIVE' } as const;
  const dates = { created_at: SINCE, modified_at: SINCE };
  return [
    {
      id: OWN_SOURCE_ID,
      uid: 'hexlot',
      name: 'Operators of Hexlot',
      public_url: baseUrl,
      ...status,
      ...dates,
    },
    {
      id: OSM_SOURCE_ID,
      uid: 'hexlot-openstreetmap',
      name: 'Operators of Hexlot, from OpenStreetMap',
      public_url: baseUrl,
      attribution_license: 'ODbL-1.0',
      attribution_contributor: OSM_ATTRIBUTION,
      attribution_url: 'https://www.openstreetmap.org/copyright',
      ...status,
      ...dates,
    },
  ];
}
