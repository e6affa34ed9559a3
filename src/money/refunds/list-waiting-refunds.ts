import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { REFUND_ID } from './list-refunds.ts';
import type { Refund } from './refund.ts';

/** A pending refund. */
export type WaitingRefund = Refund & {
  /** How many tries since the call that made it failed; null: none. */
  failureCount: number | null;
  /** When it is tried again; null: it is not known, or it is given up where tries failed. */
  retryAt: Date | null;
};

/**
 * The pending refunds of stays on the lots of the caller's operator, newest first. Errors:
 * BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listWaitingRefunds(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<WaitingRefund>> {
  refuseFleet(caller, 'refunds of all stays');
  const rows = await db.query<WaitingRefund & ListedRow>('refunds_list_waiting', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...readCursor(cursor, REFUND_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: ({ refundId }) => refundId, read: (refund) => refund });
}
