import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';

/** Each day is compared once a day: without a comparison for so long, something prevents it. */
const COMPARED_SECONDS_MAX = 2 * 86_400;

/** The row of `reconciliation_find`. */
export type Reconciliation = {
  comparedAt: Date | null;
  isLate: boolean;
  openCount: number;
  oldestDay: string | null;
};

/** How to see what differs. */
const LOOK = 'hexlot reconcile';

export const ReconciliationCheck = named(
  'ReconciliationCheck',
  {
    status: Type.Enum(['pass', 'warn', 'unknown'], {
      description: 'unknown: nothing was compared yet, or the database does not answer',
    }),
    compared_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description:
        'When a day was compared last; null: never. More than ' +
        `${COMPARED_SECONDS_MAX} seconds ago is a warning`,
    }),
    open: Type.Integer({
      minimum: 0,
      description: 'Payments and refunds of the live mode that differ; any is a warning',
    }),
    oldest_day: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description: 'The first day (UTC) with such a difference; null: there is none',
    }),
    look: Type.Union([Type.String(), Type.Null()], {
      description: 'The command that lists them; null: there are none',
    }),
  },
  { description: "What differs between the payment processor's books and ours" },
);

export const reconciliationValues = { livemode: true, lateSeconds: COMPARED_SECONDS_MAX };

export function checkReconciliation(found: Reconciliation | undefined) {
  const { comparedAt = null, isLate = false, openCount = 0, oldestDay = null } = found ?? {};
  const isWell = openCount === 0 && !isLate;
  const known = isWell ? ('pass' as const) : ('warn' as const);
  return {
    status: comparedAt === null ? ('unknown' as const) : known,
    compared_at: comparedAt?.toISOString() ?? null,
    open: openCount,
    oldest_day: oldestDay,
    look: openCount === 0 ? null : LOOK,
  };
}
