import { type Static, type TObject, Type } from 'typebox';
import { LotMembers } from './lot-members.ts';

const Id = Type.String();
const Instant = Type.String({ format: 'date-time' });
/** In units of `currency`, lower case ISO 4217. */
const Amount = Type.Number();
const Currency = Type.String({ pattern: '^[a-z]{3}$' });
/** Id in the table `vehicles`. The sender of an event replaces it by the plate. */
const VehicleId = Type.Integer();

const Settled = {
  subtotal: Amount,
  /** What of it could not be captured. Events of before have none. */
  shortfall: Type.Optional(Amount),
  platform_fee: Amount,
  owner_payout: Amount,
  currency: Currency,
};

/**
 * The events of the product, each with the shape of its data and that shape's version. A new member
 * that readers may ignore needs no new version; a removed member, or one with another meaning,
 * does.
 */
export const EVENTS = {
  'session.created': {
    version: 1,
    data: Type.Object({
      session_id: Id,
      session_code: Type.String(),
      lot_id: Id,
      lot_name: Type.String(),
      vehicle_id: VehicleId,
      effective_rate: Amount,
      rate_unit: Type.Enum(['hour', 'day']),
      duration_hours: Type.Number(),
      source: Type.Enum(['driver', 'agent', 'api', 'fleet']),
      agent_name: Type.Optional(Type.String()),
    }),
  },
  /** Sent once the money was captured; the audit row `session.closed` comes before. */
  'session.ended': {
    version: 1,
    data: Type.Object({
      session_id: Id,
      session_code: Type.String(),
      lot_id: Id,
      vehicle_id: VehicleId,
      started_at: Instant,
      ended_at: Instant,
      duration_minutes: Type.Integer({ minimum: 1 }),
      ...Settled,
    }),
  },
  'session.extended': {
    version: 1,
    data: Type.Object({
      session_id: Id,
      expected_end: Instant,
      extended_count: Type.Integer({ minimum: 1 }),
      added_minutes: Type.Integer({ minimum: 1 }),
      estimated_amount: Amount,
      currency: Currency,
    }),
  },
  'payment.completed': {
    version: 1,
    data: Type.Object({ session_id: Id, payment_intent_id: Id, ...Settled }),
  },
  'payment.failed': {
    version: 1,
    data: Type.Object({
      session_id: Id,
      payment_intent_id: Id,
      amount: Amount,
      currency: Currency,
      failure_code: Type.String(),
      failure_message: Type.String(),
      retryable: Type.Boolean(),
    }),
  },
  /**
   * Made by the database function `lot_change`, because only the database knows both sides. Two
   * names in `changed` can be without values: `access`, because its values open the gate, and
   * `scheduled` where its values would be over 500,000 bytes. A lot that is deleted changed
   * `deleted_at`. Version 1 had names and units of columns.
   */
  'lot.updated': {
    version: 2,
    data: Type.Object({
      lot_id: Id,
      changed: Type.Array(Type.String(), { minItems: 1 }),
      before: LotMembers,
      after: LotMembers,
    }),
  },
  /**
   * A lot reached one of its thresholds, or fell 5 points below it. Made by the database function
   * `note_occupancy`, which a trigger runs after every statement that may have caused it.
   */
  'occupancy.changed': {
    version: 1,
    data: Type.Object({
      lot_id: Id,
      occupancy_pct: Type.Integer({ minimum: 0, maximum: 100 }),
      available_spaces: Type.Integer({ minimum: 0 }),
      threshold_pct: Type.Integer({ minimum: 0, maximum: 100 }),
      direction: Type.Enum(['up', 'down']),
      as_of: Instant,
    }),
  },
} as const satisfies Record<string, { version: number; data: TObject }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
export type EventData<T extends EventType> = Static<(typeof EVENTS)[T]['data']>;
