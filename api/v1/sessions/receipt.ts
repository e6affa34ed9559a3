import { Type } from 'typebox';
import { listRefunds } from '../../../src/money/refunds/list-refunds.ts';
import { findSession } from '../../../src/parking/sessions/find-session.ts';
import { SESSION_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { ReceiptSchema, toReceiptShape } from './receipt-shape.ts';

export const getReceiptOperation = defineOperation({
  operationId: 'getReceipt',
  method: 'get',
  path: '/api/v1/sessions/{session_id}/receipt',
  summary: 'The receipt of a paid session',
  description: 'With its lines and its refunds. 409 while the session is not paid.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  budgets: ['read'],
  params: SESSION_PARAMS,
  responses: {
    200: { description: 'The receipt', schema: Type.Object({ receipt: ReceiptSchema }) },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ params, caller }, { db }) {
    const session = await findSession(db, caller, params.session_id);
    const refunds = await listRefunds(db, session.sessionId);
    return { status: 200, body: { receipt: toReceiptShape(session, refunds, caller) } };
  },
});
