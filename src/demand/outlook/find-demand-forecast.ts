import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { noBacktest } from '../../kit/forecast/backtest-sum.ts';
import { HORIZONS } from '../../kit/forecast/lot-forecast.ts';
import { areaParameters, boxesAroundCircle } from '../../kit/geo/bounding-boxes.ts';
import type { Querier } from '../../stores/postgres.ts';
import { forecastCircle } from '../forecasts/circle-forecast.ts';
import { type ExpectedFigures, expectedOfLots } from '../forecasts/expected-demand.ts';
import type { ForecastTiles } from '../forecasts/forecast-tiles.ts';
import type { OwnForecasts } from '../forecasts/own-forecasts.ts';
import { type LotPart, readForecasts } from '../forecasts/read-forecasts.ts';
import { type AreaQuestion, coverArea, readArea } from '../rates/area.ts';
import type { Confidence } from '../rates/confidence.ts';
import { noLots } from '../rates/no-lots.ts';
import type { MarketTiles } from '../tiles/market-tiles.ts';
import type { ReadCalendarEvents } from './calendar-events.ts';
import { type ExpectedEvent, expectedEvents } from './expected-events.ts';
import {
  type CircleFigures,
  expectedInCircle,
  isAllClosed,
  reasonOf,
} from './expected-in-circle.ts';
import { checkAnywhere, daysAhead, instantsOf } from './local-days.ts';
import { PRICE_ELASTICITY, type PriceRecommendation, recommendPrice } from './recommend-price.ts';

/** With fewer lots, an answer says more about single lots than about an area. */
export const FORECAST_LOTS_MIN = 3;
export const HIGH_CONFIDENCE_LOTS_MIN = 10;
/** The days that are forecast one by one, today included. */
export const HIGH_CONFIDENCE_DAYS = HORIZONS;

/** Decimals of a mean error and of a share. */
const ERROR_DIGITS = 4;

/** What is expected of the lots in a circle on one day. Money is in minor units of `currency`. */
type DemandForecast = CircleFigures & {
  currency: string;
  /** Why figures are null, a sentence; null where they are known. */
  reason: string | null;
  events: ExpectedEvent[];
  price: PriceRecommendation;
  lotCount: number;
  /** Lots in areas with a forecast. */
  forecastLotCount: number;
  closedLotCount: number;
  /** Lots whose opening hours are not known. */
  hoursUnknownLotCount: number;
  /** What is expected of the caller's own lots in the circle; null: it has none there. */
  own: OwnForecast | null;
  /**
   * What the forecasts of the last days were off by, and the part of their 80 % intervals that
   * contained what came; null: none could be compared.
   */
  backtest: { mae: number | null; days: number; coverage: number | null };
  timezone: string;
  confidence: Confidence;
  asOf: Date;
};

export type OwnForecast = ExpectedFigures & {
  lotCount: number;
  closedLotCount: number;
  parts: readonly LotPart[];
};

type Deps = {
  db: Querier;
  market: MarketTiles;
  forecasts: ForecastTiles;
  ownForecasts: OwnForecasts;
  calendarEvents: ReadCalendarEvents;
  clock: Clock;
};

/**
 * What is expected on a day (counted from 1970-01-01) in a circle of up to 50 km, from the
 * forecasts of the areas there. Errors: BAD_REQUEST naming `date` when it is not from today to a
 * year ahead in the zone of the centre, NOT_FOUND where there is no lot, and INTERNAL (503) while
 * nothing has been published yet.
 */
export async function findDemandForecast(
  { db, market, forecasts, ownForecasts, calendarEvents, clock }: Deps,
  question: AreaQuestion & { day: number },
): Promise<DemandForecast> {
  const { day, operatorId } = question;
  const nowMs = clock.now();
  checkAnywhere(day, nowMs);
  const cover = coverArea(question);
  const area = await readArea(market, question, cover);
  const { rate, lotCount } = area;
  if (rate === undefined) throw noLots(area.asOf, 'no lots in this circle');
  const read = await readForecasts({ forecasts, ownForecasts }, question.livemode, cover);
  const timezone = read.timezone ?? (await zoneAround(db, question));
  const ahead = daysAhead(day, timezone, nowMs);
  const posted = await read.sumDay(day);
  const { currency, hourly } = rate;
  const circle = forecastCircle(area.held(), read.areas, { day, currency });
  const isClosed = isAllClosed(lotCount, posted);
  const figures = expectedInCircle(area, rate, { circle, isClosed });
  const { peakPct } = figures;
  return {
    ...figures,
    currency,
    reason: reasonOf(figures, lotCount, posted),
    events: expectedEvents(await calendarEvents(day, question), {
      ...question,
      ...instantsOf(day, timezone),
      places: posted.places,
    }),
    price: recommendPrice({
      rate: hourly === null ? null : { avgHourlyMinor: hourly.average, currency },
      peakPct: peakPct?.value ?? null,
      revenueMinor: figures.revenueMinor?.value ?? null,
      isClosed,
      elasticity: PRICE_ELASTICITY,
    }),
    lotCount,
    forecastLotCount: circle?.lotCount ?? 0,
    closedLotCount: posted.closedCount,
    hoursUnknownLotCount: posted.hoursUnknownCount + Math.max(0, lotCount - posted.lotCount),
    own:
      area.own.lots === 0
        ? null
        : ownOf(area.own.lots, await read.sumOwn(operatorId, { day, currency })),
    backtest: backtestOf(circle?.backtest),
    timezone,
    confidence: confidenceIn(isClosed ? lotCount : (circle?.lotCount ?? 0), ahead),
    asOf: new Date(Math.min(area.asOf.getTime(), circle?.madeAtMs ?? Infinity)),
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
  if (nearest === undefined)
    throw new AppError('NOT_FOUND', 'the lots in this circle are no longer listed');
  return nearest.timezone;
}

function ownOf(
  lotCount: number,
  { parts, ...sums }: Parameters<typeof expectedOfLots>[0] & Pick<OwnForecast, 'parts'>,
): OwnForecast {
  return { lotCount, closedLotCount: sums.closedCount, parts, ...expectedOfLots(sums) };
}

function backtestOf(sum = noBacktest()): DemandForecast['backtest'] {
  const { errorSum, cells, days, insideCount, intervalCells } = sum;
  const mean = (total: number, count: number) =>
    count === 0 ? null : Number((total / count).toFixed(ERROR_DIGITS));
  return { mae: mean(errorSum, cells), days, coverage: mean(insideCount, intervalCells) };
}

function confidenceIn(knownCount: number, ahead: number): Confidence {
  if (knownCount < FORECAST_LOTS_MIN) return 'low';
  const isHigh = knownCount >= HIGH_CONFIDENCE_LOTS_MIN && ahead < HIGH_CONFIDENCE_DAYS;
  return isHigh ? 'high' : 'medium';
}
