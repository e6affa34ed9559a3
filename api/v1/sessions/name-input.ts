import { type Static, Type } from 'typebox';
import { badField } from '../../../src/kit/errors.ts';
import type { SessionName } from '../../../src/parking/sessions/find-session.ts';
import { SessionId } from '../../fields/ids.ts';

/**
 * The fields that name the session of a call: at least one is needed, and if both are given they
 * must agree.
 */
export const SESSION_NAME = {
  session_id: Type.Optional(SessionId('Id of the session, ses_...; needed without a session_code')),
  session_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      description: 'Its code, such as 7F3K-9Q2M, in any case, with or without its dash',
    }),
  ),
};

/** The session that a body names. Throws BAD_REQUEST naming `session_id` when it names none. */
export function readSessionName(
  body: {
    [Name in keyof typeof SESSION_NAME]?: Static<(typeof SESSION_NAME)[Name]>;
  },
): SessionName {
  const { session_id: sessionId, session_code: sessionCode } = body;
  if (sessionId !== undefined) return { sessionId, sessionCode: sessionCode ?? null };
  if (sessionCode === undefined) throw badField('session_id', 'is needed, or session_code');
  return { sessionId: null, sessionCode };
}
