import { type Static, Type } from 'typebox';
import { badField } from '../../../src/errors.ts';
import type { SessionName } from '../../../src/sessions/find-session.ts';

/** Which session a call is about: one of the two, and they must agree where both are given. */
export const SESSION_NAME = {
  session_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the session, ses_...; needed without a session_code',
    }),
  ),
  session_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      description: 'Its code, such as 7F3K-9Q2M, in any case, with or without its dash',
    }),
  ),
};

/** BAD_REQUEST naming `session_id` when neither is given. */
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
