import type { House } from '../src/house/open-house.ts';
import type { Keyring } from '../src/keys/keyring.ts';
import type { LotTiles } from '../src/lots/search/lot-tiles.ts';
import type { MarketTiles } from '../src/market/market-tiles.ts';
import type { Quotes } from '../src/pricing/quotes.ts';
import type { SearchAudit } from '../src/searches/audit-searches.ts';
import type { SearchRecorder } from '../src/searches/record-search.ts';
import type { Meter } from '../src/usage/meter.ts';
import type { Budgets } from './access/budgets.ts';
import type { Feeds } from './feeds/feeds.ts';

/** What the doors need from the house. Whoever starts them opens and closes these. */
export type App = House &
  Readonly<{
    feeds: Feeds;
    lotTiles: LotTiles;
    market: MarketTiles;
    meter: Meter;
    quotes: Quotes;
    searches: SearchRecorder;
    searchAudit: SearchAudit;
    /** Hold every answer against its declared schema and refuse to send what differs: for tests. */
    validateReplies?: boolean;
  }>;

/** What handlers see: the app, and what the doors know about themselves. */
export type Api = App &
  Readonly<{
    /** Milliseconds of the clock at which the doors were made. */
    startedAt: number;
    /** The OpenAPI document, as it is sent. */
    openApiJson: Buffer;
    /** The page at the root, as it is sent. */
    homePage: Buffer;
  }>;

/** What every call is answered with, whichever way it comes. */
export type Doors = Readonly<{ api: Api; keyring: Keyring; budgets: Budgets }>;
