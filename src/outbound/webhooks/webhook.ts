import type { EventType } from '../../parking/events/event-data.ts';

/** A webhook of one operator in one mode: an address that receives its events. */
export type Webhook = {
  webhookId: string;
  url: string;
  events: EventType[];
  description: string | null;
  secretLast4: string;
  status: 'active' | 'paused';
  /** Attempts that failed since the last one that succeeded. */
  consecutiveFailures: number;
  pausedAt: Date | null;
  /** failures: FAILURES_MAX in a row; gone: it answered 410; operator: through the API. */
  pauseReason: 'failures' | 'gone' | 'operator' | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  /** Since when its address is proven; null: it is not, or needs no proof. */
  verifiedAt: Date | null;
  /** Why the address is not proven, in plain words, as far as that is known. */
  verificationFailure: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export const URL_LENGTH_MAX = 2_000;
export const DESCRIPTION_LENGTH_MAX = 200;
/** Of one operator in one mode. */
export const WEBHOOKS_MAX = 20;
/** Failed attempts in a row after which a webhook is paused. */
export const FAILURES_MAX = 10;
/** How long bodies, deliveries and their attempts are kept, and events can be sent again. */
export const KEPT_DAYS = 30;
/** Attempts that are kept of a delivery; more can be made when it is sent again by hand. */
export const ATTEMPTS_KEPT = 20;
/** A secret that was rotated signs for this much longer. */
export const SECRET_OVERLAP_HOURS = 24;
