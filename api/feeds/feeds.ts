import type { Clock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { lotFeatures } from '../../src/feeds/lot-feed.ts';
import { type MapFeed, openMapFeed } from '../../src/feeds/map-feed.ts';
import { projectionFeatures } from '../../src/feeds/projection-feed.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import { createPlaces, type Places } from '../access/places.ts';

/**
 * Feeds under way at once, to bound their memory and to keep one address from taking all places.
 */
const FEEDS_MAX = 32;
const FEEDS_MAX_PER_CALLER = 4;

/** The map feeds of both worlds, and the places for answers under way. */
export type Feeds = Readonly<{
  lots(livemode: boolean): MapFeed;
  projectionSites(livemode: boolean): MapFeed;
  places: Places;
}>;

export function openFeeds({
  db,
  clock,
  config,
}: {
  db: Querier;
  clock: Clock;
  config: Config;
}): Feeds {
  const bothWorlds = (open: (livemode: boolean) => MapFeed) => {
    const [live, test] = [open(true), open(false)];
    return (livemode: boolean) => (livemode ? live : test);
  };
  const { baseUrl } = config;
  return {
    lots: bothWorlds((livemode) => openMapFeed(lotFeatures(db, { livemode, baseUrl }), clock)),
    projectionSites: bothWorlds((livemode) => openMapFeed(projectionFeatures(db, livemode), clock)),
    places: createPlaces({
      what: 'map feeds',
      countMax: FEEDS_MAX,
      countMaxPerCaller: FEEDS_MAX_PER_CALLER,
    }),
  };
}
