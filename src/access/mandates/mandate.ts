import type { LatLng } from '../../kit/geo/great-circle.ts';

/**
 * What a line of keys may spend on parking, where and when. Money is in minor units of `currency`;
 * null: no such rule.
 */
export type MandateRules = Readonly<{
  /** Of the amounts, lower-case ISO 4217. */
  currency: string | null;
  maxPerStayMinor: number | null;
  maxPerDayMinor: number | null;
  maxPerMonthMinor: number | null;
  lotIds: readonly string[] | null;
  area: Readonly<LatLng & { radiusM: number }> | null;
  /** When vehicles may be parked: OSM syntax, by the clock of `timezone`. */
  hours: string | null;
  /** IANA name. Days, months and hours are those of this zone. */
  timezone: string;
  /** Whether the keys may only hold spaces, and others have to begin the stays. */
  needsActivation: boolean;
}>;

export type Mandate = MandateRules & Readonly<{ mandateId: string }>;

/** A mandate that other keys have already: all of them draw on the same amounts. */
export type SharedMandate = Pick<Mandate, 'mandateId'>;

/** A mandate as its row stores it. */
export type MandateRow = {
  mandate_id: string;
  currency: string | null;
  max_per_stay_minor: number | null;
  max_per_day_minor: number | null;
  max_per_month_minor: number | null;
  lot_ids: string[] | null;
  latitude: number | null;
  longitude: number | null;
  radius_m: number | null;
  hours: string | null;
  timezone: string;
  needs_activation: boolean;
};

export function toMandate(row: MandateRow): Mandate {
  const { latitude: lat, longitude: lng, radius_m: radiusM } = row;
  return {
    mandateId: row.mandate_id,
    currency: row.currency,
    maxPerStayMinor: row.max_per_stay_minor,
    maxPerDayMinor: row.max_per_day_minor,
    maxPerMonthMinor: row.max_per_month_minor,
    lotIds: row.lot_ids,
    area: lat === null || lng === null || radiusM === null ? null : { lat, lng, radiusM },
    hours: row.hours,
    timezone: row.timezone,
    needsActivation: row.needs_activation,
  };
}

export function toMandateRow({ area, ...mandate }: Mandate): MandateRow {
  return {
    mandate_id: mandate.mandateId,
    currency: mandate.currency,
    max_per_stay_minor: mandate.maxPerStayMinor,
    max_per_day_minor: mandate.maxPerDayMinor,
    max_per_month_minor: mandate.maxPerMonthMinor,
    lot_ids: mandate.lotIds === null ? null : [...mandate.lotIds],
    latitude: area?.lat ?? null,
    longitude: area?.lng ?? null,
    radius_m: area?.radiusM ?? null,
    hours: mandate.hours,
    timezone: mandate.timezone,
    needs_activation: mandate.needsActivation,
  };
}
