import { millisecondsInHour } from 'date-fns/constants';
import { newId } from '../../access/ids.ts';
import { fromMinor } from '../../kit/money.ts';
import type { EventData, EventType } from './event-data.ts';

/**
 * An event as a statement receives it. Where the event has a `vehicle_id`, the statement adds it,
 * because only the statement knows it.
 */
type NewEvent<T extends EventType> = { id: string; data: Omit<EventData<T>, 'vehicle_id'> };

type Stay = {
  sessionId: string;
  sessionCode: string;
  lotId: string;
  currency: string;
  startedAt: Date;
};

export function sessionCreated(
  stay: Stay & {
    expectedEnd: Date;
    rate: { rateMinor: number; rateUnit: 'hour' | 'day' };
    source: EventData<'session.created'>['source'];
    agentName: string | null;
  },
  lotName: string,
): NewEvent<'session.created'> {
  return newEvent({
    session_id: stay.sessionId,
    session_code: stay.sessionCode,
    lot_id: stay.lotId,
    lot_name: lotName,
    effective_rate: fromMinor(stay.rate.rateMinor, stay.currency),
    rate_unit: stay.rate.rateUnit,
    duration_hours: (stay.expectedEnd.getTime() - stay.startedAt.getTime()) / millisecondsInHour,
    source: stay.source,
    ...(stay.agentName === null ? {} : { agent_name: stay.agentName }),
  });
}

export function sessionExtended(
  stay: Pick<Stay, 'sessionId' | 'currency'> & {
    expectedEnd: Date;
    extendedCount: number;
    estimatedMinor: number;
  },
  addedMinutes: number,
): NewEvent<'session.extended'> {
  return newEvent({
    session_id: stay.sessionId,
    expected_end: stay.expectedEnd.toISOString(),
    extended_count: stay.extendedCount,
    added_minutes: addedMinutes,
    estimated_amount: fromMinor(stay.estimatedMinor, stay.currency),
    currency: stay.currency,
  });
}

/** A stay whose time and amount are final. */
type ClosedStay = Stay & {
  endedAt: Date;
  subtotalMinor: number;
  shortfallMinor: number;
  platformFeeMinor: number;
  paymentIntentId: string;
};

export function sessionEnded(stay: ClosedStay, minutes: number): NewEvent<'session.ended'> {
  return newEvent({
    session_id: stay.sessionId,
    session_code: stay.sessionCode,
    lot_id: stay.lotId,
    started_at: stay.startedAt.toISOString(),
    ended_at: stay.endedAt.toISOString(),
    duration_minutes: minutes,
    ...settledAmounts(stay),
  });
}

export function paymentCompleted(stay: ClosedStay): NewEvent<'payment.completed'> {
  return newEvent({
    session_id: stay.sessionId,
    payment_intent_id: stay.paymentIntentId,
    ...settledAmounts(stay),
  });
}

export function paymentFailed(
  stay: Pick<Stay, 'sessionId' | 'currency'> & { paymentIntentId: string },
  amountMinor: number,
  failure: { failureCode: string; failureMessage: string; isRetryable: boolean },
): NewEvent<'payment.failed'> {
  return newEvent({
    session_id: stay.sessionId,
    payment_intent_id: stay.paymentIntentId,
    amount: fromMinor(amountMinor, stay.currency),
    currency: stay.currency,
    failure_code: failure.failureCode,
    failure_message: failure.failureMessage,
    retryable: failure.isRetryable,
  });
}

function newEvent<Data>(data: Data): { id: string; data: Data } {
  return { id: newId('evt'), data };
}

function settledAmounts(stay: ClosedStay) {
  const { currency, subtotalMinor, shortfallMinor, platformFeeMinor } = stay;
  return {
    subtotal: fromMinor(subtotalMinor, currency),
    shortfall: fromMinor(shortfallMinor, currency),
    platform_fee: fromMinor(platformFeeMinor, currency),
    owner_payout: fromMinor(subtotalMinor - shortfallMinor - platformFeeMinor, currency),
    currency,
  };
}
