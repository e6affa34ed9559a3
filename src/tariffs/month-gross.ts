import type { Querier } from '../stores/postgres.ts';

/**
 * What was captured for an operator's stays in the calendar month (UTC) of `at`, by currency, in
 * minor units. Refunds are not taken off, and imported stays do not count. With a `currency` that
 * is null all in which something was captured.
 */
export async function sumMonthGross(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
  { at, currency }: { at: Date; currency: string | null },
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ currency: string; grossMinor: string }>('sessions_month_gross', {
    operatorId,
    livemode,
    currency,
    at,
  });
  return new Map(rows.map((row) => [row.currency, BigInt(row.grossMinor)]));
}
