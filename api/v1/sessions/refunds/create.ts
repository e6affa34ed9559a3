import { Type } from 'typebox';
import type { Replay } from '../../../../src/access/idempotency/answer-once.ts';
import { callerActor } from '../../../../src/access/keys/actor.ts';
import { readAmount } from '../../../../src/kit/amount.ts';
import { STAY_UNITS_MAX } from '../../../../src/kit/money.ts';
import { type OpenedRefund, refundSession } from '../../../../src/money/refunds/refund-session.ts';
import { settleRefund } from '../../../../src/money/refunds/settle-refund.ts';
import { findSession } from '../../../../src/parking/sessions/find-session.ts';
import { SESSION_PARAMS } from '../../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../../fields/idempotent-call.ts';
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
  headers: IdempotencyHeaders,
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
    201: {
      description: 'The refund',
      schema: Type.Object({ refund: RefundSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made this refund' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],
  async handler({ params, body, headers, caller, requestId }, { db, payments }) {
    const { session_id: sessionId } = params;
    const session = await findSession(db, caller, sessionId);
    const remember = rememberCall(
      caller,
      'refundSession',
      headers['Idempotency-Key'],
      { ...params, ...body },
      (opened: OpenedRefund) => opened,
    );
    const { reason } = body;
    const amountMinor =
      body.amount === undefined
        ? null
        : readAmount('amount', body.amount, session.currency, STAY_UNITS_MAX);
    const request = { sessionId, amountMinor, reason };
    const result = await refundSession({ db, payments }, caller, request, { requestId, remember });
    if ('refund' in result) return { status: 201, body: { refund: toRefundShape(result.refund) } };
    // If a crash left the refund pending, it is paid now.
    const { refundId } = (result as Replay).response as OpenedRefund;
    const actor = callerActor(caller, requestId);
    const refund = await settleRefund({ db, payments }, actor, session, refundId);
    return { status: 201, body: { refund: toRefundShape(refund) }, headers: REPLAYED_HEADERS };
  },
});
