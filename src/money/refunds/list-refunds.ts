import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Refund } from './refund.ts';

export const REFUND_ID = /^re_[0-9a-f]{32}$/;

/** The refunds of a session the caller may see, oldest first. */
export function listRefunds(db: Querier, sessionId: string): Promise<Refund[]> {
  return db.query<Refund>('refunds_list', { sessionId });
}

/** The refunds of sessions the caller may see, oldest first. */
export function listRefundsOf(db: Querier, sessionIds: readonly string[]): Promise<Refund[]> {
  return db.query<Refund>('refunds_list_of', { sessionIds });
}

/** A page of the refunds of a session, newest first. Errors: BAD_REQUEST naming `cursor`. */
export async function pageRefunds(
  db: Querier,
  sessionId: string,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Refund>> {
  const rows = await db.query<Refund & ListedRow>('refunds_list_page', {
    sessionId,
    ...readCursor(cursor, REFUND_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.refundId, read: (refund) => refund });
}
