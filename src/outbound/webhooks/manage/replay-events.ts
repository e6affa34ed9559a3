import { millisecondsInDay } from 'date-fns/constants';
import { writeKept } from '../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../access/idempotency/remember.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { badField } from '../../../kit/errors.ts';
import { readCursor, writeCursor } from '../../../kit/page.ts';
import { readAll } from '../../../kit/read-all.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import { type Postgres, readClock } from '../../../stores/postgres.ts';
import { EVENT_ID } from '../events/shown-event.ts';
import { KEPT_DAYS, type Webhook } from '../webhook.ts';
import { webhookPaused } from './delivery.ts';
import { findWebhook } from './find-webhook.ts';

/** Events that one call makes due again; the answer says where the next call goes on. */
export const REPLAYED_MAX = 10_000;

type ReplayRequest = {
  webhookId: string;
  since: Date;
  /** null: until now. */
  until: Date | null;
  /** null: all types that the webhook gets. */
  types: readonly EventType[] | null;
  /** `next_cursor` of the call before; null: from `since` on. */
  cursor: string | null;
};

export type ReplayedEvents = {
  since: Date;
  until: Date;
  eventCount: number;
  /** Deliveries that were made, or are sent again; the others wait already. */
  deliveryCount: number;
  hasMore: boolean;
  nextCursor: string | null;
};

type Row = Pick<ReplayedEvents, 'eventCount' | 'deliveryCount' | 'hasMore'> & {
  lastUs: number | null;
  lastId: string | null;
};

/**
 * Sends the events of [since, until) to a webhook again, the oldest REPLAYED_MAX of them. Errors:
 * NOT_FOUND; BAD_REQUEST naming `since`, `until`, `types` or `cursor`; CONFLICT webhook_paused;
 * FORBIDDEN for a fleet's key.
 */
export async function replayEvents(
  db: Postgres,
  caller: Principal,
  request: ReplayRequest,
  { requestId, remember }: WriteContext<ReplayedEvents>,
): Promise<ReplayedEvents> {
  const webhook = await findWebhook(db, caller, request.webhookId);
  return writeKept(db, remember, async (connection) => {
    const now = await readClock(connection);
    const { period, types, after } = readAll({
      period: () => readPeriod(request, now),
      types: () => readTypes(request.types, webhook),
      after: () => readCursor(request.cursor, EVENT_ID),
    });
    const [row] = await connection.query<Row>('deliveries_replay', {
      webhookId: webhook.webhookId,
      ...period,
      types,
      ...after,
      eventsMax: REPLAYED_MAX,
      ...actorValues(actorOf(caller, requestId)),
    });
    if (row === undefined) throw webhookPaused();
    return toReplayed(row, period);
  });
}

function readPeriod({ since, until }: ReplayRequest, now: Date): { since: Date; until: Date } {
  if (now.getTime() - since.getTime() > KEPT_DAYS * millisecondsInDay)
    throw badField('since', `must be at most ${KEPT_DAYS} days ago`);
  const end = until === null || until > now ? now : until;
  if (end <= since)
    throw until === null || until > now
      ? badField('since', 'must be in the past')
      : badField('until', 'must be after since');
  return { since, until: end };
}

function readTypes(types: readonly EventType[] | null, { events }: Webhook): readonly EventType[] {
  if (types === null) return events;
  const strange = types.find((type) => !events.includes(type));
  if (strange !== undefined)
    throw badField('types', `must be among the events of the webhook, unlike ${strange}`);
  return types;
}

function toReplayed(
  { lastUs: createdUs, lastId: id, ...counts }: Row,
  period: { since: Date; until: Date },
): ReplayedEvents {
  const isOver = !counts.hasMore || createdUs === null || id === null;
  return { ...period, ...counts, nextCursor: isOver ? null : writeCursor({ createdUs, id }) };
}
