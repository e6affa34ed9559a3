import { EMPTY_BENCHES } from './empty-benches.ts';
import type { Bench } from './measure.ts';
import { compareAgentDemand } from './runs/agent-demand.ts';
import { compareDemandForecast } from './runs/demand-forecast.ts';
import { compareFeeds } from './runs/feeds.ts';
import { compareBirmingham } from './runs/forecast.ts';
import { compareHexes } from './runs/hexes.ts';
import { compareMarketRate } from './runs/market-rate.ts';
import { compareMcp } from './runs/mcp.ts';
import { compareNeighbours } from './runs/neighbours.ts';
import { compareOsmExport } from './runs/osm-export.ts';
import { comparePeersMarket } from './runs/peers-market.ts';
import { comparePeersSearch } from './runs/peers-search.ts';
import { compareRefresh } from './runs/refresh.ts';
import { compareSearch } from './runs/search.ts';

/**
 * In the order in which they are measured. On each stack those come last that leave behind what
 * would change the figures of others.
 */
export const BENCHES: readonly Bench[] = [
  ...EMPTY_BENCHES,
  { name: 'birmingham', stack: 'single cities', minutes: 0.8, compare: compareBirmingham },
  { name: 'agent-demand', stack: 'single cities', minutes: 0.9, compare: compareAgentDemand },
  { name: 'hexes', stack: 'single cities', minutes: 0.6, compare: compareHexes },
  { name: 'mcp', stack: 'cities', minutes: 1.4, compare: compareMcp },
  { name: 'feeds', stack: 'cities', minutes: 0.5, compare: compareFeeds },
  { name: 'demand-forecast', stack: 'cities', minutes: 0.4, compare: compareDemandForecast },
  { name: 'osm', stack: 'cities', minutes: 0.8, compare: compareOsmExport },
  { name: 'neighbours', stack: 'cities', minutes: 3, compare: compareNeighbours },
  { name: 'search', stack: 'growing cities', minutes: 3.8, compare: compareSearch },
  { name: 'peers-search', stack: 'bare cities', minutes: 1.3, compare: comparePeersSearch },
  { name: 'market-rate', stack: 'metropolises', minutes: 7.6, compare: compareMarketRate },
  { name: 'peers-market', stack: 'metropolises', minutes: 3.4, compare: comparePeersMarket },
  { name: 'refresh', stack: 'metropolises', minutes: 1.8, compare: compareRefresh },
];
