/**
 * The places of currencies among things with prices: the most frequent currency has 0, and of
 * equally frequent ones that which comes first. Nothing says what one currency is worth in another,
 * so prices are compared within a currency only.
 */
export function currencyOrder(
  priced: Iterable<{ currency: string }>,
): (one: { currency: string }) => number {
  const counts = new Map<string, number>();
  for (const { currency } of priced) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const ordered = [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
  const places = new Map(ordered.map((currency, place) => [currency, place]));
  return ({ currency }) => places.get(currency) ?? places.size;
}
