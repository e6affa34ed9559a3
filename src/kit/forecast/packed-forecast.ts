import { emptyDaySet } from '../time/day-set.ts';
import { type ByteCodec, byteReader, byteWriter } from './byte-codec.ts';
import { HALF_HOURS } from './history/day-curve.ts';
import {
  CALENDAR_DAYS,
  emptyFigure,
  type Figure,
  type LotForecast,
  NOWCAST_SLOTS,
  type UnusualDay,
} from './lot-forecast.ts';

/**
 * Of the layout that `pass` describes; bytes of another version are not read. What is added at the
 * end keeps the version: who does not know it does not read it, and who does finds the end.
 */
export const PACKED_VERSION = 1;
/** What is published of a lot stays below this. */
const PACKED_BYTES_MAX = 2_000;
export const UNUSUAL_DAYS_MAX = 24;
/** Of each of them, after their number. */
export const UNUSUAL_BYTES = 4;

/** Shares in steps of 0.4 %, their usual errors in steps of 0.2 %. */
export const SHARE_STEP = 1 / 250;
export const SPREAD_STEP = 1 / 500;
export const SEASON_STEP = 1 / 100;
export const PART_STEP = 1 / 250;
export const FACTOR_STEP = 1 / 50;
/** Bounds of intervals in spreads: from -8 on. */
export const BOUND_STEP = 1 / 16;
export const BOUND_MIN = -8;

export const HAS_HISTORY = 1;
export const HAS_STAYS = 2;

/** The bytes of a forecast. What is read back is rounded as the steps above say. */
export function packForecast(forecast: LotForecast): Uint8Array {
  const buffer = new Uint8Array(PACKED_BYTES_MAX);
  const codec = byteWriter(buffer);
  pass(forecast, codec);
  return buffer.slice(0, codec.length());
}

/** Throws for bytes of another version. */
export function unpackForecast(bytes: Uint8Array): LotForecast {
  return pass(emptyForecast(), byteReader(bytes));
}

export function emptyForecast(): LotForecast {
  return {
    fromDay: 0,
    spaces: 0,
    hasHistory: false,
    hasStays: false,
    shares: emptyFigure(HALF_HOURS),
    sessions: emptyFigure(1),
    revenueMinor: emptyFigure(1),
    closed: emptyDaySet(CALENDAR_DAYS),
    holidays: emptyDaySet(CALENDAR_DAYS),
    unusual: [],
    carry: new Float32Array(NOWCAST_SLOTS.length),
    backtest: { errorSum: 0, cells: 0, days: 0, insideCount: null },
  };
}

/** Where the parts of a figure begin; bounds follow the season. */
type FigureLayout = Record<'next' | 'usual' | 'spread' | 'season', number>;

/** Where the parts begin, so that single days can be read without the rest. */
export const LAYOUT = measureLayout();

function measureLayout() {
  const forecast = emptyForecast();
  const codec = byteWriter(new Uint8Array(PACKED_BYTES_MAX));
  const beginnings = new Map<object, number>();
  const noting =
    <A extends [object, ...unknown[]]>(put: (...given: A) => void) =>
    (...given: A) => {
      beginnings.set(given[0], codec.length());
      put(...given);
    };
  pass(forecast, {
    ...codec,
    floats: noting(codec.floats),
    steps: noting(codec.steps),
    bytes: noting(codec.bytes),
  });
  const beginning = (part: object) => beginnings.get(part) ?? 0;
  const figure = ({ next, usual, spread, season }: Figure): FigureLayout => ({
    next: beginning(next),
    usual: beginning(usual),
    spread: beginning(spread),
    season: beginning(season),
  });
  return {
    flags: 1,
    fromDay: 2,
    spaces: 4,
    // The sum of errors, the number of half hours and of days.
    backtest: 8,
    carry: beginning(forecast.carry),
    closed: beginning(forecast.closed),
    holidays: beginning(forecast.holidays),
    shares: figure(forecast.shares),
    sessions: figure(forecast.sessions),
    revenueMinor: figure(forecast.revenueMinor),
    // The number of days, then the days. Whatever follows them comes after the last one.
    unusual: codec.length() - 1,
  };
}

/** Writes each part to the codec, or reads each; returns a forecast with the parts as they are. */
function pass(forecast: LotForecast, codec: ByteCodec): LotForecast {
  const version = codec.byte(PACKED_VERSION);
  if (version !== PACKED_VERSION) throw new Error(`a forecast has the unknown version ${version}`);
  const { hasHistory, hasStays, backtest } = forecast;
  const flags = codec.byte((hasHistory ? HAS_HISTORY : 0) | (hasStays ? HAS_STAYS : 0));
  const fromDay = codec.short(forecast.fromDay);
  const spaces = codec.integer(forecast.spaces);
  const score = {
    errorSum: codec.float(backtest.errorSum),
    cells: codec.integer(backtest.cells),
    days: codec.byte(backtest.days),
  };
  codec.steps(forecast.carry, PART_STEP);
  codec.bytes(forecast.closed);
  codec.bytes(forecast.holidays);
  for (const figure of [forecast.shares, forecast.sessions, forecast.revenueMinor])
    passFigure(figure, codec);
  const unusual = passUnusual(forecast.unusual, codec);
  return {
    ...forecast,
    hasHistory: (flags & HAS_HISTORY) !== 0,
    hasStays: (flags & HAS_STAYS) !== 0,
    fromDay,
    spaces,
    unusual,
    backtest: { ...score, insideCount: codec.lastInteger(backtest.insideCount) },
  };
}

function passFigure(figure: Figure, codec: ByteCodec): void {
  if (figure.slots === HALF_HOURS) {
    codec.steps(figure.next, SHARE_STEP);
    codec.steps(figure.usual, SHARE_STEP);
    codec.steps(figure.spread, SPREAD_STEP);
  } else for (const values of [figure.next, figure.usual, figure.spread]) codec.floats(values);
  codec.steps(figure.season, SEASON_STEP);
  for (const bounds of [figure.lows, figure.highs]) {
    const above = bounds.map((bound) => bound - BOUND_MIN);
    codec.steps(above, BOUND_STEP);
    bounds.set(above.map((bound) => bound + BOUND_MIN));
  }
  figure.together = codec.step(figure.together, PART_STEP);
}

function passUnusual(days: readonly UnusualDay[], codec: ByteCodec): UnusualDay[] {
  const count = codec.byte(Math.min(UNUSUAL_DAYS_MAX, days.length));
  return Array.from({ length: count }, (_, i) => ({
    ahead: codec.short(days[i]?.ahead ?? 0),
    share: codec.step(days[i]?.share ?? 1, FACTOR_STEP),
    daily: codec.step(days[i]?.daily ?? 1, FACTOR_STEP),
  }));
}
