import { Type } from 'typebox';
import { activateHold } from '../../../src/parking/reservations/activate-hold.ts';
import { EmailInput, PlateInput } from '../../fields/field-types.ts';
import { HOLD_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { defineOperation } from '../../operation.ts';
import { AgentInput, readAgent } from '../sessions/agent-input.ts';
import { rememberSession, replyStarted } from '../sessions/idempotent.ts';
import { SessionSchema } from '../sessions/session-shape.ts';

export const activateReservationOperation = defineOperation({
  operationId: 'activateReservation',
  method: 'post',
  path: '/api/v1/reserve/{hold_id}/activate',
  summary: 'Arrive: turn a hold into a paid session',
  description:
    'Begins the stay at the rate that was quoted, from 15 minutes before the start of the hold ' +
    'on. A hold of several spaces is activated once for each vehicle.',
  tags: ['holds'],
  auth: { scope: 'reservations:write' },
  budgets: ['write', 'agent_session'],
  agentPlatform: (input) => input.body.agent?.agent_platform,
  params: HOLD_PARAMS,
  headers: IdempotencyHeaders,
  body: Type.Object(
    {
      plate: Type.Optional(PlateInput("Of the vehicle that arrived; default: the hold's")),
      agent: Type.Optional(AgentInput),
      driver_email: Type.Optional(EmailInput('Of the driver; in no answer')),
    },
    { examples: [{ plate: 'NE 4821' }] },
  ),
  responses: {
    201: {
      description: 'The session, with the secret that authorises the card',
      schema: Type.Object({ session: SessionSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call began this session' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],
  async handler({ params, body, headers, caller, requestId }, { db, payments, log }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberSession(caller, 'activateReservation', key, { ...params, ...body });
    const arrival = {
      plate: body.plate,
      agent: readAgent(body.agent),
      driverEmail: body.driver_email ?? null,
    };
    const context = { requestId, remember };
    const result = await activateHold(
      { db, payments, log },
      caller,
      params.hold_id,
      arrival,
      context,
    );
    return replyStarted({ db, payments }, caller, result);
  },
});
