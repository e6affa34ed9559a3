import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { MaxRate } from '../intents/intent.ts';
import type { ResolvedIntent } from '../intents/resolve-intent.ts';
import type { Caller } from '../keys/caller.ts';
import { checkOpen } from '../lots/check-open.ts';
import { findLot } from '../lots/find-lot.ts';
import { openStates } from '../lots/opening-hours.ts';
import { fromMinor } from '../money.ts';
import { offerLotRate } from '../pricing/offer-lot-rate.ts';
import type { OfferedRate } from '../pricing/offer-rate.ts';
import { priceStay } from '../pricing/price-stay.ts';
import type { Querier } from '../stores/postgres.ts';
import { type FreeLot, listFreeLots } from './list-free-lots.ts';
import type { NewHold } from './new-hold.ts';

type Lot = Omit<FreeLot, 'distance_m' | 'free_spaces'>;

/** A lot that has what is asked for, and what it would charge. */
export type SuitableLot = { lot: Lot; rate: OfferedRate; totalMinor: number };

/**
 * The lots that suit, best first: the one that was meant, or those around the place with spaces
 * free during the whole stay, nearest or cheapest first. A lot that is known to be closed during
 * the stay does not suit, nor one that charges more than was said. Errors: NOT_FOUND (lot),
 * CONFLICT `closed` where the lot that was meant is.
 */
export async function chooseLots(
  db: Querier,
  caller: Caller,
  { lotId, givenLot, place, intent }: ResolvedIntent,
  asked: NewHold,
): Promise<SuitableLot[]> {
  const lots =
    lotId === null
      ? await listFreeLots(db, caller, {
          centre: place,
          radiusM: place.radiusM,
          features: asked.parsed.features,
          maxHeightCm: intent.vehicle.heightCm,
          startsAt: asked.startsAt,
          endsAt: asked.endsAt,
          spaceCount: asked.spaceCount,
          prefersAv: false,
        })
      : [givenLot ?? (await findLot(db, lotId, caller.livemode))];
  const window = { from: asked.startsAt, to: asked.endsAt };
  if (lotId !== null) for (const lot of lots) await checkOpen(lot, window);
  const states = await openStates(lots, window);
  const suitable = lots.flatMap((lot, i) =>
    states[i] === 'closed' ? [] : offer(lot, intent.maxRate, asked),
  );
  if (intent.sort === 'price') suitable.sort((a, b) => a.totalMinor - b.totalMinor);
  return suitable;
}

function offer(lot: Lot, maxRate: MaxRate | null, asked: NewHold): SuitableLot[] {
  const { startsAt, endsAt, spaceCount } = asked;
  const rate = offerLotRate(lot, startsAt);
  if (rate === undefined) return [];
  const stay = { ...rate, startedAt: startsAt, endedAt: endsAt, spaceCount };
  const totalMinor = priceStay(stay).subtotalMinor;
  const suitable = { lot, rate, totalMinor };
  return maxRate === null || isWithin(maxRate, suitable, startsAt) ? [suitable] : [];
}

/** Whether the first hour, the first day or the whole stay costs no more than was said. */
function isWithin(
  maxRate: MaxRate,
  { lot: { currency }, rate, totalMinor }: SuitableLot,
  startedAt: Date,
): boolean {
  if (maxRate.currency !== null && maxRate.currency !== currency) return false;
  const costOf = (spanMs: number) =>
    priceStay({ ...rate, startedAt, endedAt: new Date(startedAt.getTime() + spanMs) })
      .subtotalMinor;
  const costMinor = {
    hour: () => costOf(millisecondsInHour),
    day: () => costOf(millisecondsInDay),
    total: () => totalMinor,
  }[maxRate.per]();
  return fromMinor(costMinor, currency) <= Number(maxRate.amount);
}
