import { Type } from 'typebox';
import { AppError } from '../../../src/kit/errors.ts';
import { noteAuthorized } from '../../../src/parking/sessions/authorization/note-authorized.ts';
import { findSession, findStatedSession } from '../../../src/parking/sessions/find-session.ts';
import { SessionIdOrCode } from '../../fields/ids.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { findPayment, presentSecret } from './recall-session.ts';
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
    const payment = await findPayment(payments, caller, found).catch(ignoreOutage);
    const isNews = found.authorizeBy !== null && payment !== undefined;
    const session =
      isNews && (await noteAuthorized(db, found, payment))
        ? await findSession(db, caller, found.sessionId)
        : found;
    const secret = presentSecret(payment?.clientSecret);
    return { session: { ...toSessionShape(session, caller), ...secret } };
  },
});

/** A stay can be looked up while the processor is out of reach, without its secret. */
function ignoreOutage(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'BAD_GATEWAY') return undefined;
  throw error;
}
