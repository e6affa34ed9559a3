import { Type } from 'typebox';
import { actorOf } from '../../../../src/access/principals/actor.ts';
import { readAmount } from '../../../../src/kit/amount.ts';
import { AppError } from '../../../../src/kit/errors.ts';
import { STAY_UNITS_MAX } from '../../../../src/kit/money.ts';
import {
  checkRefundable,
  type OpenedRefund,
  refundSession,
} from '../../../../src/money/refunds/refund-session.ts';
import { settleRefund } from '../../../../src/money/refunds/settle-refund.ts';
import { findSession } from '../../../../src/parking/sessions/find-session.ts';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { SESSION_PARAMS } from '../../../fields/id-params.ts';
import { defineOperation } from '../../../operation.ts';
import { RefundSchema, toRefundShape } from './refund-shape.ts';

export const refundSessionOperation = defineOperation({
  operationId: 'refundSession',
  method: 'post',
  path: '/api/v1/sessions/{session_id}/refunds',
  summary: 'Give money of a paid session back',
  description:
    'All that is left, or amount, and the fee in proportion. Only for sessions on your lots that ' +
    'were captured here (409 imported). Where the processor gives no answer, the 502 names the ' +
    'refund_id: it stays pending, and is tried again. Test keys rehearse that with a plate.',
  tags: ['sessions'],
  auth: { scope: 'refunds:write' },
  budgets: ['write'],
  params: SESSION_PARAMS,
  body: Type.Object(
    {
      amount: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: STAY_UNITS_MAX,
          description: 'Currency units; default: all that is left',
        }),
      ),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for your books' }),
    },
    { examples: [{ amount: 0.01, reason: 'the gate did not open' }] },
  ),
  responses: {
    201: { description: 'The refund', schema: Type.Object({ refund: RefundSchema }) },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call made this refund',
    store: (opened: OpenedRefund) => opened,
    // If a crash left the refund pending, it is paid now.
    async recall({ refundId }, { params, caller, requestId }, { db, payments }) {
      const session = await findSession(db, caller, params.session_id);
      const actor = actorOf(caller, requestId);
      const refund = await settleRefund({ db, payments }, actor, session, refundId);
      return { refund: toRefundShape(refund) };
    },
    async check({ params, body, caller }, { db }) {
      const session = await findSession(db, caller, params.session_id);
      readMinor(body.amount, session);
      checkRefundable(caller, session);
    },
    // What the processor answers, it says once the refund is stored.
    isLate: (error) => error instanceof AppError && error.code === 'BAD_GATEWAY',
  },

  async handler({ params, body, caller, requestId, remember }, { db, payments }) {
    const { session_id: sessionId } = params;
    const session = await findSession(db, caller, sessionId);
    const amountMinor = readMinor(body.amount, session);
    const request = { sessionId, amountMinor, reason: body.reason };
    const context = { requestId, remember };
    const refund = await refundSession({ db, payments }, caller, request, context);
    return { status: 201, body: { refund: toRefundShape(refund) } };
  },
});

/** The amount in minor units; null for all that is left. BAD_REQUEST naming `amount`. */
function readMinor(amount: number | undefined, { currency }: Session): number | null {
  return amount === undefined ? null : readAmount('amount', amount, currency, STAY_UNITS_MAX);
}
