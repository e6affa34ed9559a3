import type { Operation } from '../../operation.ts';
import { getAgentDemandOperation } from './agent-demand.ts';
import { getDemandForecastOperation } from './demand-forecast.ts';
import { getHexesGeojsonOperation } from './hexes.geojson.ts';
import { getHistoryOperation } from './history.ts';
import { getMarketRateOperation } from './market-rate.ts';
import { getPricingOperation } from './pricing.ts';

export const intelligenceOperations: readonly Operation[] = [
  getMarketRateOperation,
  getHistoryOperation,
  getDemandForecastOperation,
  getAgentDemandOperation,
  getHexesGeojsonOperation,
  getPricingOperation,
];
