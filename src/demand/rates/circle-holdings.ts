import type { Circle } from '../tiles/cap-tree.ts';
import { count } from '../tiles/market-sums.ts';
import { type Tile, visitLots } from '../tiles/tile.ts';
import type { TileLots } from '../tiles/tile-lots.ts';

/** Of each holding of a tile, how many of its lots were added up, and their spaces. */
export type Held = Pick<TileLots, 'areas' | 'holdings'> & {
  lots: Uint32Array;
  weights: Float64Array;
};

/** Exactly the lots of some tiles that are in a circle, by holding. */
export function holdingsIn(tiles: readonly Tile[], circle: Circle): Held[] {
  return tiles.map(({ lots, tree }) => {
    const { areas, holdings } = lots;
    const counts = new Uint32Array(holdings.length);
    const weights = new Float64Array(holdings.length);
    const add = (at: number, lotCount: number, weight: number) => {
      count(counts, at, lotCount);
      weights[at] = (weights[at] ?? 0) + weight;
    };
    visitLots(tree, circle, {
      onLots(order, from, to) {
        for (const i of order.subarray(from, to)) add(lots.holding[i] ?? 0, 1, lots.weight[i] ?? 0);
      },
      onSums(sums) {
        for (let i = 0; i < sums.holdings.length; i += 1)
          add(sums.holdings[i] ?? 0, sums.lots[i] ?? 0, sums.weights[i] ?? 0);
      },
    });
    return { areas, holdings, lots: counts, weights };
  });
}
