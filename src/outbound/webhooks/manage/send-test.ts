import { writeKept } from '../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../access/idempotency/remember.ts';
import { newId } from '../../../access/ids.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import { type Postgres, readClock } from '../../../stores/postgres.ts';
import { type Delivery, webhookPaused } from './delivery.ts';
import { findWebhook } from './find-webhook.ts';
import { testData } from './test-data.ts';

/**
 * Sends an event that did not happen to a webhook, once: of a type, or of the first that the
 * webhook gets. Errors: NOT_FOUND; CONFLICT webhook_paused; FORBIDDEN for a fleet's key.
 */
export async function sendTest(
  db: Postgres,
  caller: Principal,
  { webhookId, type }: { webhookId: string; type: EventType | null },
  { requestId, remember }: WriteContext<Delivery>,
): Promise<Delivery> {
  const webhook = await findWebhook(db, caller, webhookId);
  const sent = type ?? webhook.events[0];
  if (sent === undefined) throw new Error('a webhook gets at least one type of event');
  return writeKept(db, remember, async (connection) => {
    const now = await readClock(connection);
    const [delivery] = await connection.query<Delivery>('deliveries_test', {
      webhookId,
      eventId: newId('evt', now.getTime()),
      type: sent,
      data: JSON.stringify(testData(sent, now)),
      ...actorValues(actorOf(caller, requestId)),
    });
    if (delivery === undefined) throw webhookPaused();
    return delivery;
  });
}
