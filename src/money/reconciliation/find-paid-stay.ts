import { type SessionRow, toSession } from '../../parking/sessions/session-row.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PaidStay } from '../payments/events/find-stay.ts';
import type { Finding } from './finding.ts';

type Of = Pick<Finding, 'sessionId'>;

/** The stay that a finding is about; undefined where it has none that is paid here. */
export async function findPaidStay(db: Querier, { sessionId }: Of): Promise<PaidStay | undefined> {
  const [row] = await db.query<SessionRow>('session_find_paid', { sessionId });
  const stay = row && toSession(row);
  if (stay === undefined || stay.paymentIntentId === null) return undefined;
  return { ...stay, paymentIntentId: stay.paymentIntentId };
}

/** The account that the processor paid what was captured for a stay to; undefined: none, or two. */
export async function findPayee(db: Querier, { sessionId }: Of): Promise<string | undefined> {
  const rows = await db.query<{ payee: string }>('payee_find_paid', { sessionId });
  return rows.length === 1 ? rows[0]?.payee : undefined;
}
