import type { Logger } from 'pino';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { openGeocoder } from '../src/geocoding/open-geocoder.ts';
import { openLotTiles } from '../src/lots/lot-tiles.ts';
import { openMarketTiles } from '../src/market/market-tiles.ts';
import { openPayments } from '../src/payments/open-payments.ts';
import { createQuotes } from '../src/pricing/quotes.ts';
import { createSearchAudit } from '../src/searches/audit-searches.ts';
import { createSearchRecorder } from '../src/searches/record-search.ts';
import { openPostgres, type Postgres } from '../src/stores/postgres.ts';
import { createMeter } from '../src/usage/meter.ts';
import type { App } from './app.ts';
import { openFeeds } from './feeds.ts';

/** Connections of the map feeds, beside the pool of everything else. */
const FEED_POOL_SIZE = 2;
const FEED_STATEMENT_MS_MAX = 30_000;

export type OpenApp = {
  app: App;
  /** Writes what is still waiting to be written; the database stays open. */
  close(): Promise<void>;
};

/** Builds the house that the doors open to, as it is configured. */
export function openApp(ground: {
  config: Config;
  db: Postgres;
  clock: Clock;
  log: Logger;
}): OpenApp {
  const { db, log } = ground;
  const feedDb = openPostgres({
    connectionString: db.connectionString,
    poolSize: FEED_POOL_SIZE,
    name: 'api feeds',
    log,
    statementTimeoutMs: FEED_STATEMENT_MS_MAX,
  });
  const feeds = openFeeds({ ...ground, db: feedDb });
  const lotTiles = openLotTiles(db);
  const market = openMarketTiles(ground);
  const geocoder = openGeocoder(ground);
  const payments = openPayments(db);
  const quotes = createQuotes(db);
  const meter = createMeter(db, log);
  const searches = createSearchRecorder(db, log);
  const searchAudit = createSearchAudit(db, log);
  return {
    app: {
      ...ground,
      feeds,
      geocoder,
      lotTiles,
      market,
      meter,
      payments,
      quotes,
      searches,
      searchAudit,
    },
    async close() {
      await Promise.all([
        market.close(),
        searches.close(),
        meter.close(),
        searchAudit.close(),
        feedDb.close(),
      ]);
    },
  };
}
