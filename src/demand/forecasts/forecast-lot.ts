import { type ClosedDays, closedDaysIn } from '../../kit/forecast/lot-facts.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';

/** What may be shown to everybody of a listed, active lot with a forecast. */
export type ForecastLot = {
  lotId: string;
  /** false: a possible duplicate of another lot, which is shown to its operator only. */
  isCounted: boolean;
  cell: bigint;
  at: LatLng;
  operatorId: string;
  timezone: string;
  /** Whether it posts opening hours. */
  hasHours: boolean;
  closed: ClosedDays;
  /** Of its public holidays, see placeKey. */
  place: string;
};

/** A lot as the database sends it. */
export type SentLot = {
  lot_id: string;
  cell: string;
  latitude: number;
  longitude: number;
  operator_id: string;
  timezone: string;
  has_hours: boolean;
  is_counted: boolean;
  country: string | null;
  state: string | null;
  /** Of the head of its forecast. */
  byte_count: number;
};

/** Reads lots. Texts and days that many of them share are kept once. */
export function lotReader(): (lot: SentLot, cell: bigint, head: Uint8Array) => ForecastLot {
  const texts = new Map<string, string>();
  const days = new Map<string, ClosedDays>();
  return (lot, cell, head) => {
    const closed = closedDaysIn(head);
    return {
      lotId: lot.lot_id,
      isCounted: lot.is_counted,
      cell,
      at: { lat: lot.latitude, lng: lot.longitude },
      operatorId: once(texts, lot.operator_id),
      timezone: once(texts, lot.timezone),
      hasHours: lot.has_hours,
      closed: once(days, closed, `${closed.fromDay} ${closed.days}`),
      place: once(texts, placeKey(lot.country, lot.state)),
    };
  };
}

function once<Value>(kept: Map<string, Value>, value: Value, key = String(value)): Value {
  const known = kept.get(key) ?? value;
  kept.set(key, known);
  return known;
}

/** The country and state of a lot as one text, for collecting those of many lots. */
export function placeKey(country: string | null, state: string | null): string {
  return `${country ?? ''} ${state ?? ''}`;
}
