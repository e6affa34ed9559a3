import type { Window } from '../../kit/hours/opening-hours.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { type Hold, priceOfHold } from '../holds/hold.ts';

/** The spaces are kept from now on, to be taken by `expiresAt`. */
export type Lease = Pick<Hold, 'startsAt' | 'endsAt' | 'expiresAt' | 'ttlSeconds'> & {
  /** When the vehicles are expected: the lots have to be open from then on. */
  arriveAt: Date;
};

/** While a vehicle stays that arrives when it is expected. */
export function presenceOf({ arriveAt, endsAt }: Lease): Window {
  return { from: arriveAt, to: endsAt };
}

/** What its stay costs. */
export function priceIn(rate: OfferedRate, { arriveAt: startsAt, endsAt }: Lease) {
  return priceOfHold({ rate, startsAt, endsAt, spaceCount: 1 });
}
