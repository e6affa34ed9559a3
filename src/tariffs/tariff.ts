import type { VehicleKind } from '../kit/vehicle-kinds.ts';

/**
 * What a stay costs, as stored: one value, which only this room opens. Amounts are minor units of
 * the lot's currency; minutes are elapsed ones, counted from the beginning of the stay.
 */
export type Tariff = {
  /** In order: the first that holds at a minute prices it. */
  parts: TariffPart[];
  /** There where minutes of the week have no part: no stay is sold then. */
  otherwise?: 'not_for_sale';
  /** Is paid at least; a stay that is free all the same is not paid. */
  minimum_minutes?: number;
  /** A stay of at most so many minutes costs nothing. */
  free_minutes?: number;
  /** Whether a longer stay does not pay for them; otherwise it pays from its first minute. */
  free_is_deducted?: boolean;
  /** The most that a stay costs; null: it was not said whether there is any limit. */
  maxima: Maximum[] | null;
};

/** Charges by steps or a flat price, not both. */
export type TariffPart = {
  name: string;
  /** Left out: always. */
  when?: When;
  /** By elapsed minutes, ascending; the first is from minute 0. */
  steps?: Step[];
  /** For each occurrence of the part within the stay. */
  flat_minor?: number;
  /** The most that an occurrence of the part costs. */
  max_minor?: number;
};

/**
 * When a part holds, by the clocks of the lot: all members that are there must fit. A window from
 * `from` to `to` belongs to the day on which it begins.
 */
export type When = {
  /** A day of the week fits on a holiday, too. */
  days?: Day[];
  /** Minutes since midnight; `to_minute` not after `from_minute`: past midnight. Both or none. */
  from_minute?: number;
  to_minute?: number;
  /** Days since 1970-01-01, the last one included. */
  dates?: { first: number; last: number }[];
  /** Fits only a vehicle that is known to be of such a kind. */
  vehicle_kinds?: VehicleKind[];
};

/** A tariff as the row of a lot stores it, with what is shown and compared of it. */
export type PostedTariff = Tariff & {
  /** The first paid hour at the usual time (see `firstHourOf`), or the price of a plain rate. */
  first_hour_minor: number;
  /** There where it is a plain rate: one price for each hour or day, posted as such. */
  plain?: {
    rate_unit: 'hour' | 'day';
    billing_step_minutes: number;
    max_daily_minor: number | null;
    has_no_daily_max: boolean;
  };
  /** What market figures compare; a plain rate has none, nor has what earlier versions stored. */
  reference?: ReferencePrices & { /** Whose price it usually is then. */ part: string };
};

/**
 * What an hour and 24 hours cost from 10:00 on, on the middle one of Monday to Friday, in minor
 * units; null: not known, or not sold. See `referencePrices`.
 */
export type ReferencePrices = { hour_minor: number | null; day_minor: number | null };

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const;
export type Day = (typeof DAYS)[number];

/** A price for so many minutes, paid by started billing steps. */
export type Step = {
  from_minutes: number;
  price_minor: number;
  per_minutes: number;
  /** Left out: `per_minutes`, so that a started step is paid whole. */
  billing_step_minutes?: number;
};

/**
 * The most that a stay costs in all, on a day of the calendar, or in each 24 hours, each 7 times 24
 * hours or each month since it began. Months end at the clock time and date of the beginning.
 */
export type Maximum = { amount_minor: number; per: MaximumPer };

export const MAXIMUM_PERIODS = ['stay', 'calendar_day', '24h', 'week', 'month'] as const;
export type MaximumPer = (typeof MAXIMUM_PERIODS)[number];
