import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Webhook } from '../webhook.ts';
import { WEBHOOK_ID } from './find-webhook.ts';

/**
 * A page of the webhooks of the caller's operator, newest first. Errors: BAD_REQUEST naming
 * `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listWebhooks(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Webhook>> {
  refuseFleet(caller, 'webhooks');
  const rows = await db.query<Webhook & ListedRow>('webhooks_list', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...readCursor(cursor, WEBHOOK_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.webhookId, read: (row) => row });
}
