import type { Querier } from '../../stores/postgres.ts';

/** `month` is the present one (UTC), such as `2026-11`. */
export type MonthSpend = { spentCents: number; month: string };

/**
 * What a key, the keys that it replaced and those that replaced it have spent on priced answers in
 * this calendar month, in US cents.
 */
export async function findMonthSpend(db: Querier, keyId: string): Promise<MonthSpend> {
  const [spend] = await db.query<MonthSpend>('usage_month_sum', { keyId });
  if (spend === undefined) throw new Error('a sum returned no row');
  return spend;
}
