import { createAgentAudit } from '../src/access/audit/audit-agent-calls.ts';
import { openForecastTiles } from '../src/demand/forecasts/forecast-tiles.ts';
import { openOwnForecasts } from '../src/demand/forecasts/own-forecasts.ts';
import { openHappenings } from '../src/demand/outlook/happenings.ts';
import { openNowcasts } from '../src/demand/outlook/nowcast-lots.ts';
import { createSearchRecorder } from '../src/demand/searches/record-search.ts';
import { openMarketTiles } from '../src/demand/tiles/market-tiles.ts';
import { createMeter } from '../src/money/usage/meter.ts';
import { createEventWatch } from '../src/outbound/webhooks/listen/event-watch.ts';
import { checkEndpoint } from '../src/outbound/webhooks/sending/check-endpoint.ts';
import { openHostResolver } from '../src/outbound/webhooks/sending/resolve-host.ts';
import { openLotTiles } from '../src/parking/lots/search/tiles/lot-tiles.ts';
import type { House } from '../src/services/open-house.ts';
import { followNotices } from '../src/stores/notices.ts';
import { openPostgres } from '../src/stores/postgres.ts';
import { createQuotes } from '../src/tariffs/quotes.ts';
import type { App } from './app.ts';
import { openFeeds } from './feeds/feeds.ts';

/** Connections for the map feeds, separate from the main pool. */
const FEED_POOL_SIZE = 2;
const FEED_STATEMENT_MS_MAX = 30_000;

export type OpenApp = {
  app: App;
  /** Writes what is not written yet; the database stays open. */
  close(): Promise<void>;
};

/** Opens what only the API needs, and returns it together with the house. */
export function openApp(house: House): OpenApp {
  const { db, log, config } = house;
  const endpoints = { allow: config.webhookAllow, resolver: openHostResolver() };
  const feedDb = openPostgres({
    connectionString: db.connectionString,
    poolSize: FEED_POOL_SIZE,
    name: 'api feeds',
    log,
    statementTimeoutMs: FEED_STATEMENT_MS_MAX,
  });
  const eventWatch = createEventWatch(db, log);
  const feeds = openFeeds({ ...house, db: feedDb });
  const lotTiles = openLotTiles(db);
  const market = openMarketTiles(house);
  const forecastNotices = followNotices(house, 'forecast');
  const forecasts = openForecastTiles({ ...house, notices: forecastNotices });
  const ownForecasts = openOwnForecasts({ ...house, notices: forecastNotices });
  const nowcastLots = openNowcasts({ ...house, notices: forecastNotices });
  const happenings = openHappenings({ ...house, notices: forecastNotices });
  const quotes = createQuotes(db);
  const meter = createMeter(db, log);
  const searches = createSearchRecorder(db, log);
  const agentAudit = createAgentAudit(db, log);
  return {
    app: {
      ...house,
      eventWatch,
      feeds,
      lotTiles,
      market,
      forecasts,
      ownForecasts,
      nowcastLots,
      happenings,
      meter,
      quotes,
      searches,
      agentAudit,
      checkEndpoint: async (url) => (await checkEndpoint(url, endpoints)).href,
    },
    async close() {
      eventWatch.close();
      await Promise.all([
        market.close(),
        forecastNotices.close(),
        searches.close(),
        meter.close(),
        agentAudit.close(),
        feedDb.close(),
      ]);
    },
  };
}
