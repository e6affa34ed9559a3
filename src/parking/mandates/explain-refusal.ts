import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import type { AppError } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { findMandateLeft, type MandateLeft } from './find-mandate-left.ts';
import { type MandateRule, mandateExceeded } from './refusal.ts';

type Counted = { rule: MandateRule; message: string; leftOf(left: MandateLeft): number | null };

/** The constraints with which the database refuses a stay that a mandate does not allow. */
const COUNTED: Readonly<Record<string, Counted>> = {
  mandate_currency: {
    rule: 'currency',
    message: 'the mandate is in another currency than the lot',
    leftOf: () => null,
  },
  mandate_max_per_stay: {
    rule: 'max_per_stay',
    message: 'the stay costs more than the mandate allows for one',
    leftOf: (left) => left.perStayMinor,
  },
  mandate_max_per_day: {
    rule: 'max_per_day',
    message: 'the stay costs more than the mandate has left for the day',
    leftOf: (left) => left.perDayMinor,
  },
  mandate_max_per_month: {
    rule: 'max_per_month',
    message: 'the stay costs more than the mandate has left for the month',
    leftOf: (left) => left.perMonthMinor,
  },
};

/**
 * The error for a caller when the database refused a write because of the mandate that pays; for
 * any other error that error. `at` is when the stay begins. Callers of other operators than the
 * mandate's do not learn what is left.
 */
export async function explainRefusal(
  db: Querier,
  error: unknown,
  { operatorId }: Pick<Principal, 'operatorId'>,
  { mandateId, at }: { mandateId: string | null; at: Date },
): Promise<unknown> {
  const counted = COUNTED[databaseError(error)?.constraint ?? ''];
  if (counted === undefined || mandateId === null) return error;
  return exceeded(counted, await findMandateLeft(db, { mandateId, operatorId }, at));
}

function exceeded({ rule, message, leftOf }: Counted, left: MandateLeft | undefined): AppError {
  const shown = left === undefined ? null : leftOf(left);
  return mandateExceeded({ rule, message, leftMinor: shown, currency: left?.currency ?? null });
}
