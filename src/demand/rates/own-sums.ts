import { greatCircleMetres } from '../../kit/geo/great-circle.ts';
import { takePacked } from '../tiles/ballot.ts';
import type { Circle } from '../tiles/cap-tree.ts';
import { takeVote } from '../tiles/market-sums.ts';
import { operatorIdOf } from '../tiles/operator-numbers.ts';
import { type Tile, visitLots } from '../tiles/tile.ts';
import { OWN, type OwnColumns, type TileLots } from '../tiles/tile-lots.ts';
import type { Loud } from './circle-rate.ts';

/** Takes a part of the weight of one operator's votes away from all that are in a circle. */
export function lightenCircle(
  tiles: readonly Tile[],
  circle: Circle,
  { operatorId, currency, kind, ballot, part }: Loud,
): void {
  for (const { lots, treeOf, lotsOf } of tiles) {
    if (lotsOf(operatorId).length === 0) continue;
    const isMeant = (market: number) => lots.markets[market]?.currency === currency;
    visitLots(treeOf(operatorId), circle, {
      onLots(order, from, to) {
        for (const i of order.subarray(from, to))
          if (isMeant(lots.market[i] ?? -1))
            takeVote(ballot, lots[kind], i, part * (lots.weight[i] ?? 0));
      },
      onSums(packed) {
        if (isMeant(packed.market)) takePacked(ballot, packed[kind], part);
      },
    });
  }
}

/** Takes a part of the weight of one operator's votes away, among some lots of a tile. */
export function lightenLots(
  tile: TileLots,
  indexes: readonly number[],
  { operatorId, currency, kind, ballot, part }: Loud,
): void {
  for (const i of indexes)
    if (
      operatorIdOf(tile.operator[i] ?? -1) === operatorId &&
      tile.markets[tile.market[i] ?? -1]?.currency === currency
    )
      takeVote(ballot, tile[kind], i, part * (tile.weight[i] ?? 0));
}

/** What happened on one operator's lots: see OWN. `counted`: those that are part of the market. */
export type OwnTotals = Record<keyof OwnColumns, number> & { lots: number; counted: number };

/** What is counted in one currency only. */
const MONEY: ReadonlySet<string> = new Set(['revenue_minor', 'paid_minutes']);

/** What happened on one operator's lots in a circle; its money in one currency only. */
export function sumOwn(
  tiles: readonly Tile[],
  circle: Circle,
  { operatorId, currency }: { operatorId: string; currency: string },
): OwnTotals {
  const own = noOwn();
  for (const { lots, lotsOf } of tiles)
    for (const i of lotsOf(operatorId)) {
      const at = lots.at[i];
      if (at === undefined || greatCircleMetres(circle.centre, at) > circle.radiusM) continue;
      own.lots += 1;
      if (lots.isCounted[i]) own.counted += 1;
      const isPaidSo = lots.markets[lots.market[i] ?? -1]?.currency === currency;
      for (const name of OWN) if (isPaidSo || !MONEY.has(name)) own[name] += lots.own[name][i] ?? 0;
    }
  return own;
}

function noOwn(): OwnTotals {
  return {
    lots: 0,
    counted: 0,
    space_count: 0,
    observation_count: 0,
    revenue_minor: 0,
    paid_minutes: 0,
    occupied_minutes: 0,
    known_minutes: 0,
  };
}
