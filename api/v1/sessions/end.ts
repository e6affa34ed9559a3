import { Type } from 'typebox';
import { endSession } from '../../../src/parking/sessions/end-session.ts';
import { defineOperation } from '../../operation.ts';
import { readSessionName, SESSION_NAME } from './name-input.ts';
import { recallSession, toMoment } from './recall-session.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';

export const endSessionOperation = defineOperation({
  operationId: 'endSession',
  method: 'post',
  path: '/api/v1/sessions/end',
  summary: 'End a session and capture what it cost',
  description:
    'Named by session_id, session_code, or both, which must agree then. Charges the started ' +
    'minutes at the rate frozen at the start. After a failed capture, ending again tries once ' +
    'more for the same amount. Test keys rehearse that with a plate (createSession).',
  tags: ['sessions'],
  auth: { scope: 'sessions:write' },
  budgets: ['write'],
  body: Type.Object(
    {
      ...SESSION_NAME,
    },
    {
      examples: [
        { session_id: 'ses_0199b0d47c1e7a529c3b2f6d5e8a1b41', session_code: '7F3K-9Q2M' },
        { session_code: '7F3K-9Q2M' },
      ],
    },
  ),
  responses: {
    200: {
      description: 'The session, which is over and paid',
      schema: Type.Object({ session: SessionSchema }),
    },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call ended this session',
    key: 'header or body',
    store: toMoment,
    recall: recallSession,
    check: ({ body }) => readSessionName(body),
  },

  async handler({ body, caller, requestId, remember }, { db, payments }) {
    const context = { requestId, remember };
    const session = await endSession({ db, payments }, caller, readSessionName(body), context);
    return { status: 200, body: { session: toSessionShape(session, caller) } };
  },
});
