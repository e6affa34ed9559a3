import type { MaxRate } from '../intents/intent.ts';
import type { ResolvedIntent } from '../intents/resolve-intent.ts';
import type { Caller } from '../keys/caller.ts';
import { findLot } from '../lots/find-lot.ts';
import { openState } from '../lots/opening-hours.ts';
import { minorDigits } from '../money.ts';
import { offerLotRate } from '../pricing/offer-lot-rate.ts';
import type { OfferedRate } from '../pricing/offer-rate.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { HOUR_MS } from '../sessions/new-session.ts';
import type { Querier } from '../stores/postgres.ts';
import { type FreeLot, listFreeLots } from './list-free-lots.ts';
import type { NewHold } from './new-hold.ts';

type Lot = Omit<FreeLot, 'free_spaces'>;

/** A lot that has what is asked for, and what it would charge. */
export type SuitableLot = { lot: Lot; rate: OfferedRate; totalMinor: number };

/**
 * The lots that suit, best first: the one that was meant, or those around the place with spaces
 * free during the whole stay, nearest or cheapest first. A lot that is known to be closed when the
 * stay begins does not suit, nor one that charges more than was said. Errors: NOT_FOUND (lot).
 */
export async function chooseLots(
  db: Querier,
  caller: Caller,
  { lotId, place, intent }: ResolvedIntent,
  asked: NewHold,
): Promise<SuitableLot[]> {
  const lots =
    lotId === null
      ? await listFreeLots(db, {
          centre: place,
          radiusM: place.radiusM,
          livemode: caller.livemode,
          features: asked.parsed.features,
          maxHeightCm: intent.vehicle.heightCm,
          startsAt: asked.startsAt,
          endsAt: asked.endsAt,
          spaceCount: asked.spaceCount,
          prefersAv: false,
        })
      : [await findMeantLot(db, caller, lotId)];
  const suitable = lots.flatMap((lot) => offer(lot, intent.maxRate, asked));
  if (intent.sort === 'price') suitable.sort((a, b) => a.totalMinor - b.totalMinor);
  return suitable;
}

async function findMeantLot(db: Querier, caller: Caller, lotId: string): Promise<Lot> {
  return { ...(await findLot(db, lotId, caller.livemode)), distance_m: 0 };
}

function offer(lot: Lot, maxRate: MaxRate | null, asked: NewHold): SuitableLot[] {
  const { startsAt, endsAt, spaceCount } = asked;
  const rate = offerLotRate(lot, startsAt);
  if (rate === undefined || openState(lot, startsAt.getTime()) === 'closed') return [];
  const stay = { ...rate, startedAt: startsAt, spaceCount };
  const totalMinor = priceStay({ ...stay, endedAt: endsAt }).subtotalMinor;
  if (maxRate !== null) {
    if (maxRate.currency !== null && maxRate.currency !== lot.currency) return [];
    const spanMs = { hour: HOUR_MS, day: 24 * HOUR_MS, total: undefined }[maxRate.per];
    const paidMinor =
      spanMs === undefined
        ? totalMinor
        : priceStay({
            ...rate,
            startedAt: startsAt,
            endedAt: new Date(startsAt.getTime() + spanMs),
          }).subtotalMinor;
    if (paidMinor > Number(maxRate.amount) * 10 ** minorDigits(lot.currency)) return [];
  }
  return [{ lot, rate, totalMinor }];
}
