import type { Config } from '../../src/config.ts';
import type { Clock } from '../../src/kit/clock.ts';
import {
  FEATURE_COLLECTION,
  type FeedForm,
  GZIPPED_LINES,
} from '../../src/outbound/feeds/feed-form.ts';
import { type LotWriter, lotTexts } from '../../src/outbound/feeds/lot-feed.ts';
import {
  type FeatureSource,
  type MapFeed,
  openMapFeed,
} from '../../src/outbound/feeds/map-feed.ts';
import { osmFeatures } from '../../src/outbound/feeds/osm-feed.ts';
import { OSM_FORMS, type OsmFormat } from '../../src/outbound/feeds/osm-forms.ts';
import { projectionFeatures } from '../../src/outbound/feeds/projection-feed.ts';
import type { LotLook } from '../../src/parking/lots/search/tiles/lot-changes.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import { createPlaces, type Places } from '../access/places.ts';
import { APDS_COLLECTION } from './forms/apds.ts';
import { apdsPlaces } from './forms/apds-place.ts';
import { apdsRates } from './forms/apds-rate.ts';
import { lotLines } from './forms/lot-line.ts';
import { mapLots } from './forms/map-lot.ts';
import { otpLots } from './forms/otp-lot.ts';
import { OTP_COLLECTION, PARKAPI_COLLECTION } from './forms/parkapi.ts';
import { parkingSites } from './forms/parking-site.ts';

/**
 * Feeds under way at once, to bound their memory and to keep one address from taking all places.
 */
const FEEDS_MAX = 32;
const FEEDS_MAX_PER_CALLER = 4;

/** The feeds of both modes, and the places for answers under way. */
export type Feeds = Readonly<{
  lots(livemode: boolean): MapFeed;
  lotLines(livemode: boolean): MapFeed<LotLook>;
  parkingSites(livemode: boolean): MapFeed;
  otpLots(livemode: boolean): MapFeed;
  apdsPlaces(livemode: boolean): MapFeed;
  apdsRates(livemode: boolean): MapFeed;
  projectionSites(livemode: boolean): MapFeed;
  osm: Readonly<Record<OsmFormat, (livemode: boolean) => MapFeed>>;
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
  const all: MapFeed[] = [];

  /** A feed of each mode. */
  function bothModes<Mark>(form: FeedForm, sourceOf: (livemode: boolean) => FeatureSource<Mark>) {
    const [live, test] = [
      openMapFeed(sourceOf(true), form, clock),
      openMapFeed(sourceOf(false), form, clock),
    ];
    all.push(live, test);
    return (livemode: boolean) => {
      for (const feed of all) feed.forgetIfIdle();
      return livemode ? live : test;
    };
  }
  const osm = (format: OsmFormat) =>
    bothModes(OSM_FORMS[format], (livemode) => osmFeatures(db, format, livemode));
  const { baseUrl } = config;
  const lotsAs = (form: FeedForm, writer: LotWriter) =>
    bothModes(form, (livemode) => lotTexts(db, livemode, writer));
  return {
    lotLines: lotsAs(GZIPPED_LINES, lotLines(baseUrl)),
    parkingSites: lotsAs(PARKAPI_COLLECTION, parkingSites(baseUrl)),
    otpLots: lotsAs(OTP_COLLECTION, otpLots(baseUrl)),
    apdsPlaces: lotsAs(APDS_COLLECTION, apdsPlaces(baseUrl)),
    apdsRates: lotsAs(APDS_COLLECTION, apdsRates(baseUrl)),
    lots: lotsAs(FEATURE_COLLECTION, mapLots(baseUrl)),
    projectionSites: bothModes(FEATURE_COLLECTION, (livemode) => projectionFeatures(db, livemode)),
    osm: { osm: osm('osm'), osc: osm('osc'), geojson: osm('geojson') },
    places: createPlaces({
      what: 'feeds',
      countMax: FEEDS_MAX,
      countMaxPerCaller: FEEDS_MAX_PER_CALLER,
    }),
  };
}
