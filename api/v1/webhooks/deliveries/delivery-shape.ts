import { type Static, Type } from 'typebox';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
} from '../../../../src/outbound/webhooks/manage/delivery.ts';
import { ATTEMPTS_KEPT } from '../../../../src/outbound/webhooks/webhook.ts';
import { Instant } from '../../../fields/field-types.ts';
import { DeliveryId, EventId } from '../../../fields/ids.ts';
import { ShownEventType } from '../../events/event-shape.ts';

const AttemptSchema = named('DeliveryAttempt', {
  at: Instant,
  ms: Type.Integer({ description: 'How long it took, in milliseconds' }),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The HTTP status; null where there was no answer',
  }),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it failed; null where it did not',
  }),
  answer: Type.Union([Type.String(), Type.Null()], {
    description: 'The first 1 kB of the body of the answer; null once the vehicle is erased',
  }),
});

/** A delivery without its attempts, which are personal data that no other table may keep. */
export const QueuedDeliverySchema = named('QueuedDelivery', {
  id: DeliveryId(),
  event_id: EventId(),
  type: ShownEventType,
  is_test: Type.Boolean({ description: 'Its event did not happen: a call asked for it' }),
  status: Type.Enum([...DELIVERY_STATUSES], {
    description: 'canceled: it was waiting when the webhook was paused',
  }),
  next_attempt_at: Type.Union([Instant, Type.Null()], {
    description: 'null: there is none, or it is being sent now',
  }),
  created_at: Instant,
  finished_at: nullable(Instant),
});

export const DeliverySchema = named('Delivery', {
  ...QueuedDeliverySchema.properties,
  attempts: Type.Array(AttemptSchema, {
    description: `The last ${ATTEMPTS_KEPT}, oldest first`,
  }),
});

export type DeliveryShape = Static<typeof DeliverySchema>;
type QueuedDeliveryShape = Static<typeof QueuedDeliverySchema>;

export function toQueuedDeliveryShape(delivery: Delivery): QueuedDeliveryShape {
  return {
    id: delivery.deliveryId,
    event_id: delivery.eventId,
    type: delivery.type,
    is_test: delivery.isTest,
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}

export function toDeliveryShape(delivery: Delivery): DeliveryShape {
  return {
    ...toQueuedDeliveryShape(delivery),
    attempts: delivery.attempts.map(({ answer = null, ...attempt }) => ({ ...attempt, answer })),
  };
}
