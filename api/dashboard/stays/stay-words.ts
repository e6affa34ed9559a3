import type { Html } from '../../dress/html.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import { type BadgeKind, badge } from '../parts/badge.ts';

type Status = SessionShape['status'];
type Payment = NonNullable<SessionShape['payment_status']>;

/** How the dashboard calls each status of a stay. */
export const STATUS_WORDS: Readonly<Record<Status, readonly [BadgeKind, string]>> = {
  active: ['chosen', 'running'],
  completed: ['ok', 'ended'],
  expired: ['ok', 'ended by itself'],
  payment_failed: ['bad', 'payment failed'],
  canceled: ['idle', 'canceled'],
};

const PAYMENT_WORDS: Readonly<Record<Payment, readonly [BadgeKind, string]>> = {
  requires_authorization: ['warn', 'waits for the driver'],
  authorized: ['chosen', 'authorised'],
  captured: ['ok', 'paid'],
  failed: ['bad', 'failed'],
  refunded: ['idle', 'refunded'],
  canceled: ['idle', 'canceled'],
};

export function statusBadge({ status }: Pick<SessionShape, 'status'>): Html {
  return badge(...STATUS_WORDS[status]);
}

export function paymentBadge({ payment_status: status }: SessionShape): Html {
  return status === null ? badge('idle', 'paid elsewhere') : badge(...PAYMENT_WORDS[status]);
}

/** The plate as it was given. */
export const plateOf = ({ plate }: { plate: string | null }) => plate ?? 'erased';
