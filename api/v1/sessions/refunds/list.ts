import { Type } from 'typebox';
import { pageRefunds } from '../../../../src/money/refunds/list-refunds.ts';
import { findSession } from '../../../../src/parking/sessions/find-session.ts';
import { SESSION_PARAMS } from '../../../fields/id-params.ts';
import { LIST_QUERY, listOf, presentPage } from '../../../fields/list.ts';
import { defineOperation } from '../../../operation.ts';
import { RefundSchema, toRefundShape } from './refund-shape.ts';

export const listRefundsOperation = defineOperation({
  operationId: 'listRefunds',
  method: 'get',
  path: '/api/v1/sessions/{session_id}/refunds',
  summary: 'List the refunds of a session, newest first',
  description:
    'Those under way and those that failed too. Of the sessions you may see; any other is 404.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  budgets: ['read'],
  params: SESSION_PARAMS,
  query: Type.Object(LIST_QUERY),
  responses: {
    200: { description: 'A page of refunds', schema: listOf(RefundSchema) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, query, caller }, { db }) {
    const { sessionId } = await findSession(db, caller, params.session_id);
    const { cursor = null, limit } = query;
    const page = await pageRefunds(db, sessionId, { cursor, limit });
    return { status: 200, body: presentPage(page, toRefundShape) };
  },
});
