import type { Clock } from '../clock.ts';
import { HORIZONS } from '../forecast/lot-forecast.ts';
import { areaParameters, boxesAroundCircle } from '../geometry/bounding-boxes.ts';
import { type Area, type AreaQuestion, coverArea, readArea } from '../market/area.ts';
import { areaRate } from '../market/area-rate.ts';
import type { Confidence } from '../market/confidence.ts';
import type { DaySums } from '../market/day-sums.ts';
import { demandScore } from '../market/demand-score.ts';
import {
  type Expected,
  type ExpectedBasis,
  type ExpectedOccupancy,
  expectedOccupancy,
  expectedSales,
  isAllClosed,
  wholeOf,
} from '../market/expected-demand.ts';
import type { ForecastTiles } from '../market/forecast-tiles.ts';
import { noLots } from '../market/market-rate.ts';
import type { MarketTiles } from '../market/market-tiles.ts';
import { readForecasts } from '../market/read-forecasts.ts';
import { votesByCurrency } from '../market/votes.ts';
import type { Querier } from '../stores/postgres.ts';
import { type ExpectedEvent, expectedEvents } from './expected-events.ts';
import type { ReadHappenings } from './happenings.ts';
import { checkAnywhere, daysAhead, instantsOf } from './local-days.ts';
import { type PriceRecommendation, recommendPrice } from './recommend-price.ts';

/** With fewer lots, an answer says more about single lots than about an area. */
export const FORECAST_LOTS_MIN = 3;
export const HIGH_CONFIDENCE_HISTORIES_MIN = 10;
/** The days that are forecast one by one, today included. */
export const HIGH_CONFIDENCE_DAYS = HORIZONS;

/** Decimals of a mean error and of a share. */
const ERROR_DIGITS = 4;

/** What is expected of the lots in a circle on one day. Money is in minor units of `currency`. */
export type DemandForecast = {
  score: Expected;
  sessions: Expected;
  peakPct: Expected;
  revenueMinor: Expected;
  currency: string;
  basis: ExpectedBasis;
  events: ExpectedEvent[];
  price: PriceRecommendation;
  lotCount: number;
  forecastLotCount: number;
  historyLotCount: number;
  closedLotCount: number;
  /**
   * What the forecasts of the last days were off by, and the part of their 80 % intervals that
   * contained what came; null: none could be compared.
   */
  backtest: { mae: number | null; days: number; coverage: number | null };
  timezone: string;
  confidence: Confidence;
  asOf: Date;
};

type Deps = {
  db: Querier;
  market: MarketTiles;
  forecasts: ForecastTiles;
  happenings: ReadHappenings;
  clock: Clock;
};

/**
 * What is expected on a day (counted from 1970-01-01) in a circle of up to 50 km. Errors:
 * BAD_REQUEST naming `date` when it is not from today to a year ahead in the zone of the centre,
 * NOT_FOUND where there is no lot, and INTERNAL (503) while nothing has been published yet.
 */
export async function findDemandForecast(
  { db, market, forecasts, happenings, clock }: Deps,
  question: AreaQuestion & { day: number },
): Promise<DemandForecast> {
  const { day, operatorId } = question;
  const nowMs = clock.now();
  checkAnywhere(day, nowMs);
  const cover = coverArea(question);
  const area = await readArea(market, question, cover);
  if (area.lotCount === 0) throw noLots();
  const forecast = await readForecasts(forecasts, question.livemode, cover);
  const timezone = forecast.timezone ?? (await zoneAround(db, question));
  const ahead = daysAhead(day, timezone, nowMs);
  const sums = await forecast.sumDay(day);
  const rate = areaRate(area.votes);
  const currency = rate?.votes.currency ?? votesByCurrency(area.votes)[0]?.currency ?? '';
  const occupancy = expectedOccupancy(sums);
  const { peakPct } = occupancy;
  return {
    score: scoreOf(area, occupancy),
    peakPct,
    ...expectedSales(sums, { currency, isPriced: rate !== undefined, operatorId }),
    currency,
    events: expectedEvents(await happenings(day), {
      ...question,
      ...instantsOf(day, timezone),
      places: sums.places,
    }),
    price: recommendPrice(rate === undefined ? null : { ...rate, currency }, {
      peakPct: peakPct.interval === null ? null : peakPct.value,
      isClosed: isAllClosed(sums),
    }),
    lotCount: area.lotCount,
    forecastLotCount: sums.knownCount,
    historyLotCount: sums.historyCount,
    closedLotCount: sums.closedCount,
    backtest: backtestOf(sums),
    timezone,
    confidence: confidenceIn(sums, ahead),
    asOf: new Date(Math.min(area.asOf.getTime(), sums.madeAtMs)),
  };
}

/** Where no lot has a forecast yet: the zone of the nearest lot. */
async function zoneAround(
  db: Querier,
  { centre, radiusM, livemode }: AreaQuestion,
): Promise<string> {
  const [nearest] = await db.query<{ timezone: string }>('lots_find_nearest', {
    livemode,
    ...areaParameters(boxesAroundCircle(centre, radiusM)),
    latitude: centre.lat,
    longitude: centre.lng,
  });
  // All lots of the circle were removed since the last publication.
  if (nearest === undefined) throw noLots();
  return nearest.timezone;
}

/** The formula of the market rate, with the share that is expected to be taken. */
function scoreOf({ demand, percentiles }: Area, { taken, known, peakPct }: ExpectedOccupancy) {
  const scoreAt = (spaceHours: number) =>
    demandScore({ ...demand, occupied_minutes: spaceHours, known_minutes: known }, percentiles);
  const { low, high } = taken.interval;
  const score = wholeOf(scoreAt(taken.value), { low: scoreAt(low), high: scoreAt(high) });
  return peakPct.interval === null ? { ...score, interval: null } : score;
}

function backtestOf({ backtest }: DaySums): DemandForecast['backtest'] {
  const { errorSum, cells, days, insideCount, intervalCells } = backtest;
  const mean = (sum: number, count: number) =>
    count === 0 ? null : Number((sum / count).toFixed(ERROR_DIGITS));
  return { mae: mean(errorSum, cells), days, coverage: mean(insideCount, intervalCells) };
}

function confidenceIn({ knownCount, historyCount }: DaySums, ahead: number): Confidence {
  if (knownCount < FORECAST_LOTS_MIN) return 'low';
  const isHigh = historyCount >= HIGH_CONFIDENCE_HISTORIES_MIN && ahead < HIGH_CONFIDENCE_DAYS;
  return isHigh ? 'high' : 'medium';
}
