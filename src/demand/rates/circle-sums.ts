import type { DisclosedArea } from '../areas/disclosed-area.ts';
import { clearBallot } from '../tiles/ballot.ts';
import type { Circle } from '../tiles/cap-tree.ts';
import {
  addPackedVotes,
  addVotes,
  type Ballots,
  count,
  emptyBallots,
} from '../tiles/market-sums.ts';
import {
  addLot,
  addRow,
  clearOperators,
  joinOperators,
  noOperators,
  type OperatorSums,
} from '../tiles/operator-sums.ts';
import { type Tile, type Visitor, visitLots } from '../tiles/tile.ts';
import { KNOWN_FROM, type Market, type TileLots } from '../tiles/tile-lots.ts';

/** The lots of one country and currency in a circle. */
export type MarketTotal = Market &
  Ballots & {
    /** How many there are of each of KNOWN_FROM. */
    lotsBy: Uint32Array;
    operators: OperatorSums;
    /**
     * The areas they are in with any figure that may be disclosed, each once for every tile with
     * lots in it.
     */
    areas: DisclosedArea[];
  };

type Markets = Map<string, MarketTotal>;

/** What is made of sums; these are used again after it. */
type Use<T> = (markets: readonly MarketTotal[]) => T;

/** Adds up exactly the lots of some tiles that are in a circle, by greatCircleMetres. */
export function sumCircle<T>(tiles: readonly Tile[], circle: Circle, use: Use<T>): T {
  const fill = (markets: Markets) => {
    for (const { lots, tree } of tiles)
      if (lots.at.length > 0) visitLots(tree, circle, adder(markets, lots));
  };
  return withTotals(fill, use);
}

/** The same over some lots of a tile. */
export function sumLots<T>(lots: TileLots, indexes: readonly number[], use: Use<T>): T {
  const order = Uint32Array.from(indexes);
  return withTotals((markets) => adder(markets, lots).onLots(order, 0, order.length), use);
}

/** Sums are large, so that making new ones for each answer takes longer than most of adding. */
const spare: MarketTotal[] = [];

function withTotals<T>(fill: (markets: Markets) => void, use: Use<T>): T {
  const markets: Markets = new Map();
  fill(markets);
  const totals = [...markets.values()];
  const made = use(totals);
  for (const total of totals) {
    clearBallot(total.hourly);
    clearBallot(total.daily);
    clearOperators(total.operators);
    total.lotsBy.fill(0);
    total.areas.length = 0;
  }
  spare.push(...totals);
  return made;
}

/** Adds the lots of a tile that are visited. */
function adder(markets: Markets, lots: TileLots): Visitor {
  const totals: MarketTotal[] = [];
  const isAreaAdded = new Uint8Array(lots.areas.length);

  function totalAt(market: number): MarketTotal {
    const total = totals[market] ?? totalOf(markets, lots.markets[market]);
    totals[market] = total;
    return total;
  }

  function addArea({ areas }: MarketTotal, area: number): void {
    if (isAreaAdded[area]) return;
    isAreaAdded[area] = 1;
    const disclosed = lots.areas[area]?.disclosed;
    if (disclosed !== undefined) areas.push(disclosed);
  }

  return {
    onLots(order, from, to) {
      for (let at = from; at < to; at += 1) {
        const i = order[at] ?? 0;
        const total = totalAt(lots.market[i] ?? 0);
        const area = lots.area[i] ?? 0;
        addVotes(total, lots, i);
        addLot(total.operators, lots, i);
        count(total.lotsBy, lots.knownFrom[area] ?? 0, 1);
        addArea(total, area);
      }
    },
    onSums(sums) {
      const { market, operators, rows, areas, lotsBy } = sums;
      const total = totalAt(market);
      addPackedVotes(total, sums);
      for (let i = 0; i < operators.length; i += 1)
        addRow(total.operators, operators[i] ?? 0, rows, i);
      for (let i = 0; i < lotsBy.length; i += 1) count(total.lotsBy, i, lotsBy[i] ?? 0);
      for (let i = 0; i < areas.length; i += 1) addArea(total, areas[i] ?? 0);
    },
  };
}

function totalOf(markets: Markets, market: Market = { country: '', currency: '' }): MarketTotal {
  const key = `${market.country} ${market.currency}`;
  const known = markets.get(key);
  if (known !== undefined) return known;
  const total = Object.assign(spare.pop() ?? emptyTotal(), market);
  markets.set(key, total);
  return total;
}

function emptyTotal(): Omit<MarketTotal, keyof Market> {
  return {
    ...emptyBallots(),
    lotsBy: new Uint32Array(KNOWN_FROM.length),
    operators: noOperators(),
    areas: [],
  };
}

/** Of all lots together. */
export function operatorsOf(markets: readonly MarketTotal[]): OperatorSums {
  return joinOperators(markets.map(({ operators }) => operators));
}

/** That of most lots; among equals the alphabetically first. */
export function countryOf(markets: readonly MarketTotal[]): string {
  return mostOf(markets, ({ country }) => country)?.of ?? '';
}

/** The markets of the country or currency with most lots. */
export function mostOf(markets: readonly MarketTotal[], keyOf: (market: MarketTotal) => string) {
  const [most] = [...Map.groupBy(markets, keyOf)]
    .map(([of, own]) => ({ of, own, lots: countLots(own) }))
    .sort((a, b) => b.lots - a.lots || (a.of < b.of ? -1 : 1));
  return most;
}

export function countLots(markets: readonly MarketTotal[]): number {
  return KNOWN_FROM.reduce((sum, from) => sum + countLotsKnown(markets, from), 0);
}

/** Lots in areas whose occupied share is known from this. */
export function countLotsKnown(
  markets: readonly MarketTotal[],
  from: (typeof KNOWN_FROM)[number],
): number {
  const at = KNOWN_FROM.indexOf(from);
  return markets.reduce((sum, { lotsBy }) => sum + (lotsBy[at] ?? 0), 0);
}
