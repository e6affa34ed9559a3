import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';
import { findMandateLeft, type MandateLeft } from './find-mandate-left.ts';
import { type AskedStay, whyNotAllowed } from './judge-stay.ts';
import { type MandateRefusal, mandateExceeded } from './refusal.ts';

/** Judges what a caller wants to hold; undefined: its mandate allows the stays. */
type HoldJudge = {
  /** One of the stays. */
  stay(stay: AskedStay): Promise<MandateRefusal | undefined>;
  /** All stays together, in minor units. Holds that wait for their stays are not counted. */
  sum(costMinor: number): MandateRefusal | undefined;
};

/**
 * The judge of holds on stays that begin at `startsAt`; undefined for a caller without a mandate. A
 * hold takes nothing from a mandate: its stay does, when it begins.
 */
export async function openHoldJudge(
  db: Querier,
  { mandate, operatorId }: Principal,
  startsAt: Date,
): Promise<HoldJudge | undefined> {
  if (mandate === null) return undefined;
  const { mandateId, maxPerDayMinor, maxPerMonthMinor } = mandate;
  const isCounted = maxPerDayMinor !== null || maxPerMonthMinor !== null;
  const left = isCounted
    ? await findMandateLeft(db, { mandateId, operatorId }, startsAt)
    : undefined;
  return {
    stay: (stay) => whyNotAllowed(mandate, stay),
    sum: (costMinor) => left && whyTooMuch(left, costMinor),
  };
}

/**
 * The choices that the mandate allows, in the same order; each stands for `count` equal stays.
 * Throws 403 `mandate_exceeded` when there are choices, but it allows none.
 */
export async function keepAllowed<T>(
  judge: HoldJudge | undefined,
  choices: readonly T[],
  stayOf: (choice: T) => AskedStay & { count: number },
): Promise<T[]> {
  if (judge === undefined) return [...choices];
  const allowed: T[] = [];
  let first: MandateRefusal | undefined;
  for (const choice of choices) {
    const stay = stayOf(choice);
    const refusal = (await judge.stay(stay)) ?? judge.sum(stay.count * stay.costMinor);
    if (refusal === undefined) allowed.push(choice);
    else first ??= refusal;
  }
  if (allowed.length === 0 && first !== undefined) throw mandateExceeded(first);
  return allowed;
}

/** A row of `lots` as the judge reads it. */
export function toAskedLot(row: {
  lotId: string;
  latitude: number;
  longitude: number;
  currency: string;
}): AskedStay['lot'] {
  const { lotId, latitude: lat, longitude: lng, currency } = row;
  return { lotId, position: { lat, lng }, currency };
}

function whyTooMuch(left: MandateLeft, costMinor: number): MandateRefusal | undefined {
  const { currency, perDayMinor, perMonthMinor } = left;
  if (perDayMinor !== null && costMinor > perDayMinor)
    return {
      rule: 'max_per_day',
      message: 'it would cost more than the mandate has left for that day',
      leftMinor: perDayMinor,
      currency,
    };
  if (perMonthMinor !== null && costMinor > perMonthMinor)
    return {
      rule: 'max_per_month',
      message: 'it would cost more than the mandate has left for that month',
      leftMinor: perMonthMinor,
      currency,
    };
  return undefined;
}
