import { type TSchema, Type } from 'typebox';
import { nullable } from '../../kit/web/document/field-types.ts';
import { after, Columns, change, Id, Instant } from './diff-shapes.ts';
import { MEMBER_ACTIONS } from './member-actions.ts';
import { SESSION_ACTIONS } from './session-actions.ts';

const Released = change(
  Type.Object({ status: Type.Literal('held') }),
  Type.Object({ status: Type.String(), activated_count: Type.Integer() }),
);
/** Of the answer. */
const Status = Type.Integer();
/** Where there is `has_more`, at least so many lots were found. */
const Found = { found_count: Type.Integer(), has_more: Type.Optional(Type.Literal(true)) };
const DispatcherCall = Type.Union([
  Type.Object({ action: Type.String(), ...Found }),
  /** A call that was refused. */
  Type.Object({ status: Status }),
]);
const PlanState = Type.Object({ plan: Type.String(), next_plan: nullable(Type.String()) });
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
  /** A planned plan is written down by the timetable. */
  'plan.changed': { version: 1, diff: change(PlanState, PlanState) },
  'payment_account.created': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ status: Type.Literal('incomplete') })),
  },
  /** What the payment processor says of it. */
  'payment_account.updated': { version: 1, diff: change(Columns, Columns) },
  'invoice.issued': {
    version: 1,
    diff: after(Type.Object({ total_cents: Type.Integer(), due_at: Instant })),
  },
  'invoice.voided': { version: 1, diff: after(Type.Object({ voided_at: Instant })) },
  'invoice.paid': { version: 1, diff: after(Type.Object({ paid_at: Instant })) },
  'key.created': { version: 1, diff: change(Type.Null(), Columns) },
  'key.revoked': {
    version: 1,
    diff: change(
      Type.Object({ revoked_at: Type.Null() }),
      Type.Object({ revoked_at: Instant, rotated_to: Type.Optional(Id) }),
    ),
  },
  'app.connected': { version: 1, diff: change(Type.Null(), Columns) },
  'app.ended': {
    version: 1,
    diff: change(Type.Object({ revoked_at: Type.Null() }), Type.Object({ revoked_at: Instant })),
  },
  'agent.registered': {
    version: 1,
    diff: change(
      Type.Null(),
      Type.Object({ name: Type.String(), platform: Type.String(), key_id: Id }),
    ),
  },
  'lot.created': { version: 1, diff: change(Type.Null(), Columns) },
  'lot.updated': {
    version: 1,
    diff: Type.Object({
      before: Columns,
      after: Columns,
      access_changed: Type.Optional(Type.Literal(true)),
      /** Another lot that looks the same and is another car park, as the server's owner says. */
      distinct_from: Type.Optional(Id),
      no_longer_distinct_from: Type.Optional(Id),
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
  'local_event.created': { version: 1, diff: change(Type.Null(), Columns) },
  'local_event.deleted': {
    version: 1,
    diff: change(Type.Object({ deleted_at: Type.Null() }), Type.Object({ deleted_at: Instant })),
  },
  /** Never contains the plate or the address. */
  'erasure.requested': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ kind: Type.String(), due_at: Instant })),
  },
  'erasure.canceled': {
    version: 1,
    diff: change(
      Type.Object({ status: Type.Literal('pending') }),
      Type.Object({ status: Type.Literal('canceled') }),
    ),
  },
  /** With how many stays and holds the person was taken out of. */
  'erasure.done': {
    version: 1,
    diff: Type.Object({
      before: Type.Object({ status: Type.Literal('pending') }),
      after: Type.Object({ status: Type.Literal('done') }),
      session_count: Type.Integer(),
      hold_count: Type.Integer(),
    }),
  },
  'webhook.created': { version: 1, diff: change(Type.Null(), Columns) },
  /** Also by the courier, when it pauses one. */
  'webhook.updated': { version: 1, diff: change(Columns, Columns) },
  'webhook.deleted': {
    version: 1,
    diff: change(Type.Object({ deleted_at: Type.Null() }), Type.Object({ deleted_at: Instant })),
  },
  /** Never contains the secret. */
  'webhook.secret_rotated': {
    version: 1,
    diff: change(
      Type.Object({ secret_last4: Type.String() }),
      Type.Object({ secret_last4: Type.String() }),
    ),
  },
  'webhook.previous_secret_ended': {
    version: 1,
    diff: after(Type.Object({ secret_last4: Type.String() })),
  },
  'webhook.tested': { version: 1, diff: after(Type.Object({ delivery_id: Id })) },
  'webhook.redelivered': { version: 1, diff: after(Type.Object({ delivery_id: Id })) },
  'webhook.replayed': {
    version: 1,
    diff: after(Type.Object({ since: Instant, until: Instant, delivery_count: Type.Integer() })),
  },
  'lots.searched': { version: 1, diff: Type.Object(Found) },
  'dispatcher.called': { version: 1, diff: DispatcherCall },
  /** Any other read by an agent; the entity is the id of the operation. */
  'agent.read': { version: 1, diff: Type.Object({ status: Status }) },
  ...MEMBER_ACTIONS,
  ...SESSION_ACTIONS,
  'hold.created': { version: 1, diff: after(Columns) },
  'hold.activated': {
    version: 1,
    diff: after(
      Type.Object({ status: Type.String(), activated_count: Type.Integer(), session_id: Id }),
    ),
  },
  'hold.canceled': { version: 1, diff: Released },
  'hold.expired': { version: 1, diff: Released },
} as const satisfies Record<string, { version: number; diff: TSchema }>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
