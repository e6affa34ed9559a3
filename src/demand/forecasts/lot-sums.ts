import { isClosedOn } from '../../kit/forecast/lot-facts.ts';
import type { ForecastLot } from './forecast-lot.ts';

/** What some lots post about one day. */
export type LotSums = {
  lotCount: number;
  /** Lots that are known to be closed all day. */
  closedCount: number;
  /** Lots that post no opening hours. */
  hoursUnknownCount: number;
  /** Countries and states, as in placeKey. */
  places: Set<string>;
};

export function emptyLotSums(): LotSums {
  return { lotCount: 0, closedCount: 0, hoursUnknownCount: 0, places: new Set() };
}

/** Adds a lot on a day, by its own wall clock. */
export function addLotSum(sums: LotSums, { closed, hasHours, place }: ForecastLot, day: number) {
  sums.lotCount += 1;
  if (isClosedOn(closed, day)) sums.closedCount += 1;
  else if (!hasHours) sums.hoursUnknownCount += 1;
  sums.places.add(place);
}

/** Adds the sums over other lots. */
export function addLotSums(sums: LotSums, more: LotSums): void {
  for (const count of ['lotCount', 'closedCount', 'hoursUnknownCount'] as const)
    sums[count] += more[count];
  for (const place of more.places) sums.places.add(place);
}
