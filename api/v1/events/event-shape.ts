import { type Static, Type } from 'typebox';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { ShownEvent } from '../../../src/outbound/webhooks/events/shown-event.ts';
import { EVENT_TYPES } from '../../../src/parking/events/event-data.ts';
import { Instant } from '../../fields/field-types.ts';
import { EventId } from '../../fields/ids.ts';

/** The type of an event in an answer. */
export const ShownEventType = Type.Enum([...EVENT_TYPES], { [MAY_GROW]: true });

export const EventSchema = named('Event', {
  id: EventId(),
  type: ShownEventType,
  created_at: Instant,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What happened; vehicle_plate in it is null once the vehicle is erased',
  }),
});

export type EventShape = Static<typeof EventSchema>;

/** An event as webhooks get it. */
export function toEventShape(event: ShownEvent): EventShape {
  return {
    id: event.eventId,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    data: event.data,
  };
}
