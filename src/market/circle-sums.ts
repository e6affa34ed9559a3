import { greatCircleMetres } from '../geometry/great-circle.ts';
import type { Circle } from './cap-tree.ts';
import { type Held, lotsIn } from './holdings.ts';
import { addPackedVotes, addVotes, type Ballots, emptyBallots } from './market-sums.ts';
import { type Tile, visitLots } from './tile.ts';
import { type Market, OWN, type OwnColumns, type TileLots } from './tile-lots.ts';

/** The lots of one country and currency in a circle: their votes, and what each operator holds. */
export type MarketTotal = Market & Ballots & { held: Held[] };

type Markets = Map<string, MarketTotal>;

/** Adds up exactly the lots of some tiles that are in a circle, by greatCircleMetres. */
export function sumCircle(tiles: readonly Tile[], circle: Circle): MarketTotal[] {
  const markets: Markets = new Map();
  for (const tile of tiles) addTile(markets, tile, circle);
  return [...markets.values()];
}

/** The same over some lots of a tile. */
export function sumLots(lots: TileLots, indexes: readonly number[]): MarketTotal[] {
  const markets: Markets = new Map();
  for (const [at, own] of Map.groupBy(indexes, (i) => lots.holding[i] ?? 0)) {
    const holding = lots.holdings[at];
    if (holding === undefined) continue;
    const total = totalOf(markets, lots.markets[holding.market]);
    for (const i of own) addVotes(total, lots, i);
    const weight = own.reduce((sum, i) => sum + (lots.weight[i] ?? 0), 0);
    total.held.push({ holding, lots: own.length, weight });
  }
  return [...markets.values()];
}

function addTile(markets: Markets, tile: Tile, circle: Circle): void {
  const { lots } = tile;
  const totals: (MarketTotal | undefined)[] = lots.markets.map(() => undefined);
  const weights = new Float64Array(lots.holdings.length);
  const counts = new Uint32Array(lots.holdings.length);
  const totalAt = (market: number): MarketTotal => {
    const total = totals[market] ?? totalOf(markets, lots.markets[market]);
    totals[market] = total;
    return total;
  };
  visitLots(tile.tree, circle, {
    onLot(i) {
      addVotes(totalAt(lots.market[i] ?? 0), lots, i);
      const at = lots.holding[i] ?? 0;
      counts[at] = (counts[at] ?? 0) + 1;
      weights[at] = (weights[at] ?? 0) + (lots.weight[i] ?? 0);
    },
    onSums(sums) {
      addPackedVotes(totalAt(sums.market), sums);
      for (let i = 0; i < sums.holdings.length; i += 1) {
        const at = sums.holdings[i] ?? 0;
        counts[at] = (counts[at] ?? 0) + (sums.lots[i] ?? 0);
        weights[at] = (weights[at] ?? 0) + (sums.weights[i] ?? 0);
      }
    },
  });
  for (const [at, count] of counts.entries()) {
    const holding = lots.holdings[at];
    if (count > 0 && holding !== undefined)
      totalAt(holding.market).held.push({ holding, lots: count, weight: weights[at] ?? 0 });
  }
}

function totalOf(markets: Markets, market: Market = { country: '', currency: '' }): MarketTotal {
  const key = `${market.country} ${market.currency}`;
  const known = markets.get(key);
  if (known !== undefined) return known;
  const made: MarketTotal = { ...market, ...emptyBallots(), held: [] };
  markets.set(key, made);
  return made;
}

/** Only the votes of one operator's lots in a currency. */
export function votesOfOperator(
  tiles: readonly Tile[],
  circle: Circle,
  { operatorId, currency }: { operatorId: string; currency: string },
): Ballots {
  const ballots = emptyBallots();
  for (const { lots, treeOf, lotsOf } of tiles) {
    if (lotsOf(operatorId).length === 0) continue;
    const isMeant = (market: number) => lots.markets[market]?.currency === currency;
    visitLots(treeOf(operatorId), circle, {
      onLot: (i) => {
        if (isMeant(lots.market[i] ?? -1)) addVotes(ballots, lots, i);
      },
      onSums: (packed) => {
        if (isMeant(packed.market)) addPackedVotes(ballots, packed);
      },
    });
  }
  return ballots;
}

/** That of most lots; among equals the alphabetically first. */
export function countryOf(markets: readonly MarketTotal[]): string {
  return mostOf(markets, ({ country }) => country)?.of ?? '';
}

/** The markets of one country or currency, of which there are most lots. */
export function mostOf(markets: readonly MarketTotal[], keyOf: (market: MarketTotal) => string) {
  const [most] = [...Map.groupBy(markets, keyOf)]
    .map(([of, own]) => ({ of, own, lots: countLots(own) }))
    .sort((a, b) => b.lots - a.lots || (a.of < b.of ? -1 : 1));
  return most;
}

export function countLots(markets: readonly MarketTotal[]): number {
  return markets.reduce((sum, { held }) => sum + lotsIn(held), 0);
}

/** What happened on one operator's lots: see OWN. */
export type OwnTotals = Record<keyof OwnColumns, number> & { lots: number };

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
      const isPaidSo = lots.markets[lots.market[i] ?? -1]?.currency === currency;
      for (const name of OWN) if (isPaidSo || !MONEY.has(name)) own[name] += lots.own[name][i] ?? 0;
    }
  return own;
}

function noOwn(): OwnTotals {
  return {
    lots: 0,
    space_count: 0,
    observation_count: 0,
    revenue_minor: 0,
    paid_minutes: 0,
    occupied_minutes: 0,
    known_minutes: 0,
  };
}
