import { millisecondsInMinute } from 'date-fns/constants';
import type { EventData, EventType } from '../../../parking/events/event-data.ts';

/** The data of an event as receivers get it: with the plate instead of the vehicle's id. */
type ShownData<T extends EventType> =
  EventData<T> extends { vehicle_id: number }
    ? Omit<EventData<T>, 'vehicle_id'> & { vehicle_plate: string | null }
    : EventData<T>;

// Nothing has these ids, so a receiver that overlooks `test` finds nothing to change either.
const SESSION = {
  session_id: `ses_${'0'.repeat(32)}`,
  session_code: 'TEST-TEST',
};
const LOT_ID = '00000000-0000-0000-0000-000000000000';
const PAYMENT_INTENT_ID = 'pi_test';
const VEHICLE = { vehicle_plate: 'TEST123' };
const SETTLED = { subtotal: 7, platform_fee: 0.7, owner_payout: 6.3, currency: 'usd' };
const STAY_MINUTES = 120;
const ADDED_MINUTES = 60;

/**
 * What an event of a type would tell now, marked by `test: true`. The ids in it are made up of
 * zeros.
 */
export function testData(type: EventType, now: Date): object {
  return { test: true, ...EXAMPLES[type](now) };
}

const EXAMPLES: { [T in EventType]: (now: Date) => ShownData<T> } = {
  'session.created': () => ({
    ...SESSION,
    lot_id: LOT_ID,
    lot_name: 'Test lot',
    ...VEHICLE,
    effective_rate: 3.5,
    rate_unit: 'hour',
    duration_hours: 2,
    source: 'api',
  }),
  'session.ended': (now) => ({
    ...SESSION,
    lot_id: LOT_ID,
    ...VEHICLE,
    started_at: minutesFrom(now, -STAY_MINUTES),
    ended_at: now.toISOString(),
    duration_minutes: STAY_MINUTES,
    ...SETTLED,
  }),
  'session.extended': (now) => ({
    session_id: SESSION.session_id,
    expected_end: minutesFrom(now, ADDED_MINUTES),
    extended_count: 1,
    added_minutes: ADDED_MINUTES,
    estimated_amount: 10.5,
    currency: 'usd',
  }),
  'payment.completed': () => ({
    session_id: SESSION.session_id,
    payment_intent_id: PAYMENT_INTENT_ID,
    ...SETTLED,
  }),
  'payment.failed': () => ({
    session_id: SESSION.session_id,
    payment_intent_id: PAYMENT_INTENT_ID,
    amount: SETTLED.subtotal,
    currency: SETTLED.currency,
    failure_code: 'card_declined',
    failure_message: 'The card was declined.',
    retryable: true,
  }),
  'lot.updated': () => ({
    lot_id: LOT_ID,
    changed: ['total_spaces'],
    before: { total_spaces: 100 },
    after: { total_spaces: 110 },
  }),
  'occupancy.changed': (now) => ({
    lot_id: LOT_ID,
    occupancy_pct: 80,
    available_spaces: 20,
    threshold_pct: 80,
    direction: 'up',
    as_of: now.toISOString(),
  }),
};

function minutesFrom(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * millisecondsInMinute).toISOString();
}
