import { conflict } from '../../../kit/errors.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Attempt } from '../courier/mark-results.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one webhook, as it is shown. */
export type Delivery = {
  deliveryId: string;
  eventId: string;
  type: EventType;
  isTest: boolean;
  /** canceled: it waited when the webhook was paused. */
  status: DeliveryStatus;
  /** The last attempts, oldest first. Answers to an erased vehicle's events are taken out. */
  attempts: (Omit<Attempt, 'answer'> & { answer?: string })[];
  /** null: there is none, or it is being sent now. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export const DELIVERY_ID = /^del_[0-9a-f]{32}$/;

/** What is asked of a webhook that is paused. */
export function webhookPaused() {
  return conflict('webhook_paused', 'nothing is sent to a paused webhook: resume it first');
}
