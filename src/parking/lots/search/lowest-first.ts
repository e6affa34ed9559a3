/** How to read orders whose items stand by a number that is at least `leastAt`, and ascends. */
export type Reading<Order, Item> = {
  count(order: Order): number;
  leastAt(order: Order, i: number): number;
  itemAt(order: Order, i: number): Item;
};

type Head<Order> = { order: Order; at: number; least: number };

/** Merges orders while they are read, so that what is not taken is not looked at. */
export function lowestFirst<Order, Item>(
  orders: readonly Order[],
  { count, leastAt, itemAt }: Reading<Order, Item>,
) {
  // A binary heap: no head is lower than the one at half of its place.
  const heap = orders
    .filter((order) => count(order) > 0)
    .map((order): Head<Order> => ({ order, at: 0, least: leastAt(order, 0) }));
  for (let i = heap.length >> 1; i >= 0; i -= 1) sink(heap, i);

  /** To the next item of the first head, whose order leaves the heap after its last. */
  function advance(head: Head<Order>): void {
    head.at += 1;
    if (head.at < count(head.order)) head.least = leastAt(head.order, head.at);
    else {
      const last = heap.pop();
      if (last !== undefined && last !== head) heap[0] = last;
    }
    sink(heap, 0);
  }

  return {
    /** Takes items from the lowest on, as long as the next one's number is one to go on with. */
    *takeWhile(isWanted: (least: number) => boolean): Generator<Item> {
      for (let [head] = heap; head !== undefined && isWanted(head.least); [head] = heap) {
        const item = itemAt(head.order, head.at);
        advance(head);
        yield item;
      }
    },
    /** Of the next item; undefined: all were taken. */
    least: () => heap[0]?.least,
  };
}

function sink<Order>(heap: Head<Order>[], from: number): void {
  const moved = heap[from];
  if (moved === undefined) return;
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (left !== undefined && right !== undefined && right.least < left.least) below += 1;
    const lower = heap[below];
    if (lower === undefined || lower.least >= moved.least) break;
    heap[at] = lower;
    at = below;
  }
  heap[at] = moved;
}
