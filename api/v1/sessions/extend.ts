import { Type } from 'typebox';
import { badField, notTogether } from '../../../src/kit/errors.ts';
import {
  EXTENSION_MINUTES_MAX,
  EXTENSION_STEP_MINUTES,
  type ExtensionRequest,
  extendSession,
} from '../../../src/parking/sessions/extend-session.ts';
import { defineOperation } from '../../operation.ts';
import { readSessionName, SESSION_NAME } from './name-input.ts';
import { recallSession, toMoment } from './recall-session.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';

export const extendSessionOperation = defineOperation({
  operationId: 'extendSession',
  method: 'post',
  path: '/api/v1/sessions/extend',
  summary: 'Stay longer: move the expected end of an active session',
  description:
    'Named by session_id, session_code, or both. In steps of 30 minutes, 24 hours in total; name ' +
    'extend_hours or extend_minutes. The rate stays as it was at the start. 409 ' +
    'authorize_extension: have the driver authorise what details names, then call again.',
  tags: ['sessions'],
  auth: { scope: 'sessions:write' },
  budgets: ['write'],
  body: Type.Object(
    {
      ...SESSION_NAME,
      extend_hours: Type.Optional(
        Type.Number({
          minimum: EXTENSION_STEP_MINUTES / 60,
          maximum: EXTENSION_MINUTES_MAX / 60,
          description: 'Hours: 0.5, 1, 1.5 ... 24',
        }),
      ),
      extend_minutes: Type.Optional(
        Type.Integer({
          minimum: EXTENSION_STEP_MINUTES,
          maximum: EXTENSION_MINUTES_MAX,
          description: 'Minutes: 30, 60, 90 ... 1440',
        }),
      ),
    },
    {
      examples: [
        { session_id: 'ses_0199b0d47c1e7a529c3b2f6d5e8a1b41', extend_minutes: 30 },
        { session_code: '7f3k9q2m', extend_hours: 1.5 },
      ],
    },
  ),
  responses: {
    200: {
      description: 'The session with its new expected_end',
      schema: Type.Object({ session: SessionSchema }),
    },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call made this extension',
    key: 'header or body',
    store: toMoment,
    recall: recallSession,
    check: ({ body }) => readExtension(body),
  },

  async handler({ body, caller, requestId, remember }, { db, payments }) {
    const context = { requestId, remember };
    const session = await extendSession({ db, payments }, caller, readExtension(body), context);
    return { status: 200, body: { session: toSessionShape(session, caller) } };
  },
});

/**
 * Reads which session it is, and exactly one of `extend_hours` and `extend_minutes`, a multiple of
 * 30 minutes. Errors: BAD_REQUEST naming the field, or both.
 */
function readExtension(
  body: Parameters<typeof readSessionName>[0] & { extend_hours?: number; extend_minutes?: number },
): ExtensionRequest {
  const name = readSessionName(body);
  const { extend_hours: hours, extend_minutes } = body;
  if (hours !== undefined && extend_minutes !== undefined)
    throw notTogether('extend_hours', 'extend_minutes');
  const field = hours === undefined ? 'extend_minutes' : 'extend_hours';
  const minutes = hours === undefined ? extend_minutes : hours * 60;
  if (minutes === undefined) throw badField(field, 'is needed, or extend_hours');
  const isOnGrid = minutes > 0 && minutes % EXTENSION_STEP_MINUTES === 0;
  if (!isOnGrid || minutes > EXTENSION_MINUTES_MAX)
    throw badField(field, 'must be a multiple of 30 minutes, at most 24 hours in total');
  return { ...name, minutes, field };
}
