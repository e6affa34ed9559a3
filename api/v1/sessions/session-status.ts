import type { PaymentStatus, SessionStatus } from '../../../src/parking/sessions/session.ts';

export const SESSION_STATUSES = [
  'active',
  'completed',
  'expired',
  'payment_failed',
  'canceled',
] as const;

export const PAYMENT_STATUSES = [
  'requires_authorization',
  'authorized',
  'captured',
  'failed',
  'refunded',
  'canceled',
] as const satisfies readonly PaymentStatus[];

/**
 * While the end of a stay is being paid, a caller could do nothing differently, so `ending` and
 * `expiring` are not shown.
 */
const STATUS_SHOWN = {
  active: 'active',
  ending: 'active',
  completed: 'completed',
  expiring: 'expired',
  expired: 'expired',
  payment_failed: 'payment_failed',
  canceled: 'canceled',
} as const satisfies Record<SessionStatus, (typeof SESSION_STATUSES)[number]>;

/** A stored status as answers show it. */
export function shownStatus(status: SessionStatus): (typeof SESSION_STATUSES)[number] {
  return STATUS_SHOWN[status];
}

/** The internal statuses that answers show as this one. */
export function statusesShownAs(shown: (typeof SESSION_STATUSES)[number]): SessionStatus[] {
  return Object.entries(STATUS_SHOWN).flatMap(([status, one]) =>
    one === shown ? [status as SessionStatus] : [],
  );
}
