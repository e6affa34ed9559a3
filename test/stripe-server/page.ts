import { amountOf, type Form, textOf } from './form.ts';

/** The newest first, as Stripe lists. */
export function page<T extends { id: string }>(form: Form, rows: readonly T[]) {
  const newest = rows.toReversed();
  const after = textOf(form, 'starting_after');
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = amountOf(form, 'limit') ?? 10;
  const data = newest.slice(from, from + limit);
  return { object: 'list', data, has_more: from + limit < newest.length };
}
