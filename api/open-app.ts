import { createAgentAudit } from '../src/access/audit/audit-agent-calls.ts';
import { createCallRecorder } from '../src/access/calls/record-calls.ts';
import { openForecastTiles } from '../src/demand/forecasts/forecast-tiles.ts';
import { openOwnForecasts } from '../src/demand/forecasts/own-forecasts.ts';
import { openCalendarEvents } from '../src/demand/outlook/calendar-events.ts';
import { openNowcasts } from '../src/demand/outlook/nowcast-lots.ts';
import { createSearchRecorder } from '../src/demand/searches/record-search.ts';
import { openMarketTiles } from '../src/demand/tiles/market-tiles.ts';
import { createMeter } from '../src/money/usage/meter.ts';
import { openDocumentFetcher } from '../src/outbound/documents/fetch-document.ts';
import { createEventWatch } from '../src/outbound/webhooks/listen/event-watch.ts';
import { checkEndpoint } from '../src/outbound/webhooks/sending/check-endpoint.ts';
import { openHostResolver } from '../src/outbound/webhooks/sending/resolve-host.ts';
import { openLotTiles } from '../src/parking/lots/search/tiles/lot-tiles.ts';
import type { Services } from '../src/services/open-services.ts';
import { followNotices } from '../src/stores/notices.ts';
import { openPostgres } from '../src/stores/postgres.ts';
import { createQuotes } from '../src/tariffs/quotes.ts';
import type { App } from './app.ts';
import { openFeeds } from './feeds/feeds.ts';

/** Connections for the map feeds, separate from the main pool. */
const FEED_POOL_SIZE = 2;
const FEED_STATEMENT_MS_MAX = 30_000;

type OpenApp = {
  app: App;
  /** Writes what is not written yet; the database stays open. */
  close(): Promise<void>;
};

/** Opens what only the API needs, and returns it with the shared services. */
export function openApp(services: Services): OpenApp {
  const { db, log, config } = services;
  const endpoints = { allow: config.webhookAllow, resolver: openHostResolver() };
  const feedDb = openPostgres({
    connectionString: db.connectionString,
    poolSize: FEED_POOL_SIZE,
    name: 'api feeds',
    log,
    statementTimeoutMs: FEED_STATEMENT_MS_MAX,
  });
  const eventWatch = createEventWatch(db, log);
  const feeds = openFeeds({ ...services, db: feedDb });
  const lotTiles = openLotTiles(db);
  const market = openMarketTiles(services);
  const forecastNotices = followNotices(services, 'forecast');
  const forecasts = openForecastTiles({ ...services, notices: forecastNotices });
  const ownForecasts = openOwnForecasts({ ...services, notices: forecastNotices });
  const nowcastLots = openNowcasts({ ...services, notices: forecastNotices });
  const calendarEvents = openCalendarEvents({ ...services, notices: forecastNotices });
  const meter = createMeter(db, log);
  const searches = createSearchRecorder(db, log);
  const agentAudit = createAgentAudit(db, log);
  const calls = createCallRecorder({ db, log });
  return {
    app: {
      ...services,
      eventWatch,
      feeds,
      lotTiles,
      market,
      forecasts,
      ownForecasts,
      nowcastLots,
      calendarEvents,
      meter,
      quotes: createQuotes(db),
      searches,
      agentAudit,
      calls,
      fetchDocument: openDocumentFetcher({ resolver: endpoints.resolver }),
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
        calls.close(),
        feedDb.close(),
      ]);
    },
  };
}
