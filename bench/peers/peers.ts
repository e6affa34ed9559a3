import { Type } from 'typebox';
import { CIRCLE } from '../../api/fields/field-types.ts';
import { defineOperation, type Operation } from '../../api/operation.ts';
import { presentFoundLot } from '../../api/v1/lots/found-lot.ts';
import { areaParameters, boxesAroundCircle } from '../../src/kit/geo/bounding-boxes.ts';
import { levelOf } from '../../src/parking/lots/availability-shown.ts';
import type { FoundLot } from '../../src/parking/lots/search/show-lots.ts';
import { openPeerDatabase } from './peer-statements.ts';

const PAGE_ROWS = 10;
const NO_QUOTES = { window: undefined, seal: () => '', lotCount: 1 };
const Circle = Type.Object(CIRCLE);
const COMMON = {
  method: 'get',
  tags: ['bench'],
  auth: { scope: 'intelligence', plans: ['pro', 'enterprise'] },
  budgets: ['intelligence'],
  query: Circle,
} as const;

/**
 * The answers of the service as others would compute them: one prepared statement each, behind the
 * same middleware as a hello.
 */
export function openPeers(connectionString: string, poolSize: number) {
  const database = openPeerDatabase(connectionString, poolSize);
  const marketRate = marketRateBy(database.prepare('market_rate'));
  const search = searchBy(database.prepare('lots_near'));
  const nearestFirst: Operation = {
    ...searchBy(database.prepare('lots_nearest_first')),
    operationId: 'peerNearestFirst',
    path: '/peer-nearest-first',
  };
  const operations = [marketRate, search, nearestFirst];
  return { operations, close: database.close };
}

type Prepared = ReturnType<ReturnType<typeof openPeerDatabase>['prepare']>;

function marketRateBy(find: Prepared): Operation {
  return defineOperation({
    ...COMMON,
    operationId: 'peerMarketRate',
    path: '/peer-market-rate',
    summary: 'The market rate by SQL over lots',
    responses: { 200: { description: 'the market rate', schema: Type.Unknown() } },
    handler: async ({ query: { lat, lng, radius_km } }) => {
      const radiusM = radius_km * 1_000;
      const [data] = await find({
        ...areaParameters(boxesAroundCircle({ lat, lng }, radiusM)),
        ...{ latitude: lat, longitude: lng, radius_m: radiusM },
      });
      return { status: 200 as const, body: { data } };
    },
  });
}

function searchBy(find: Prepared): Operation {
  return defineOperation({
    ...COMMON,
    operationId: 'peerSearch',
    path: '/peer-search',
    summary: 'The nearest lots by PostGIS',
    responses: { 200: { description: 'a page of lots', schema: Type.Unknown() } },
    handler: async ({ query: { lat, lng, radius_km } }, { config: { baseUrl } }) => {
      const radiusM = radius_km * 1_000;
      const place = { latitude: lat, longitude: lng, radius_m: radiusM };
      const rows = await find({ ...place, row_limit: PAGE_ROWS + 1 });
      const context = { baseUrl, ...NO_QUOTES };
      const lots = rows.slice(0, PAGE_ROWS).map((row) => presentFoundLot(asFound(row), context));
      const body = { lots, has_more: rows.length > PAGE_ROWS, next_cursor: null };
      return { status: 200 as const, body };
    },
  });
}

/** Lots of the bench have no hours, no counted vehicles and no surges. */
function asFound(row: object): FoundLot {
  const known = { openState: 'unknown', isReported: false, surgePct: null };
  const lot = { ...row, ...known } as FoundLot;
  const level = levelOf(lot.totalSpaces, lot.availableSpaces ?? 0);
  return { ...lot, level, availableAsOf: lot.now };
}
