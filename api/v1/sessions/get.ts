import { Type } from 'typebox';
import { findStatedSession } from '../../../src/parking/sessions/find-session.ts';
import { SessionIdOrCode } from '../../fields/ids.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { secretOf } from './recall-session.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';

export const getSessionOperation = defineLookUp({
  operationId: 'getSession',
  path: '/api/v1/sessions/{session_id}',
  summary: 'Look up one session',
  description:
    'Those on your lots, of your keys, or of your fleet, by id or session_code; those under way ' +
    'also by short_code (several: 400, candidates). Any other is 404. metadata, VIN and ' +
    'payment_intent_id: only of those your keys began. client_secret: to the key that began it, ' +
    'while it is unpaid.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  params: Type.Object({ session_id: SessionIdOrCode() }),
  answer: { session: SessionSchema },
  answerDescription: 'The session',
  async find({ params, caller }, { db, payments }) {
    const found = await findStatedSession(db, caller, params.session_id);
    const secret = await secretOf(payments, caller, found);
    return { session: { ...toSessionShape(found, caller), ...secret } };
  },
});
