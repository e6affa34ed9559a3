import type { VehicleKind } from '../../kit/vehicle-kinds.ts';
import type { MaxRate } from '../../tariffs/max-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { priceStay, type StayPrice } from '../../tariffs/price/price-stay.ts';

export type HoldStatus = 'held' | 'activated' | 'expired' | 'canceled';

/** What was understood of the caller's words, as stored with the hold; it contains no plate. */
export type ParsedIntent = {
  place: string | null;
  lat: number | null;
  lng: number | null;
  attribution: string | null;
  features: string[];
  /** null: any. */
  lot_types: string[] | null;
  /** The most that an hour, a day or the whole stay may cost, in currency units. */
  max_rate: number | null;
  max_rate_per: MaxRate['per'] | null;
  /** null: the lot's currency. */
  max_rate_currency: string | null;
  vehicle_kind: VehicleKind | null;
  height_cm: number | null;
  /** How far from the place the lot may be, metres. */
  within_m: number | null;
  sort: 'distance' | 'price';
};

/** For holds that were not asked for in words. */
export const NO_INTENT: ParsedIntent = {
  place: null,
  lat: null,
  lng: null,
  attribution: null,
  features: [],
  lot_types: null,
  max_rate: null,
  max_rate_per: null,
  max_rate_currency: null,
  vehicle_kind: null,
  height_cm: null,
  within_m: null,
  sort: 'distance',
};

/**
 * A claim on spaces for `[startsAt, endsAt)`, to be redeemed by `expiresAt`. Money is in minor
 * units of `currency`; `rate` is the rate that was offered and that the stay pays.
 */
export type Hold = {
  holdId: string;
  code: string;
  lotId: string;
  lotName: string;
  /** Of the lot, in OSM syntax; null: not known. */
  openingHours: string | null;
  livemode: boolean;
  keyId: string;
  /** The mandate of the key; null: none. */
  mandateId: string | null;
  dispatchId: string | null;
  fencingToken: number;
  /** As it is compared. */
  plate: string | null;
  /** As its caller wrote it. */
  shownPlate: string | null;
  vin: string | null;
  fleetId: string | null;
  isAutonomous: boolean;
  /** As of `now`: a hold past its expiry is expired, whether or not it was swept yet. */
  status: HoldStatus;
  spaceCount: number;
  activatedCount: number;
  assignedSpace: string | null;
  startsAt: Date;
  endsAt: Date;
  expiresAt: Date;
  ttlSeconds: number;
  /** The caller's words with `{plate}` in place of the plate; null: none were given. */
  intent: string | null;
  parsed: ParsedIntent;
  rate: OfferedRate;
  currency: string;
  /** The first session it was redeemed for. */
  sessionId: string | null;
  createdAt: Date;
};

/** What the stays cost that a hold promises, for all its spaces. */
export function priceOfHold({
  rate,
  startsAt: startedAt,
  endsAt: endedAt,
  spaceCount,
}: Pick<Hold, 'rate' | 'startsAt' | 'endsAt' | 'spaceCount'>): StayPrice {
  return priceStay(rate.tariff, { startedAt, endedAt, spaceCount }, rate.conditions);
}

export const HOLD_SPACES_MAX = 50;
export const TTL_SECONDS_MIN = 60;
export const TTL_SECONDS_MAX = 3_600;
export const TTL_SECONDS_DEFAULT = 180;
/** Longest time from its start to its end. */
export const HOLD_HOURS_MAX = 168;
/** Longest time from now to its start. */
export const HOLD_AHEAD_DAYS_MAX = 30;
/** Spaces that an operator's keys may hold at the same time on other operators' lots. */
export const HELD_SPACES_MAX = 200;
/**
 * Hours that an operator's holds on another operator's lot may go unused within 24 hours, for each
 * space that it may hold there.
 */
export const IDLE_HOURS_MAX = 4;
/** How long after its start a hold that begins later waits for its driver. */
export const LATE_MS_MAX = 15 * 60_000;
