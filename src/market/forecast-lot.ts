import type { LatLng } from '../geometry/great-circle.ts';

/** A listed, active lot with its forecast. */
export type ForecastLot = {
  lotId: string;
  /** false: a possible duplicate of another lot, which is told to its operator only. */
  isCounted: boolean;
  cell: bigint;
  at: LatLng;
  operatorId: string;
  /** null: nobody counted them since the forecast was made. */
  spaces: number | null;
  currency: string;
  /** Minor units; null: no rate is posted. */
  postedHourly: number | null;
  postedDaily: number | null;
  timezone: string;
  /** Whether it posts opening hours. */
  hasHours: boolean;
  /** Of its public holidays, see placeKey. */
  place: string;
  /** When the forecast was made, milliseconds since 1970. */
  madeAtMs: number;
  /** See src/forecast/packed-forecast.ts. */
  bytes: Uint8Array;
};

/** A lot as the database sends it. */
export type SentLot = {
  lot_id: string;
  cell: string;
  latitude: number;
  longitude: number;
  operator_id: string;
  space_count: number | null;
  currency: string;
  posted_hourly: number | null;
  posted_daily: number | null;
  timezone: string;
  has_hours: boolean;
  is_counted: boolean;
  country: string | null;
  state: string | null;
  made_at_ms: number;
  byte_count: number;
};

/** The country and state of a lot as one text, for collecting those of many lots. */
export function placeKey(country: string | null, state: string | null): string {
  return `${country ?? ''} ${state ?? ''}`;
}
