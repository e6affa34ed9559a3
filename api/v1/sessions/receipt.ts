import { listRefunds } from '../../../src/money/refunds/list-refunds.ts';
import { findSession } from '../../../src/parking/sessions/find-session.ts';
import { SESSION_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { ReceiptSchema, toReceiptShape } from './receipt-shape.ts';

export const getReceiptOperation = defineLookUp({
  operationId: 'getReceipt',
  path: '/api/v1/sessions/{session_id}/receipt',
  summary: 'The receipt of a paid session',
  description: 'With its lines and its refunds. 409 while the session is not paid.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  params: SESSION_PARAMS,
  answer: { receipt: ReceiptSchema },
  answerDescription: 'The receipt',
  errors: ['CONFLICT'],
  async find({ params, caller }, { db }) {
    const session = await findSession(db, caller, params.session_id);
    const refunds = await listRefunds(db, session.sessionId);
    return { receipt: toReceiptShape(session, refunds, caller) };
  },
});
