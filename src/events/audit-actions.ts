import { type TObject, type TSchema, Type } from 'typebox';

const Id = Type.String();
/** In the text form that `to_jsonb` writes. */
const Instant = Type.String();
const Minor = Type.Integer();
const Currency = Type.String();
const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const after = <S extends TSchema>(schema: S) => Type.Object({ after: schema });
const change = <B extends TSchema, A extends TSchema>(before: B, schema: A) =>
  Type.Object({ before, after: schema });
/** Columns of a row by name, as the snapshot functions of the database return them. */
const Columns = Type.Record(Type.String(), Type.Unknown());

const Released = change(
  Type.Object({ status: Type.Literal('held') }),
  Type.Object({ status: Type.String(), activated_count: Type.Integer() }),
);
const Payment = after(
  Type.Object({ status: Type.String(), amount_minor: Minor, currency: Currency }),
);
const RefundSettled = after(
  Type.Object({
    refund_id: Id,
    status: Type.String(),
    /** Only where a migration gave up a refund of an imported stay. */
    reason: Type.Optional(Type.Literal('imported')),
  }),
);
const DispatcherCall = Type.Object({ action: Type.String(), found_count: Type.Integer() });
const OccupancyReport = Type.Object({ occupied: nullable(Type.Integer()), at: nullable(Instant) });

/**
 * All actions of the audit log, each with the shape of its diff and that shape's version. The
 * statement that does the work writes the row. Where several statements write one action, a
 * function of the database makes its diff (`session_created_diff`, `session_closed_diff`,
 * `payment_diff`, `lot_updated_diff`, `key_created_diff`, `key_revoked_diff`).
 */
export const AUDIT_ACTIONS = {
  'operator.created': { version: 1, diff: change(Type.Null(), Columns) },
  'operator.updated': {
    version: 1,
    diff: Type.Object({
      before: Columns,
      after: Columns,
      email_changed: Type.Optional(Type.Literal(true)),
    }),
  },
  'key.created': { version: 1, diff: change(Type.Null(), Columns) },
  'key.revoked': {
    version: 1,
    diff: change(
      Type.Object({ revoked_at: Type.Null() }),
      Type.Object({ revoked_at: Instant, rotated_to: Type.Optional(Id) }),
    ),
  },
  'lot.created': { version: 1, diff: change(Type.Null(), Columns) },
  'lot.updated': {
    version: 1,
    diff: Type.Object({
      before: Columns,
      after: Columns,
      access_changed: Type.Optional(Type.Literal(true)),
    }),
  },
  'lot.deleted': {
    version: 1,
    diff: change(Type.Object({ deleted_at: Type.Null() }), Columns),
  },
  'occupancy.reported': { version: 1, diff: change(OccupancyReport, OccupancyReport) },
  /** An older count than the lot's latest: it is stored, and the lot stays as it is. */
  'occupancy.reported_late': { version: 1, diff: after(OccupancyReport) },
  /** One row for many counts: those of the same transaction. */
  'occupancy.imported': { version: 1, diff: after(Type.Object({ count_count: Type.Integer() })) },
  'lots.searched': { version: 1, diff: Type.Object({ found_count: Type.Integer() }) },
  'dispatcher.called': { version: 1, diff: DispatcherCall },
  'session.searched': {
    version: 1,
    diff: Type.Object({
      found_count: Type.Integer(),
      lot_id: nullable(Id),
      at: nullable(Instant),
    }),
  },
  'session.created': {
    version: 1,
    diff: after(
      Type.Object({
        status: Type.Literal('active'),
        lot_id: Id,
        vehicle_id: Type.Integer(),
        source: Type.String(),
        fleet_id: nullable(Id),
        hold_id: nullable(Id),
        started_at: Instant,
        expected_end: Instant,
        rate_minor: Minor,
        rate_unit: Type.String(),
        currency: Currency,
        rate_snapshot: Columns,
      }),
    ),
  },
  'session.extended': {
    version: 1,
    diff: change(
      Type.Object({ expected_end: Instant }),
      Type.Object({
        expected_end: Instant,
        extended_count: Type.Integer(),
        estimated_minor: Minor,
      }),
    ),
  },
  /**
   * The stay is over and its amount is final; the event `session.ended` follows once that amount is
   * captured. Until migration 22 this action was called `session.ended`, too.
   */
  'session.closed': {
    version: 1,
    diff: change(
      Type.Object({ status: Type.Literal('active') }),
      Type.Object({
        status: Type.String(),
        lot_id: Id,
        started_at: Instant,
        ended_at: Instant,
        subtotal_minor: Minor,
        platform_fee_minor: Minor,
        currency: Currency,
        clock_went_back: Type.Optional(Type.Literal(true)),
      }),
    ),
  },
  'session.imported': {
    version: 1,
    diff: after(
      Type.Object({
        status: Type.Literal('completed'),
        source: Type.Literal('import'),
        lot_id: Id,
        vehicle_id: Type.Integer(),
        started_at: Instant,
        ended_at: Instant,
        subtotal_minor: Minor,
        currency: Currency,
      }),
    ),
  },
  'payment.completed': { version: 1, diff: Payment },
  'payment.failed': { version: 1, diff: Payment },
  'refund.created': {
    version: 1,
    diff: after(
      Type.Object({
        refund_id: Id,
        amount_minor: Minor,
        fee_minor: Minor,
        currency: Currency,
        reason: nullable(Type.String()),
      }),
    ),
  },
  'refund.succeeded': { version: 1, diff: RefundSettled },
  'refund.failed': { version: 1, diff: RefundSettled },
  'hold.created': { version: 1, diff: after(Columns) },
  'hold.activated': {
    version: 1,
    diff: after(
      Type.Object({ status: Type.String(), activated_count: Type.Integer(), session_id: Id }),
    ),
  },
  'hold.canceled': { version: 1, diff: Released },
  'hold.expired': { version: 1, diff: Released },
} as const satisfies Record<string, { version: number; diff: TObject }>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
