import { notTogether } from '../../kit/errors.ts';

/** What a plain rate says. */
const PLAIN_FIELDS = [
  ...(['base_rate', 'rate_unit', 'billing_step_minutes'] as const),
  ...(['max_daily_rate', 'has_no_daily_max'] as const),
];

/** Whether a member is of a plain rate. */
export function isPlainField(name: string): boolean {
  return PLAIN_FIELDS.some((one) => one === name);
}

type PlainFields = { readonly [Name in (typeof PLAIN_FIELDS)[number]]?: unknown };

/** A tariff says all of a price. Errors: BAD_REQUEST naming `tariff` and the field beside it. */
export function refusePlain(details: PlainFields): void {
  // The unit has a default.
  for (const name of PLAIN_FIELDS)
    if (name !== 'rate_unit' && (details[name] ?? null) !== null) throw notTogether('tariff', name);
}
