import { pageRefunds } from '../../../../src/money/refunds/list-refunds.ts';
import { findSession } from '../../../../src/parking/sessions/find-session.ts';
import { SESSION_PARAMS } from '../../../fields/id-params.ts';
import { defineList } from '../../../reads/define-list.ts';
import { RefundSchema, toRefundShape } from './refund-shape.ts';

export const listRefundsOperation = defineList({
  operationId: 'listRefunds',
  path: '/api/v1/sessions/{session_id}/refunds',
  summary: 'List the refunds of a session, newest first',
  description:
    'Those under way and those that failed too. Of the sessions you may see; any other is 404.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  params: SESSION_PARAMS,
  rows: 'refunds',
  item: RefundSchema,
  async list({ params, caller, page }, { db }) {
    const { sessionId } = await findSession(db, caller, params.session_id);
    return pageRefunds(db, sessionId, page);
  },
  present: toRefundShape,
});
