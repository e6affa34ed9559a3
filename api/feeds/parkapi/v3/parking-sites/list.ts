import { Type } from 'typebox';
import { notTogether } from '../../../../../src/kit/errors.ts';
import { named } from '../../../../../src/kit/web/document/named.ts';
import { LONG_CALL_MS_MAX } from '../../../../../src/kit/web/reply/deadline.ts';
import { defineOperation } from '../../../../operation.ts';
import { readBoundingBox } from '../../../bounding-box.ts';
import { BOX, FEED_HEADERS, feedResponses, inItsPlace } from '../../../feed-operation.ts';
import { replyWithFeed, replyWithJson } from '../../../feed-reply.ts';
import { PARKAPI_COLLECTION } from '../../../forms/parkapi.ts';
import { ParkingSiteSchema, SiteId } from '../../../forms/parking-site.ts';
import { pageOfSites } from './page-of-sites.ts';

const PATH = '/feeds/parkapi/v3/parking-sites';
/** As many as a server of ParkAPI gives at most. */
const PAGE_SITES_MAX = 1_000;

export const listParkingSitesOperation = defineOperation({
  operationId: 'listParkingSites',
  method: 'get',
  path: PATH,
  summary: 'All listed, active lots as parking sites of ParkAPI 3',
  description:
    'As clients read them from /api/public/v3: whole, or with limit in pages. A lot whose spaces ' +
    'are not known is left out, because a site needs a capacity. Members that begin with ' +
    'realtime_ are of a count of the vehicles in the last 15 minutes.',
  tags: ['feeds'],
  auth: 'public',
  budgets: ['read'],
  deadlineMs: LONG_CALL_MS_MAX,
  query: Type.Object({
    bbox: BOX,
    purpose: Type.Optional(
      Type.Literal('CAR', { description: 'There are no sites for anything else' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_SITES_MAX,
        description: 'Lots of a page, by their ids; without it all, near ones near each other',
      }),
    ),
    start: Type.Optional(SiteId('next_id of the page before; needs limit')),
  }),
  headers: FEED_HEADERS,
  responses: feedResponses(
    'Parking sites',
    PARKAPI_COLLECTION.contentType,
    named('ParkingSiteList', {
      total_count: Type.Integer({ minimum: 0, description: 'In the box, or on all pages' }),
      items: Type.Array(ParkingSiteSchema),
      next_id: Type.Optional(Type.Integer({ description: 'start of the next page' })),
      next_path: Type.Optional(Type.String({ description: 'Address of the next page' })),
    }),
  ),
  async handler({ query, headers, livemode, ip }, { feeds }) {
    const { bbox, limit, start = 0 } = query;
    if (bbox !== undefined && limit !== undefined) throw notTogether('bbox', 'limit');
    const box = bbox === undefined ? null : readBoundingBox(bbox);
    return inItsPlace(feeds, ip, async () => {
      const sites = feeds.parkingSites(livemode);
      if (limit === undefined) return replyWithFeed(await sites.read(box), headers);
      return replyWithJson(await pageOfSites(sites, PATH, { start, limit }), headers);
    });
  },
});
