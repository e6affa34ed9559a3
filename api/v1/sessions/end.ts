import { Type } from 'typebox';
import { endSession } from '../../../src/parking/sessions/end-session.ts';
import { IDEMPOTENCY_FIELD, readIdempotencyKey } from '../../fields/idempotency-field.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { recallSession, rememberSession } from './idempotent.ts';
import { readSessionName, SESSION_NAME } from './name-input.ts';
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
  headers: IdempotencyHeaders,
  body: Type.Object(
    {
      ...SESSION_NAME,
      ...IDEMPOTENCY_FIELD,
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
      headers: { 'Idempotent-Replayed': 'true when an earlier call ended this session' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],

  async handler({ body, headers, caller, requestId }, { db, payments }) {
    const { key, asked } = readIdempotencyKey(headers, body);
    const remember = rememberSession(caller, 'endSession', key, asked);
    const result = await endSession({ db, payments }, caller, readSessionName(body), {
      requestId,
      remember,
    });
    if ('session' in result)
      return { status: 200, body: { session: toSessionShape(result.session, caller) } };
    const { shape } = await recallSession(db, caller, result);
    return { status: 200, body: { session: shape }, headers: REPLAYED_HEADERS };
  },
});
