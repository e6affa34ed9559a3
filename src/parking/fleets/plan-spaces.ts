import type { Principal } from '../../access/principals/principal.ts';
import { conflict } from '../../kit/errors.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import { openStates } from '../../kit/hours/opening-hours.ts';
import type { Querier } from '../../stores/postgres.ts';
import { isForSale } from '../../tariffs/for-sale.ts';
import { offerLotRate, type PricedLot } from '../../tariffs/offer-lot-rate.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { keepPayable, type PayableDeps } from '../holds/keep-payable.ts';
import { listFreeLots } from '../holds/list-free-lots.ts';
import { isTooLong } from '../lots/max-stay.ts';
import { keepAllowed, openHoldJudge, toAskedLot } from '../mandates/judge-holds.ts';
import type { AskedStay } from '../mandates/judge-stay.ts';
import { mandateExceeded } from '../mandates/refusal.ts';
import { expireOverdue } from '../sessions/expire-sessions.ts';
import { findOpenLot } from './find-open-lot.ts';
import { type Lease, presenceOf, priceIn } from './lease.ts';

/** Where vehicles are sent: to one lot, or to lots near a point. */
export type Target = { lotId: string } | { centre: LatLng; radiusM: number };

type PlannedSpace = {
  lot: PricedLot & {
    lotId: string;
    name: string;
    openingHours: string | null;
    latitude: number;
    longitude: number;
  };
  rate: OfferedRate;
};

/**
 * Finds a space for each vehicle. It fills lots for self-driving vehicles first, then the others,
 * each from the nearest on. When there are too few spaces, overdue stays are ended. Nothing is held
 * yet. Errors: NOT_FOUND (lot), FORBIDDEN mandate_exceeded, CONFLICT closed | capacity_unknown |
 * max_stay | no_rate | not_for_sale | hold_limit_lot | operator_not_payable | lot_full, which says
 * of lots that do not show how many spaces are free nothing in `free_spaces`.
 */
export async function planSpaces(
  deps: PayableDeps,
  caller: Principal,
  target: Target,
  lease: Lease,
  vehicleCount: number,
): Promise<PlannedSpace[]> {
  const { db } = deps;
  const judge = await openHoldJudge(db, caller, lease.arriveAt);
  const list = async () => {
    const lots = await listLots(db, caller, target, lease, vehicleCount);
    const found = fill(lots, lease, vehicleCount);
    const spaces = await keepPayable(deps, caller, found, ({ lot, rate }) => ({
      lotId: lot.lotId,
      amountMinor: priceIn(rate, lease).subtotalMinor,
    }));
    return keepAllowed(judge, spaces, (space) => ({ ...stayIn(space, lease), count: 1 }));
  };
  let spaces = await list();
  if (spaces.length < vehicleCount) {
    await expireOverdue(db, null);
    spaces = await list();
  }
  if (spaces.length < vehicleCount)
    throw conflict('lot_full', 'there are not enough free spaces', {
      free_spaces: spaces.filter(({ lot }) => lot.availabilityShown === 'exact').length,
    });
  const chosen = spaces.slice(0, vehicleCount);
  const costs = chosen.map((space) => stayIn(space, lease).costMinor);
  const refusal = judge?.sum(costs.reduce((sum, cost) => sum + cost, 0));
  if (refusal !== undefined) throw mandateExceeded(refusal);
  return chosen;
}

/** The stay of a vehicle that arrives when it is expected. */
function stayIn({ lot, rate }: PlannedSpace, lease: Lease): AskedStay {
  const { subtotalMinor: costMinor } = priceIn(rate, lease);
  return { lot: toAskedLot(lot), window: presenceOf(lease), costMinor };
}

type PlannedLot = PlannedSpace['lot'] & { freeSpaces: number };

async function listLots(
  db: Querier,
  caller: Principal,
  target: Target,
  lease: Lease,
  vehicleCount: number,
): Promise<PlannedLot[]> {
  if ('lotId' in target) return [await findOpenLot(db, caller, target.lotId, lease, vehicleCount)];
  const lots = await listFreeLots(db, caller, {
    ...target,
    ...lease,
    features: [],
    lotTypes: null,
    maxHeightCm: null,
    spaceCount: 1,
    prefersAv: true,
  });
  const presence = presenceOf(lease);
  const states = await openStates(lots, presence);
  return lots.filter((lot, i) => states[i] !== 'closed' && !isTooLong(lot, presence));
}

function fill(lots: readonly PlannedLot[], lease: Lease, vehicleCount: number): PlannedSpace[] {
  return lots.flatMap((lot) => {
    const rate = offerLotRate(lot, lease.startsAt);
    if (rate === undefined || !isForSale(priceIn(rate, lease))) return [];
    return Array.from({ length: Math.min(lot.freeSpaces, vehicleCount) }, () => ({ lot, rate }));
  });
}
