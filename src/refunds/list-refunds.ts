import type { Querier } from '../stores/postgres.ts';
import { type Refund, type RefundRow, toRefund } from './refund.ts';

/** The refunds of a session the caller may see, oldest first. */
export async function listRefunds(db: Querier, sessionId: string): Promise<Refund[]> {
  const rows = await db.query<RefundRow>('refunds_list', { session_id: sessionId });
  return rows.map(toRefund);
}
