import { Type } from 'typebox';
import { notFound } from '../../../../../src/kit/errors.ts';
import { LONG_CALL_MS_MAX } from '../../../../../src/kit/web/reply/deadline.ts';
import { defineOperation } from '../../../../operation.ts';
import { FEED_HEADERS, feedResponses } from '../../../feed-operation.ts';
import { replyWithJson } from '../../../feed-reply.ts';
import { ParkingSiteSchema, SiteId } from '../../../forms/parking-site.ts';

export const getParkingSiteOperation = defineOperation({
  operationId: 'getParkingSite',
  method: 'get',
  path: '/feeds/parkapi/v3/parking-sites/{parking_site_id}',
  summary: 'One parking site of ParkAPI 3',
  description: 'As the list of parking sites shows it, by the id that it has there.',
  tags: ['feeds'],
  auth: 'public',
  budgets: ['read'],
  deadlineMs: LONG_CALL_MS_MAX,
  params: Type.Object({
    parking_site_id: SiteId('id of the list'),
  }),
  headers: FEED_HEADERS,
  responses: feedResponses('The parking site', 'application/json', ParkingSiteSchema),
  errors: ['NOT_FOUND'],
  async handler({ params, headers, livemode }, { feeds }) {
    const site = await feeds.parkingSites(livemode).find(String(params.parking_site_id));
    if (site === undefined) throw notFound('parking site');
    return replyWithJson(site, headers);
  },
});
