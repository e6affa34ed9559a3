import type { AgentAudit } from '../src/access/audit/audit-agent-calls.ts';
import type { CallRecorder } from '../src/access/calls/record-calls.ts';
import type { Keyring } from '../src/access/keys/keyring.ts';
import type { DemandReaders } from '../src/demand/demand-readers.ts';
import type { SearchRecorder } from '../src/demand/searches/record-search.ts';
import type { Meter } from '../src/money/usage/meter.ts';
import type { EventWatch } from '../src/outbound/webhooks/listen/event-watch.ts';
import type { CheckEndpoint } from '../src/outbound/webhooks/manage/webhook-details.ts';
import type { LotTiles } from '../src/parking/lots/search/tiles/lot-tiles.ts';
import type { Services } from '../src/services/open-services.ts';
import type { Quotes } from '../src/tariffs/quotes.ts';
import type { Budgets } from './access/budgets.ts';
import type { Document } from './document/document.ts';
import type { Feeds } from './feeds/feeds.ts';
import type { ForApps, OAuth } from './oauth/oauth.ts';
import type { PriceItem } from './price/price-item.ts';
import type { DeprecationLine } from './reply/deprecation.ts';

/** Everything that operations work with. The code that starts the API opens and closes it. */
export type App = Services &
  DemandReaders &
  ForApps &
  Readonly<{
    eventWatch: EventWatch;
    feeds: Feeds;
    lotTiles: LotTiles;
    meter: Meter;
    quotes: Quotes;
    searches: SearchRecorder;
    agentAudit: AgentAudit;
    calls: CallRecorder;
    checkEndpoint: CheckEndpoint;
    /**
     * For tests: check every answer against its declared schema, and send an error instead of an
     * answer that differs.
     */
    validateReplies?: boolean;
  }>;

/** What handlers get: the app, and what is prepared once for all calls. */
export type Api = App &
  Readonly<{
    /** Milliseconds of the clock at which this was made. */
    startedAt: number;
    /** The OpenAPI document of all operations. */
    openApi: Readonly<Record<string, unknown>>;
    /** The page at the root. */
    homePage: Document;
    /** What is sold, in the order of the routes. */
    priceList: readonly PriceItem[];
    /** What will go, in the order of the routes. */
    deprecations: readonly DeprecationLine[];
  }>;

/** What answering a call needs, over HTTP or from anywhere else. */
export type CallContext = Readonly<{
  api: Api;
  keyring: Keyring;
  oauth: OAuth;
  budgets: Budgets;
}>;
