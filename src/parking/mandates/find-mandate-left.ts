import type { Querier } from '../../stores/postgres.ts';

/** What a mandate still allows, in minor units of its currency; null: it sets no such limit. */
export type MandateLeft = {
  currency: string | null;
  perStayMinor: number | null;
  perDayMinor: number | null;
  perMonthMinor: number | null;
};

type Row = {
  currency: string | null;
  maxPerStayMinor: number | null;
  dayLeftMinor: number | null;
  monthLeftMinor: number | null;
};

/**
 * What is left of the day and of the month of an instant (null: now) in the mandate's zone.
 * Undefined when this operator has no such mandate.
 */
export async function findMandateLeft(
  db: Querier,
  { mandateId, operatorId }: { mandateId: string; operatorId: string },
  at: Date | null = null,
): Promise<MandateLeft | undefined> {
  const [row] = await db.query<Row>('mandate_left_find', {
    mandateId,
    operatorId,
    at,
  });
  return (
    row && {
      currency: row.currency,
      perStayMinor: row.maxPerStayMinor,
      perDayMinor: row.dayLeftMinor,
      perMonthMinor: row.monthLeftMinor,
    }
  );
}
