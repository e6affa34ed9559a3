import { commitDispatch } from './av-fleet/dispatch/commit.ts';
import { dispatchFleet } from './av-fleet/dispatch/create.ts';
import { getDispatch } from './av-fleet/dispatch/get.ts';
import { listDispatches } from './av-fleet/dispatch/list.ts';
import { releaseDispatch } from './av-fleet/dispatch/release.ts';
import { alsoUnderV1 } from './av-fleet/under-v1.ts';
import { getHome } from './home.ts';
import { getOpenApi } from './openapi.json.ts';
import type { Operation } from './operation.ts';
import type { StaticFile } from './static-files.ts';
import { getHealth } from './v1/health/get.ts';
import { getLiveness } from './v1/health/live.ts';
import { getReadiness } from './v1/health/ready.ts';
import { createLotBatch } from './v1/lots/batch.ts';
import { createLot } from './v1/lots/create.ts';
import { deleteLot } from './v1/lots/delete.ts';
import { getLot } from './v1/lots/get.ts';
import { listLots } from './v1/lots/list.ts';
import { createOccupancy } from './v1/lots/occupancy.ts';
import { getRates } from './v1/lots/rates/get.ts';
import { putRates } from './v1/lots/rates/put.ts';
import { searchParking } from './v1/lots/search.ts';
import { updateLot } from './v1/lots/update.ts';
import { getLotsGeojson } from './v1/lots.geojson.ts';
import { getPayout } from './v1/payouts/get.ts';
import { listPayouts } from './v1/payouts/list.ts';
import { getProjectionSitesGeojson } from './v1/projection-sites.geojson.ts';
import { activateReservation } from './v1/reserve/activate.ts';
import { cancelReservation } from './v1/reserve/cancel.ts';
import { reserve } from './v1/reserve/create.ts';
import { getReservation } from './v1/reserve/get.ts';
import { listReservations } from './v1/reserve/list.ts';
import { createSession } from './v1/sessions/create.ts';
import { endSession } from './v1/sessions/end.ts';
import { extendSession } from './v1/sessions/extend.ts';
import { getSession } from './v1/sessions/get.ts';
import { listSessions } from './v1/sessions/list.ts';
import { getReceipt } from './v1/sessions/receipt.ts';
import { refundSession } from './v1/sessions/refunds/create.ts';
import { listRefunds } from './v1/sessions/refunds/list.ts';
import { searchSessions } from './v1/sessions/search.ts';
import { getMarketRate } from './v2/intelligence/market-rate.ts';

/** Every endpoint there is. */
export const routes: readonly Operation[] = [
  getHome,
  getHealth,
  getLiveness,
  getReadiness,
  getOpenApi,
  searchParking,
  createLot,
  listLots,
  createLotBatch,
  getLot,
  updateLot,
  deleteLot,
  createOccupancy,
  getRates,
  putRates,
  getLotsGeojson,
  getProjectionSitesGeojson,
  createSession,
  listSessions,
  searchSessions,
  getSession,
  extendSession,
  endSession,
  getReceipt,
  refundSession,
  listRefunds,
  listPayouts,
  getPayout,
  reserve,
  listReservations,
  getReservation,
  activateReservation,
  cancelReservation,
  ...[dispatchFleet, listDispatches, getDispatch, commitDispatch, releaseDispatch].flatMap(
    alsoUnderV1,
  ),
  getMarketRate,
];

/** Every file that a page loads. The page at the root needs none: its style is in it. */
export const staticFiles: readonly StaticFile[] = [];
