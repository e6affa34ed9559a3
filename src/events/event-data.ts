import { type Static, type TObject, Type } from 'typebox';

const Id = Type.String();
const Instant = Type.String({ format: 'date-time' });
/** In units of `currency`, lower case ISO 4217. */
const Amount = Type.Number();
const Currency = Type.String({ pattern: '^[a-z]{3}$' });
/** Id in the table `vehicles`. The sender of an event replaces it by the plate. */
const VehicleId = Type.Integer();
/** Columns of a lot, as `lot_snapshot` returns them. */
const LotMembers = Type.Record(Type.String(), Type.Unknown());

const Settled = {
  subtotal: Amount,
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
  /** Made by the database function `lot_change`, because only the database knows both sides. */
  'lot.updated': {
    version: 1,
    data: Type.Object({
      lot_id: Id,
      changed: Type.Array(Type.String(), { minItems: 1 }),
      before: LotMembers,
      after: LotMembers,
    }),
  },
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
export type EventData<T extends EventType> = Static<(typeof EVENTS)[T]['data']>;
