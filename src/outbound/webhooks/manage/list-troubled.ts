import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Webhook } from '../webhook.ts';
import { WEBHOOK_ID } from './find-webhook.ts';

/** Deliveries that wait are counted so far. */
export const WAITING_COUNTED_MAX = 1_000;

type Shown =
  | 'webhookId'
  | 'status'
  | 'pauseReason'
  | 'consecutiveFailures'
  | 'lastSuccessAt'
  | 'lastFailureAt'
  | 'createdAt';

/** A webhook of any operator, without what only that operator may know: its address, its secret. */
export type TroubledWebhook = Pick<Webhook, Shown> & {
  operatorId: string;
  operatorName: string;
  livemode: boolean;
  host: string;
  /** null: more than WAITING_COUNTED_MAX. */
  waitingCount: number | null;
  /** When the first of them was due, or is; null: none waits. */
  oldestDueAt: Date | null;
};

/**
 * A page of the webhooks of all operators to which attempts fail, or that were paused because of
 * that, newest first. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listTroubledWebhooks(
  db: Querier,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<TroubledWebhook>> {
  const rows = await db.query<TroubledWebhook & ListedRow>('webhooks_list_troubled', {
    countMax: WAITING_COUNTED_MAX,
    ...readCursor(cursor, WEBHOOK_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.webhookId, read: (row) => row });
}
