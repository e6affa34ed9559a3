/** That a left node may be paired with a right one. */
export type Edge = { right: number; weight: number };

/** The ways to pair one more left node that are being looked at. */
type Search = {
  /** Of the left nodes that can be reached: the cost to free them for another pair. */
  reached: Map<number, number>;
  /** Left nodes whose edges have been followed. */
  done: Set<number>;
  /** The left node from which a right one was reached at the least cost. */
  from: Map<number, { left: number; cost: number }>;
};

/**
 * Pairs left with right nodes, each at most once, with the largest sum of weights; returns the
 * right node of each left one, or -1. Weights are positive whole numbers, so that sums are exact.
 * The method is the Hungarian one (H. Kuhn, 1955) on the edges that exist: one left node after the
 * other is added along the cheapest path. With equal sums the order of nodes and edges decides.
 */
export function assign(edgesOf: readonly (readonly Edge[])[], rightCount: number): number[] {
  const rightOf = edgesOf.map(() => -1);
  const leftOf = new Array<number>(rightCount).fill(-1);
  // What a node is worth: of every edge, both ends together at least its weight; of a pair, as
  // much; of a node without a pair, 0. So no other pairing can have a larger sum.
  const leftWorth = edgesOf.map((edges) => Math.max(0, ...edges.map(({ weight }) => weight)));
  const rightWorth = new Array<number>(rightCount).fill(0);
  const worth = (left: number) => leftWorth[left] ?? 0;

  for (const start of edgesOf.keys()) {
    const search: Search = { reached: new Map([[start, 0]]), done: new Set(), from: new Map() };
    let end = { cost: Number.POSITIVE_INFINITY, left: -1, right: -1 };
    for (let left = start; left !== -1; left = cheapest(search, end.cost)) {
      search.done.add(left);
      const cost = search.reached.get(left) ?? 0;
      if (cost + worth(left) < end.cost) end = { cost: cost + worth(left), left, right: -1 };
      for (const { right, weight } of edgesOf[left] ?? []) {
        const total = cost + worth(left) + (rightWorth[right] ?? 0) - weight;
        if (total >= (search.from.get(right)?.cost ?? end.cost)) continue;
        search.from.set(right, { left, cost: total });
        const mate = leftOf[right] ?? -1;
        if (mate !== -1) search.reached.set(mate, total);
        else if (total < end.cost) end = { cost: total, left, right };
      }
    }
    for (const left of search.done)
      leftWorth[left] = worth(left) - Math.max(0, end.cost - (search.reached.get(left) ?? 0));
    for (const [right, { cost }] of search.from)
      if (cost < end.cost) rightWorth[right] = (rightWorth[right] ?? 0) + end.cost - cost;
    // The last left node takes its new right one, or none; each before it what the next one had.
    for (let { left, right } = end; ; ) {
      const before = rightOf[left] ?? -1;
      rightOf[left] = right;
      if (right !== -1) leftOf[right] = left;
      if (left === start) break;
      right = before;
      left = search.from.get(before)?.left ?? start;
    }
  }
  return rightOf;
}

/** The next left node to follow that is cheaper than the best end; -1: there is none. */
function cheapest({ reached, done }: Search, endCost: number): number {
  let best = -1;
  let least = endCost;
  for (const [left, cost] of reached)
    if (cost < least && !done.has(left)) {
      best = left;
      least = cost;
    }
  return best;
}
