import type { Principal } from '../../access/principals/principal.ts';
import { openStates } from '../../kit/hours/opening-hours.ts';
import type { Querier } from '../../stores/postgres.ts';
import { currencyOrder } from '../../tariffs/currency-order.ts';
import { isForSale, refuseUnsold } from '../../tariffs/for-sale.ts';
import { offerLotRate } from '../../tariffs/offer-lot-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import type { StayPrice } from '../../tariffs/price/price-stay.ts';
import { priceOfHold } from '../holds/hold.ts';
import { type FreeLot, listFreeLots } from '../holds/list-free-lots.ts';
import type { NewHold } from '../holds/new-hold.ts';
import type { ResolvedIntent } from '../intents/resolve-intent.ts';
import { capacityUnknown } from '../lots/capacity-unknown.ts';
import { checkOpen } from '../lots/check-open.ts';
import { findLot } from '../lots/find-lot.ts';
import { checkMaxStay, isTooLong } from '../lots/max-stay.ts';
import { keepAllowed, openHoldJudge, toAskedLot } from '../mandates/judge-holds.ts';
import { type Unsuited, unsuited, whyUnsuited } from './why-unsuited.ts';

type Lot = Omit<FreeLot, 'distanceM' | 'freeSpaces'>;

/** A lot that has what is asked for, and what the stay would cost there. */
export type SuitableLot = { lot: Lot; rate: OfferedRate; totalMinor: number };

/**
 * The suitable lots, best first: the one lot that was meant, or those around the place with spaces
 * free during the whole stay, nearest or cheapest first (in the currency that most of them take). A
 * lot that is known to be closed during the stay, or allows only shorter stays, is not suitable.
 * Errors: NOT_FOUND (lot, or with the reason why none is suitable), FORBIDDEN mandate_exceeded,
 * CONFLICT `closed`, `max_stay`, `not_for_sale` or `capacity_unknown` of the lot that was meant.
 */
export async function chooseLots(
  db: Querier,
  caller: Principal,
  { lotId, lot: known, place, intent }: ResolvedIntent,
  asked: NewHold,
): Promise<SuitableLot[]> {
  const lots =
    lotId === null
      ? await listFreeLots(db, caller, {
          centre: place,
          radiusM: place.radiusM,
          features: asked.parsed.features,
          lotTypes: intent.lotTypes,
          maxHeightCm: intent.vehicle.heightCm,
          startsAt: asked.startsAt,
          endsAt: asked.endsAt,
          spaceCount: asked.spaceCount,
          prefersAv: false,
        })
      : [known ?? (await findLot(db, lotId, caller.livemode))];
  const window = { from: asked.startsAt, to: asked.endsAt };
  if (lotId !== null)
    for (const lot of lots) {
      if (lot.totalSpaces === null) throw capacityUnknown();
      checkMaxStay(lot, window);
      await checkOpen(lot, window);
      const offer = offerOf(lot, asked);
      if (offer !== undefined) refuseUnsold(offer.price);
    }
  const states = await openStates(lots, window);
  const open = lots.filter((lot, i) => states[i] !== 'closed' && !isTooLong(lot, window));
  const priced = open.flatMap((lot) => priceOf(lot, asked));
  const judged = priced.map((one) => ({ one, why: whyUnsuited(one.lot, one, asked, intent) }));
  const suitable = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const reasons = judged.flatMap(({ why }) => why ?? []);
  if (suitable.length === 0 && reasons.length > 0) throw unsuited(mainReason(reasons));
  if (intent.sort === 'price') sortByPrice(suitable);
  return keepMandated(db, caller, suitable, asked);
}

/** Those that the caller's mandate allows. 403 `mandate_exceeded` when it allows none of them. */
async function keepMandated(
  db: Querier,
  caller: Principal,
  suitable: SuitableLot[],
  asked: NewHold,
): Promise<SuitableLot[]> {
  const { startsAt: from, endsAt: to, spaceCount: count } = asked;
  const judge = await openHoldJudge(db, caller, from);
  return keepAllowed(judge, suitable, ({ lot, rate }) => ({
    lot: toAskedLot(lot),
    window: { from, to },
    // A mandate is asked for each of the stays.
    costMinor: priceOfHold({ ...asked, rate, spaceCount: 1 }).subtotalMinor,
    count,
  }));
}

/** Cheapest first within each currency: first that of most of the lots, or of the nearest. */
function sortByPrice(suitable: SuitableLot[]): void {
  const placeOf = currencyOrder(suitable.map(({ lot }) => lot));
  suitable.sort((a, b) => placeOf(a.lot) - placeOf(b.lot) || a.totalMinor - b.totalMinor);
}

/** A lot that does not sell all of the stay cannot be held. */
function priceOf(lot: Lot, asked: NewHold): SuitableLot[] {
  const offer = offerOf(lot, asked);
  if (offer === undefined || !isForSale(offer.price)) return [];
  return [{ lot, rate: offer.rate, totalMinor: offer.price.subtotalMinor }];
}

function offerOf(lot: Lot, asked: NewHold): { rate: OfferedRate; price: StayPrice } | undefined {
  const rate = offerLotRate(lot, asked.startsAt, asked.parsed.vehicle_kind);
  return rate && { rate, price: priceOfHold({ ...asked, rate }) };
}

/** The reason of the nearest lot; when there are several lots, the message says so. */
function mainReason([first, ...others]: readonly Unsuited[]): Unsuited {
  if (first === undefined) throw new RangeError('no reason is given');
  if (others.length === 0) return first;
  return { ...first, message: `none of ${others.length + 1} lots suits: ${first.message}` };
}
