import { Type } from 'typebox';
import { oncePer } from '../../../../../src/kit/cache/once-per.ts';
import { countBelow } from '../../../../../src/kit/count-below.ts';
import { notTogether } from '../../../../../src/kit/errors.ts';
import { named } from '../../../../../src/kit/web/document/named.ts';
import { LONG_CALL_MS_MAX } from '../../../../../src/kit/web/reply/deadline.ts';
import type { MapFeed } from '../../../../../src/outbound/feeds/map-feed.ts';
import { defineOperation } from '../../../../operation.ts';
import { readBoundingBox } from '../../../bounding-box.ts';
import { BOX, FEED_HEADERS, feedResponses, inItsPlace } from '../../../feed-operation.ts';
import { replyWithFeed, replyWithJson } from '../../../feed-reply.ts';
import { PARKAPI_COLLECTION } from '../../../forms/parkapi.ts';
import { ParkingSiteSchema, SiteId } from '../../../forms/parking-site.ts';

const PATH = '/feeds/parkapi/v3/parking-sites';
/** As many as a server of ParkAPI gives at most. */
const PAGE_SITES_MAX = 1_000;

/** Sorted once for each state of the feed. */
const inOrder = oncePer((ids: readonly string[]) => Float64Array.from(ids, Number).sort());

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
      return replyWithJson(await pageOfSites(sites, start, limit), headers);
    });
  },
});

/**
 * A page of parking sites in the order of their ids, as JSON: at most `limit` of them from the id
 * `start` on. A page that is full says where the next one begins, as a server of ParkAPI does.
 */
async function pageOfSites(sites: MapFeed, start: number, limit: number): Promise<Buffer> {
  const ids = inOrder(await sites.ids());
  const from = countBelow(ids, start);
  const page = [...ids.subarray(from, from + limit)];
  const found = await Promise.all(page.map((id) => sites.find(String(id))));
  const items = found.filter((text) => text !== undefined).map(String);
  const nextId = (page.at(-1) ?? 0) + 1;
  const next = { next_id: nextId, next_path: `${PATH}?start=${nextId}&limit=${limit}` };
  const members = [
    `"total_count":${ids.length}`,
    `"items":[${items}]`,
    ...(page.length < limit ? [] : [JSON.stringify(next).slice(1, -1)]),
  ];
  return Buffer.from(`{${members}}`);
}
