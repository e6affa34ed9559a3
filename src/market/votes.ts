/** Operators that must have realised prices in a circle before any realised price is used. */
export const CONTRIBUTORS_MIN = 3;

/** The votes of some lots of one country and currency, added up. */
export type Votes = {
  country: string;
  currency: string;
  lot_count: number;
  space_count: number;
  posted_count: number;
  posted_hourly_sum: number;
  /** null, here and below: no such vote. */
  posted_hourly_min: number | null;
  posted_hourly_max: number | null;
  posted_daily_sum: number;
  best_hourly_count: number;
  best_hourly_sum: number;
  best_hourly_min: number | null;
  best_hourly_max: number | null;
  best_daily_count: number;
  best_daily_sum: number;
  /**
   * Operators with realised rates: at most CONTRIBUTORS_MIN of them, because more make no
   * difference.
   */
  contributor_ids: readonly string[];
  observation_count: number;
  /** Space-minutes of 7 days in which spaces were taken. */
  occupied_minutes: number;
  /** Space-minutes in which it is known how many spaces were taken. */
  known_minutes: number;
  /** Those of them in which vehicles were counted. */
  measured_minutes: number;
  /** Lots on which vehicles were counted. */
  measured_lot_count: number;
};

/** One lot's vote, as the mart by lot stores it. */
export type LotVote = {
  operator_id: string;
  country: string;
  currency: string;
  space_count: number;
  posted_hourly: number | null;
  posted_daily: number | null;
  realised_hourly: number | null;
  realised_daily: number | null;
  observation_count: number;
  occupied_minutes: number;
  known_minutes: number;
  measured_minutes: number;
};

export function votesOf(lot: LotVote): Votes {
  const hourly = lot.realised_hourly ?? lot.posted_hourly;
  const daily = lot.realised_daily ?? lot.posted_daily;
  return {
    country: lot.country,
    currency: lot.currency,
    lot_count: 1,
    space_count: lot.space_count,
    posted_count: lot.posted_hourly === null ? 0 : 1,
    posted_hourly_sum: lot.posted_hourly ?? 0,
    posted_hourly_min: lot.posted_hourly,
    posted_hourly_max: lot.posted_hourly,
    posted_daily_sum: lot.posted_daily ?? 0,
    best_hourly_count: hourly === null ? 0 : 1,
    best_hourly_sum: hourly ?? 0,
    best_hourly_min: hourly,
    best_hourly_max: hourly,
    best_daily_count: daily === null ? 0 : 1,
    best_daily_sum: daily ?? 0,
    contributor_ids: lot.realised_hourly === null ? [] : [lot.operator_id],
    observation_count: lot.observation_count,
    occupied_minutes: lot.occupied_minutes,
    known_minutes: lot.known_minutes,
    measured_minutes: lot.measured_minutes,
    measured_lot_count: lot.measured_minutes > 0 ? 1 : 0,
  };
}

/** Adds votes to the entry of their country and currency in `sums`, or adds such an entry. */
export function addVotes(sums: Votes[], votes: Votes): void {
  const sum = sums.find(
    ({ country, currency }) => country === votes.country && currency === votes.currency,
  );
  if (sum === undefined) sums.push({ ...votes });
  else addTo(sum, votes);
}

/** The votes of each currency over all countries; the currency of most lots first. */
export function votesByCurrency(sums: readonly Votes[]): Votes[] {
  const currencies: Votes[] = [];
  for (const votes of sums) addVotes(currencies, { ...votes, country: '' });
  return currencies.sort((a, b) => b.lot_count - a.lot_count || (a.currency < b.currency ? -1 : 1));
}

function addTo(sum: Votes, votes: Votes): void {
  sum.lot_count += votes.lot_count;
  sum.space_count += votes.space_count;
  sum.posted_count += votes.posted_count;
  sum.posted_hourly_sum += votes.posted_hourly_sum;
  sum.posted_hourly_min = least(sum.posted_hourly_min, votes.posted_hourly_min);
  sum.posted_hourly_max = greatest(sum.posted_hourly_max, votes.posted_hourly_max);
  sum.posted_daily_sum += votes.posted_daily_sum;
  sum.best_hourly_count += votes.best_hourly_count;
  sum.best_hourly_sum += votes.best_hourly_sum;
  sum.best_hourly_min = least(sum.best_hourly_min, votes.best_hourly_min);
  sum.best_hourly_max = greatest(sum.best_hourly_max, votes.best_hourly_max);
  sum.best_daily_count += votes.best_daily_count;
  sum.best_daily_sum += votes.best_daily_sum;
  sum.contributor_ids = addContributors(sum.contributor_ids, votes.contributor_ids);
  sum.observation_count += votes.observation_count;
  sum.occupied_minutes += votes.occupied_minutes;
  sum.known_minutes += votes.known_minutes;
  sum.measured_minutes += votes.measured_minutes;
  sum.measured_lot_count += votes.measured_lot_count;
}

/** Operators of both lists, at most CONTRIBUTORS_MIN. */
export function addContributors(
  some: readonly string[],
  more: readonly string[],
): readonly string[] {
  if (some.length >= CONTRIBUTORS_MIN || more.length === 0) return some;
  return [...new Set([...some, ...more])].slice(0, CONTRIBUTORS_MIN);
}

function least(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function greatest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
