import { isDeepStrictEqual } from 'node:util';
import { inTimeSlices } from '../../../../kit/pool/time-slices.ts';
import {
  type Beginning,
  leastTariffPrice,
} from '../../../../tariffs/compare/least-tariff-price.ts';
import type { KnownLot, LotTile } from '../match/known-lot.ts';
import type { LotSearch } from '../match/lot-search.ts';
import { lowestRates, type RateKind, tariffsOf } from './posted-rates.ts';

// A search by price or by free spaces looks first at the lots that may come first, by what of them
// does not depend on the time: no lot ever has more free spaces than spaces, or a lower rate than
// the lowest that its rules lead to.

/** Lots of a tile by a number, ascending. */
export type TileOrder = {
  tile: LotTile;
  lotIds: readonly string[];
  /**
   * By price the lowest rates that lots may have, in minor units (Infinity: none is posted), or of
   * tariffs the least that the stay may cost, else minus their spaces (0: not known).
   */
  numbers: Float64Array;
  /** What all of them have in common by price; null: nothing. */
  kind: RateKind | { currency: string; isTariff: true } | null;
};

/** Searches by distance need no order of this kind. */
export type OrderedBy = Exclude<LotSearch['sort'], 'distance'>;

type Known = Partial<Record<OrderedBy, readonly TileOrder[]>> & {
  /** Those that post a tariff, now or later. */
  withTariff?: readonly KnownLot[];
  /** Their orders by price, by the stays that were searched for last. */
  byTariff?: Map<string, readonly TileOrder[]>;
  /** The ids of the lots of each operator. */
  own?: ReadonlyMap<string, readonly string[]>;
};

/** Of the tiles that were searched so, until what their lots are ordered by changes. */
const known = new WeakMap<LotTile, Known>();

/** So many stays of searches by price are kept of each tile: those of an hour have one bound. */
const STAYS_KEPT = 4;

/** All lots of tiles in orders, by price once for each of a lot's rates. */
export async function listOrders(
  tiles: readonly LotTile[],
  sort: OrderedBy,
  stay: Beginning,
): Promise<TileOrder[]> {
  const listed: TileOrder[] = [];
  for (const tile of tiles) {
    const orders = knownOf(tile);
    orders[sort] ??= await (sort === 'price' ? orderByPrice(tile) : orderBySpaces(tile));
    for (const order of orders[sort]) listed.push(order);
    if (sort === 'price') for (const order of await tariffOrders(tile, stay)) listed.push(order);
  }
  return listed;
}

async function tariffOrders(tile: LotTile, stay: Beginning): Promise<readonly TileOrder[]> {
  const orders = knownOf(tile);
  orders.withTariff ??= await listWithTariff(tile);
  if (orders.withTariff.length === 0) return [];
  orders.byTariff ??= new Map();
  const key = `${stay.fromMs} ${stay.minutes}`;
  const known = orders.byTariff.get(key) ?? (await orderByTariff(tile, orders.withTariff, stay));
  orders.byTariff.delete(key);
  orders.byTariff.set(key, known);
  const [oldest = key] = orders.byTariff.keys();
  if (orders.byTariff.size > STAYS_KEPT) orders.byTariff.delete(oldest);
  return known;
}

async function listWithTariff(tile: LotTile): Promise<KnownLot[]> {
  const listed: KnownLot[] = [];
  await inTimeSlices(tile.values(), (lot) => {
    if (tariffsOf(lot).length > 0) listed.push(lot);
  });
  return listed;
}

async function orderByTariff(
  tile: LotTile,
  lots: readonly KnownLot[],
  stay: Beginning,
): Promise<TileOrder[]> {
  const byCurrency = new Map<string, Map<number, string[]>>();
  await inTimeSlices(lots.values(), (lot) => {
    const lotIdsByPrice = byCurrency.get(lot.currency) ?? new Map<number, string[]>();
    byCurrency.set(lot.currency, lotIdsByPrice);
    // By how much rules may lower it is not known here.
    for (const { tariff, priceRules } of tariffsOf(lot))
      add(lotIdsByPrice, priceRules === null ? leastTariffPrice(tariff, stay, lot) : 0, lot);
  });
  return Array.from(byCurrency, ([currency, lotIdsByPrice]) =>
    orderOf(tile, { currency, isTariff: true }, lotIdsByPrice),
  );
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

function orderedBy(lot: KnownLot) {
  const { operatorId, totalSpaces, currency, timezone, country, state } = lot;
  const tariffs = tariffsOf(lot);
  // What a tariff costs depends on the clocks and the holidays of its lot.
  const priced = tariffs.length === 0 ? [] : [tariffs, currency, timezone, country, state];
  return [operatorId, totalSpaces, lowestRates(lot), priced];
}

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
  kind: TileOrder['kind'],
  lotIdsByNumber: ReadonlyMap<number, string[]>,
): TileOrder {
  const sorted = [...lotIdsByNumber].sort(([a], [b]) => (a < b ? -1 : 1));
  const numbers = sorted.flatMap(([number, lotIds]) => lotIds.map(() => number));
  const lotIds = sorted.flatMap(([, alike]) => alike);
  return { tile, kind, lotIds, numbers: new Float64Array(numbers) };
}
