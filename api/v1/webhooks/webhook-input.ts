import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { DESCRIPTION_LENGTH_MAX, URL_LENGTH_MAX } from '../../../src/outbound/webhooks/webhook.ts';
import { EVENT_TYPES } from '../../../src/parking/events/event-data.ts';

/** A type of event in a request. */
export const EventTypeInput = (description: string) => Type.Enum([...EVENT_TYPES], { description });

/** Types of events in a request, at least one. */
export const EventTypesInput = (description: string) =>
  Type.Array(EventTypeInput('A type of event'), {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description,
  });

const FIELDS = {
  url: Type.String({
    minLength: 1,
    maxLength: URL_LENGTH_MAX,
    description: 'Where events are sent: https on port 443, at a public address',
  }),
  events: EventTypesInput('The types of events that are sent'),
  description: Type.Optional(
    nullable(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX, description: 'For yourself' })),
  ),
};

/** The body that adds a webhook. */
export const WebhookInput = Type.Object(FIELDS, {
  examples: [
    {
      url: 'https://hooks.example.com/parking',
      events: ['session.ended', 'payment.failed'],
      description: 'Bookkeeping',
    },
  ],
});

/** The body that changes a webhook. */
export const WebhookChangesInput = Type.Object(
  {
    url: Type.Optional(FIELDS.url),
    events: Type.Optional(FIELDS.events),
    description: FIELDS.description,
    status: Type.Optional(
      Type.Enum(['active', 'paused'], { description: 'active resumes it, paused pauses it' }),
    ),
  },
  { examples: [{ events: ['session.created', 'session.ended'], status: 'active' }] },
);
