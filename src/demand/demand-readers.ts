import type { ForecastTiles } from './forecasts/forecast-tiles.ts';
import type { OwnForecasts } from './forecasts/own-forecasts.ts';
import type { ReadCalendarEvents } from './outlook/calendar-events.ts';
import type { NowcastLots } from './outlook/nowcast-lots.ts';
import type { MarketTiles } from './tiles/market-tiles.ts';

/** What answers about demand are read from, with what it keeps in memory. */
export type DemandReaders = Readonly<{
  market: MarketTiles;
  forecasts: ForecastTiles;
  ownForecasts: OwnForecasts;
  nowcastLots: NowcastLots;
  calendarEvents: ReadCalendarEvents;
}>;
