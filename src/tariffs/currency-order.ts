/**
 * The places of currencies among things with prices: the most frequent currency has 0. Equally
 * frequent ones are ordered by `tie`; without it, that which comes first is before the others.
 * Nothing says what one currency is worth in another, so prices are compared within a currency
 * only.
 */
export function currencyOrder(
  priced: Iterable<{ currency: string }>,
  tie: (a: string, b: string) => number = () => 0,
): (one: { currency: string }) => number {
  const counts = new Map<string, number>();
  for (const { currency } of priced) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const ordered = [...counts].sort(([a, aCount], [b, bCount]) => bCount - aCount || tie(a, b));
  const places = new Map(ordered.map(([currency], place) => [currency, place]));
  return ({ currency }) => places.get(currency) ?? places.size;
}
