/** One lot and day (UTC, counted from 1970-01-01). Figures are those of `halfHours`, in order. */
type LotDay = { lotId: string; day: number; halfHours: readonly number[] };

export type CountedDay = LotDay & {
  /** The last count of vehicles from 15 minutes before each half hour began to 15 minutes after. */
  occupied: readonly number[];
};

export type UsedDay = LotDay & {
  currency: string;
  /** Space-seconds of stays and holds that are over, in the same half hours as counts. */
  occupiedSeconds: readonly number[];
  /** Stays that began in each half hour, and what was paid for those that ended in it. */
  started: readonly number[];
  revenueMinor: readonly number[];
};

/** A stay that has begun and not ended: seconds since 1970. */
export type OpenStay = { lotId: string; startedSecond: number };
