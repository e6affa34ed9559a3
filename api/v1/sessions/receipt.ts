import { Type } from 'typebox';
import { conflict } from '../../../src/errors.ts';
import { fromMinor } from '../../../src/money.ts';
import { listRefunds } from '../../../src/refunds/list-refunds.ts';
import { findSession } from '../../../src/sessions/find-session.ts';
import { Amount, Instant, nullable } from '../../field-types.ts';
import { defineOperation } from '../../operation.ts';
import { PricingSchema } from '../pricing-shape.ts';
import { RefundSchema, toRefundShape } from './refunds/refund-shape.ts';
import { toSessionShape } from './session-shape.ts';

export const getReceipt = defineOperation({
  operationId: 'getReceipt',
  method: 'get',
  path: '/api/v1/sessions/{session_id}/receipt',
  summary: 'The receipt of a paid session',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  budgets: ['read'],
  params: Type.Object({ session_id: Type.String() }),
  responses: {
    200: {
      description: 'The receipt',
      schema: Type.Object({
        receipt: Type.Object({
          session_id: Type.String(),
          session_code: Type.String(),
          lot: Type.Object({
            id: Type.String(),
            name: Type.String(),
            address: nullable(Type.String()),
          }),
          plate: Type.String(),
          started_at: Instant,
          ended_at: Instant,
          duration_minutes: Type.Integer(),
          pricing: PricingSchema,
          subtotal: Amount,
          refunded: Amount,
          total: Amount,
          currency: Type.String(),
          payment_intent_id: nullable(Type.String()),
          refunds: Type.Array(RefundSchema),
        }),
      }),
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ params, caller }, { db }) {
    const session = await findSession(db, caller, params.session_id);
    const { status, endedAt, subtotalMinor, refundedMinor, currency } = session;
    const isPaid = status === 'completed' || status === 'expired';
    if (!isPaid || endedAt === null || subtotalMinor === null)
      throw conflict('not_paid', 'there is a receipt once the session is paid');
    const shape = toSessionShape(session);
    const refunds = await listRefunds(db, session.sessionId);
    return {
      status: 200,
      body: {
        receipt: {
          session_id: shape.id,
          session_code: shape.session_code,
          lot: { id: session.lotId, name: session.lotName, address: session.lotAddress },
          plate: shape.plate,
          started_at: shape.started_at,
          ended_at: endedAt.toISOString(),
          duration_minutes: shape.duration_minutes ?? 0,
          pricing: shape.pricing,
          subtotal: fromMinor(subtotalMinor, currency),
          refunded: fromMinor(refundedMinor, currency),
          total: fromMinor(subtotalMinor - refundedMinor, currency),
          currency,
          payment_intent_id: shape.payment_intent_id,
          refunds: refunds.map(toRefundShape),
        },
      },
    };
  },
});
