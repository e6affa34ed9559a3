import { CONTRIBUTORS_MIN, type Votes, votesByCurrency } from './votes.ts';

/** What parking costs in an area. Amounts are whole minor units of the currency. */
export type AreaRate = {
  /** The votes of the currency in which most lots are priced. */
  votes: Votes;
  /** Whether prices that stays paid count; otherwise only posted rates do. */
  isRealised: boolean;
  avgHourlyMinor: number;
  avgDailyMinor: number;
  minHourlyMinor: number;
  maxHourlyMinor: number;
  /** Number of stays behind realised rates, or of lots behind posted ones. */
  sampleSize: number;
};

/** Averages are rounded half up. Undefined where no lot has a vote. */
export function areaRate(votes: readonly Votes[]): AreaRate | undefined {
  const main = votesByCurrency(votes).find((one) => isRealisedIn(one) || one.posted_count > 0);
  if (main === undefined) return undefined;
  return isRealisedIn(main) ? realised(main) : posted(main);
}

function isRealisedIn(votes: Votes): boolean {
  return votes.contributor_ids.length >= CONTRIBUTORS_MIN;
}

function realised(votes: Votes): AreaRate {
  return {
    votes,
    isRealised: true,
    avgHourlyMinor: Math.round(votes.best_hourly_sum / votes.best_hourly_count),
    avgDailyMinor: Math.round(votes.best_daily_sum / Math.max(1, votes.best_daily_count)),
    minHourlyMinor: votes.best_hourly_min ?? 0,
    maxHourlyMinor: votes.best_hourly_max ?? 0,
    sampleSize: votes.observation_count,
  };
}

function posted(votes: Votes): AreaRate {
  return {
    votes,
    isRealised: false,
    avgHourlyMinor: Math.round(votes.posted_hourly_sum / votes.posted_count),
    avgDailyMinor: Math.round(votes.posted_daily_sum / votes.posted_count),
    minHourlyMinor: votes.posted_hourly_min ?? 0,
    maxHourlyMinor: votes.posted_hourly_max ?? 0,
    sampleSize: votes.posted_count,
  };
}
