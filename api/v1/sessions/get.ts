import { Type } from 'typebox';
import { findSaidSession } from '../../../src/parking/sessions/find-session.ts';
import { SessionIdOrCode } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { secretOf } from './recall-session.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';

export const getSessionOperation = defineOperation({
  operationId: 'getSession',
  method: 'get',
  path: '/api/v1/sessions/{session_id}',
  summary: 'Look up one session',
  description:
    'Those on your lots, of your keys, or of your fleet, by id or session_code; those under way ' +
    'also by short_code (several: 400, candidates). Any other is 404. metadata, VIN and ' +
    'payment_intent_id: only of those your keys began. client_secret: to the key that began it, ' +
    'while it is unpaid.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  budgets: ['read'],
  params: Type.Object({ session_id: SessionIdOrCode() }),
  responses: {
    200: { description: 'The session', schema: Type.Object({ session: SessionSchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db, payments }) {
    const found = await findSaidSession(db, caller, params.session_id);
    const session = {
      ...toSessionShape(found, caller),
      ...(await secretOf(payments, caller, found)),
    };
    return { status: 200, body: { session } };
  },
});
