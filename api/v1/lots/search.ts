import { Type } from 'typebox';
import { questionNear } from '../../../src/demand/searches/search-by.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { joinObjects } from '../../../src/kit/web/reply/join-objects.ts';
import { ownerOf } from '../../../src/parking/lots/own-lots.ts';
import { searchLots } from '../../../src/parking/lots/search/search-lots.ts';
import { NearPlace, readPoint } from '../../fields/near.ts';
import { defineOperation } from '../../operation.ts';
import { FoundLotSchema, writeFoundLot } from './found-lot.ts';
import { SearchQuery, toSearch } from './input/search-query.ts';
import { readWindow } from './quote.ts';

export const searchParkingOperation = defineOperation({
  operationId: 'searchParking',
  method: 'get',
  path: '/api/v1/lots/search',
  summary: 'Parking lots around a point, or around a place that is named',
  description:
    'Listed, active lots within radius_km, with free spaces, status and price now, or in a ' +
    'window (starts_at, ends_at) with a quote. Sorted by distance (taken in rings of 500 m, in ' +
    'each the nearest lot of each operator first), price (of the window, or the first hour) or ' +
    'free spaces, most first.',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read', 'agent_call'],
  query: SearchQuery,
  responses: {
    200: {
      description: 'A page of lots',
      schema: named('FoundLotList', {
        lots: Type.Array(FoundLotSchema),
        has_more: Type.Boolean(),
        next_cursor: nullable(Type.String()),
        near: Type.Optional(NearPlace),
      }),
    },
  },
  records: { searchesOf: 'everyone', audit: () => ({ kind: 'search' }) },
  async handler({ query, livemode, caller }, api) {
    const { db, lotTiles, nowcastLots, config, clock, quotes } = api;
    const window = readWindow(query);
    const { centre, near } = await readPoint(query, { caller, livemode }, api);
    const search = toSearch(query, centre, window, livemode);
    const now = clock.now();
    const found = await searchLots({ db, lotTiles }, search, now, ownerOf(caller));
    const { seal } = await quotes.open();
    const context = { baseUrl: config.baseUrl, window, seal, lotCount: found.lots.length };
    const soon = window === undefined ? await nowcastLots(found.lots, found.now) : [];
    const lots = found.lots.map((lot, i) => writeFoundLot(lot, context, soon[i]));
    const page = { has_more: found.hasMore, next_cursor: found.nextCursor, near };
    const body = joinObjects(`{"lots":[${lots.join(',')}]}`, JSON.stringify(page));
    const { hasMore } = found;
    const isFurtherPage = search.cursor !== null;
    const answered = { question: questionNear(search, found), hasMore, isFurtherPage };
    return { status: 200, body: Buffer.from(body), answered };
  },
});
