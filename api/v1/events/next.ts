import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import { CURSOR_LENGTH_MAX } from '../../../src/outbound/webhooks/listen/event-position.ts';
import { type HeardEvent, nextEvents } from '../../../src/outbound/webhooks/listen/next-events.ts';
import { readEventTypes } from '../../../src/outbound/webhooks/read-event-types.ts';
import { Instant } from '../../fields/field-types.ts';
import { EventId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { ShownEventType } from './event-shape.ts';

/** Less than most proxies wait for an answer. */
const WAIT_SECONDS_MAX = 25;
const TYPES_LENGTH_MAX = 500;

const HeardEventSchema = named('HeardEvent', {
  id: EventId(),
  type: ShownEventType,
  created_at: Instant,
  body: Type.String({ description: 'The exact text that a webhook gets: sign or store its bytes' }),
});

export const nextEventsOperation = defineOperation({
  operationId: 'nextEvents',
  method: 'get',
  path: '/api/v1/events/next',
  summary: 'Wait for your next events, without a webhook',
  description:
    'For programs that cannot be reached from outside. Call it without `after`: it answers at ' +
    'once with a cursor of now. Then call it again and again, each time with the last cursor: it ' +
    'returns each event once, at most 100 at a time, in the order in which they were written.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  deadlineMs: WAIT_SECONDS_MAX * 1_000 + CALL_MS_MAX,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CURSOR_LENGTH_MAX,
        description: 'cursor of the answer before, at most 30 days old',
      }),
    ),
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TYPES_LENGTH_MAX,
        description: 'Only events of these types, separated by commas; default all',
      }),
    ),
    wait_seconds: Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      default: 0,
      description: 'How long to wait for the first event, in seconds; default 0',
    }),
  }),
  responses: {
    200: {
      description: 'The events since the cursor, and the next cursor',
      schema: Type.Object({
        data: Type.Array(HeardEventSchema),
        has_more: Type.Boolean({ description: 'More events are there already: ask at once' }),
        cursor: Type.String({ description: 'Continues after these events' }),
      }),
    },
  },
  errors: ['CONFLICT'],

  async handler({ query, caller, leaving, checkKey }, api) {
    const { after = null, types, wait_seconds } = query;
    const next = await nextEvents(api, caller, {
      after,
      types: types === undefined ? null : readEventTypes(types, 'types'),
      waitMs: wait_seconds * 1_000,
      leaving,
      checkKey,
    });
    return {
      status: 200,
      body: {
        data: next.events.map(toEventShape),
        has_more: next.hasMore,
        cursor: next.cursor,
      },
    };
  },
});

function toEventShape({ eventId: id, type, createdAt, body }: HeardEvent) {
  return { id, type, created_at: createdAt.toISOString(), body };
}
