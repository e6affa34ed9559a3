import { isDeepStrictEqual } from 'node:util';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import { type PostedLot, toPostedRate } from '../../../../tariffs/offer-lot-rate.ts';
import { lowestMaximum, lowestRate } from '../../../../tariffs/offer-rate.ts';
import type { PlainRate } from '../../../../tariffs/plain-rate.ts';
import type { KnownLot, LotTile } from '../match/known-lot.ts';
import type { LotSearch } from '../match/lot-search.ts';

// A search by price or by free spaces looks first at the lots that may come first, by what of them
// does not depend on the time: no lot ever has more free spaces than spaces, or a lower rate than
// the lowest that its rules lead to.

/** Lots of a tile by a number, ascending. */
export type TileOrder = {
  tile: LotTile;
  lotIds: readonly string[];
  /**
   * By price the lowest rates that lots may have, in minor units (Infinity: none is posted), else
   * minus their spaces (0: not known).
   */
  numbers: Float64Array;
  /**
   * What all of them have in common by price; null: nothing. `maxDailyMinor` is the lowest of
   * theirs; null: none has one.
   */
  kind: RateKind | null;
};

type RateKind = Pick<PlainRate, 'rateUnit' | 'maxDailyMinor'> & { currency: string };
/** Searches by distance need no order of this kind. */
export type OrderedBy = Exclude<LotSearch['sort'], 'distance'>;

type Known = Partial<Record<OrderedBy, readonly TileOrder[]>> & {
  /** The ids of the lots of each operator. */
  own?: ReadonlyMap<string, readonly string[]>;
};

/** Of the tiles that were searched so, until what their lots are ordered by changes. */
const known = new WeakMap<LotTile, Known>();

/** All lots of tiles in orders, by price once for each of a lot's rates. */
export async function listOrders(tiles: readonly LotTile[], sort: OrderedBy): Promise<TileOrder[]> {
  const listed: TileOrder[] = [];
  for (const tile of tiles) {
    const orders = knownOf(tile);
    orders[sort] ??= await (sort === 'price' ? orderByPrice(tile) : orderBySpaces(tile));
    for (const order of orders[sort]) listed.push(order);
  }
  return listed;
}

type OwnLots = { tile: LotTile; own: NonNullable<Known['own']> };

/** The lots of tiles that are of one of these operators, to be gone through in turns. */
export async function listOwn(
  tiles: readonly LotTile[],
  operators: ReadonlySet<string>,
): Promise<Iterable<KnownLot>> {
  const listed: OwnLots[] = [];
  for (const tile of tiles) {
    const orders = knownOf(tile);
    orders.own ??= await groupByOperator(tile);
    listed.push({ tile, own: orders.own });
  }
  return ownLots(listed, operators);
}

function* ownLots(listed: readonly OwnLots[], operators: ReadonlySet<string>): Generator<KnownLot> {
  for (const { tile, own } of listed)
    for (const operatorId of operators)
      for (const lotId of own.get(operatorId) ?? []) {
        const lot = tile.get(lotId);
        if (lot !== undefined) yield lot;
      }
}

/** Has to be called before a lot is put into a tile. Lots that are gone may stay in orders. */
export function reorder(tile: LotTile, lot: KnownLot): void {
  if (!known.has(tile)) return;
  const before = tile.get(lot.lotId);
  if (before === undefined || !isDeepStrictEqual(orderedBy(before), orderedBy(lot)))
    known.delete(tile);
}

const orderedBy = (lot: KnownLot) => [lot.operatorId, lot.totalSpaces, lowestRates(lot)];

function knownOf(tile: LotTile): Known {
  const orders = known.get(tile) ?? {};
  known.set(tile, orders);
  return orders;
}

async function groupByOperator(tile: LotTile): Promise<Map<string, string[]>> {
  const lotIds = new Map<string, string[]>();
  await inTimeSlices(tile.values(), (lot) => add(lotIds, lot.operatorId, lot));
  return lotIds;
}

type Group = { kind: RateKind; lotIdsByRate: Map<number, string[]> };

async function orderByPrice(tile: LotTile): Promise<TileOrder[]> {
  const groups = new Map<string, Group>();
  await inTimeSlices(tile.values(), (lot) => {
    for (const { rateMinor, ...kind } of lowestRates(lot)) {
      const key = `${kind.currency} ${kind.rateUnit} ${kind.maxDailyMinor === null}`;
      const group = groups.get(key) ?? { kind, lotIdsByRate: new Map() };
      groups.set(key, group);
      add(group.lotIdsByRate, rateMinor, lot);
      if (
        kind.maxDailyMinor !== null &&
        kind.maxDailyMinor < (group.kind.maxDailyMinor ?? Infinity)
      )
        group.kind = kind;
    }
  });
  return Array.from(groups.values(), ({ kind, lotIdsByRate }) => orderOf(tile, kind, lotIdsByRate));
}

/** Of each rate that a lot posts, now or later. */
function lowestRates(lot: KnownLot) {
  return [lot, ...lot.scheduledRates.map(toPostedRate)].map((posted) => ({
    rateMinor: lowestOf(posted, lot.currency),
    rateUnit: posted.rateUnit,
    maxDailyMinor: lowestMaximum(posted.maxDailyMinor, posted.priceRules),
    currency: lot.currency,
  }));
}

/** By a tariff some stay may cost nothing, at a time that is not known here. */
function lowestOf({ rateMinor, tariff, priceRules }: PostedLot, currency: string): number {
  if (rateMinor !== null) return lowestRate(rateMinor, priceRules, currency);
  return tariff === null ? Infinity : 0;
}

async function orderBySpaces(tile: LotTile): Promise<TileOrder[]> {
  const lotIds = new Map<number, string[]>();
  await inTimeSlices(tile.values(), (lot) => add(lotIds, -(lot.totalSpaces ?? 0), lot));
  return [orderOf(tile, null, lotIds)];
}

function add<Key>(lotIds: Map<Key, string[]>, key: Key, { lotId }: KnownLot): void {
  const alike = lotIds.get(key);
  if (alike === undefined) lotIds.set(key, [lotId]);
  else alike.push(lotId);
}

/** Many lots have the same number, so only the numbers are sorted. */
function orderOf(
  tile: LotTile,
  kind: RateKind | null,
  lotIdsByNumber: ReadonlyMap<number, string[]>,
): TileOrder {
  const sorted = [...lotIdsByNumber].sort(([a], [b]) => (a < b ? -1 : 1));
  const numbers = sorted.flatMap(([number, lotIds]) => lotIds.map(() => number));
  const lotIds = sorted.flatMap(([, alike]) => alike);
  return { tile, kind, lotIds, numbers: new Float64Array(numbers) };
}
