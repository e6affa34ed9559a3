/** The body that a repeat of a priced call gets: what the first call got, at no cost. */
export function asRepeated<T extends { meta: object }>(body: T): T {
  return { ...body, meta: { ...body.meta, cost_cents: 0 } };
}
