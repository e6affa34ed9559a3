import { millisecondsInDay } from 'date-fns/constants';
import { type Static, Type } from 'typebox';
import { systemClock } from '../../../src/kit/clock.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { findWebhook } from '../../../src/outbound/webhooks/manage/find-webhook.ts';
import {
  REPLAYED_MAX,
  type ReplayedEvents,
  replayEvents,
} from '../../../src/outbound/webhooks/manage/replay-events.ts';
import { KEPT_DAYS } from '../../../src/outbound/webhooks/webhook.ts';
import { Instant, InstantInput, instantOf } from '../../fields/field-types.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { EventTypesInput } from './webhook-input.ts';

/** A day before this process began: an example with a fixed day would be refused some day. */
const exampleSince = new Date(systemClock.now() - millisecondsInDay).toISOString();

const ReplaySchema = named('Replay', {
  since: Instant,
  until: Instant,
  event_count: Type.Integer({ description: 'Events that it took' }),
  delivery_count: Type.Integer({
    description: 'Deliveries that are due now; the others were waiting already',
  }),
  has_more: Type.Boolean(),
  next_cursor: nullable(
    Type.String({ description: 'For the next call, with the same since, until and types' }),
  ),
});

export type ReplayShape = Static<typeof ReplaySchema>;

export const replayWebhookEventsOperation = defineOperation({
  operationId: 'replayWebhookEvents',
  method: 'post',
  path: '/api/v1/webhooks/{webhook_id}/replay',
  summary: 'Send the events of a period to a webhook again',
  description:
    'Those that were delivered, failed or were canceled, and those of a pause. Receivers see the ' +
    `same event ids again. It takes the ${REPLAYED_MAX} oldest; next_cursor goes on. 409 ` +
    'webhook_paused.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  body: Type.Object(
    {
      since: InstantInput(`The first instant; at most ${KEPT_DAYS} days ago`),
      until: Type.Optional(InstantInput('The instant after the last; default now')),
      types: Type.Optional(
        EventTypesInput('Only these of the types that it gets; default all of them'),
      ),
      cursor: Type.Optional(
        Type.String({ maxLength: 200, description: 'next_cursor of the call before' }),
      ),
    },
    { examples: [{ since: exampleSince, types: ['session.ended'] }] },
  ),
  responses: {
    202: { description: 'What is sent again', schema: Type.Object({ replay: ReplaySchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call did it',
    store: toReplayShape,
    recall: (replay) => ({ replay }),
    check: ({ params, caller }, { db }) => findWebhook(db, caller, params.webhook_id),
  },

  async handler({ params, body, caller, requestId, remember }, { db }) {
    const request = {
      webhookId: params.webhook_id,
      since: new Date(body.since),
      until: instantOf(body.until),
      types: body.types ?? null,
      cursor: body.cursor ?? null,
    };
    const replayed = await replayEvents(db, caller, request, { requestId, remember });
    return { status: 202, body: { replay: toReplayShape(replayed) } };
  },
});

function toReplayShape(replay: ReplayedEvents): ReplayShape {
  return {
    since: replay.since.toISOString(),
    until: replay.until.toISOString(),
    event_count: replay.eventCount,
    delivery_count: replay.deliveryCount,
    has_more: replay.hasMore,
    next_cursor: replay.nextCursor,
  };
}
