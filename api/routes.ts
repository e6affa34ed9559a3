import { getOpenApi } from './openapi.json.ts';
import type { Operation } from './operation.ts';
import { getHealth } from './v1/health/get.ts';
import { getLiveness } from './v1/health/live.ts';
import { getReadiness } from './v1/health/ready.ts';
import { getLot } from './v1/lots/get.ts';
import { searchParking } from './v1/lots/search.ts';
import { getLotsGeojson } from './v1/lots.geojson.ts';
import { createSession } from './v1/sessions/create.ts';
import { endSession } from './v1/sessions/end.ts';
import { getSession } from './v1/sessions/get.ts';
import { getMarketRate } from './v2/intelligence/market-rate.ts';

/** Every endpoint there is. */
export const routes: readonly Operation[] = [
  getHealth,
  getLiveness,
  getReadiness,
  getOpenApi,
  searchParking,
  getLot,
  getLotsGeojson,
  createSession,
  getSession,
  endSession,
  getMarketRate,
];
