import { type TObject, Type } from 'typebox';
import { nullable } from '../../kit/web/document/field-types.ts';
import { after, Columns, Currency, change, Id, Instant, Minor } from './diff-shapes.ts';

const Payment = change(
  Type.Object({ status: Type.String() }),
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

const ExtendedStay = Type.Object({
  expected_end: Instant,
  extended_count: Type.Integer(),
  estimated_minor: Minor,
});

/** The actions of stays and of their money. */
export const SESSION_ACTIONS = {
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
        rate_minor: nullable(Minor),
        rate_unit: Type.String(),
        billing_step_minutes: Type.Optional(Type.Integer()),
        currency: Currency,
        rate_snapshot: Columns,
      }),
    ),
  },
  'session.extended': {
    version: 1,
    diff: change(ExtendedStay, ExtendedStay),
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
  'payment.authorized': { version: 1, diff: Payment },
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
        /** Not written any more, because it may name somebody. */
        reason: Type.Optional(nullable(Type.String())),
      }),
    ),
  },
  'refund.succeeded': { version: 1, diff: RefundSettled },
  'refund.failed': { version: 1, diff: RefundSettled },
} as const satisfies Record<string, { version: number; diff: TObject }>;
