import { type Static, Type } from 'typebox';
import { findHold } from '../../../src/parking/holds/find-hold.ts';
import {
  type Arrival,
  activateHold,
  redemptionOf,
} from '../../../src/parking/reservations/activate-hold.ts';
import { EmailInput, PlateInput } from '../../fields/field-types.ts';
import { HOLD_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { AgentInput, readAgent } from '../sessions/agent-input.ts';
import { presentStarted, recallStarted, toMoment } from '../sessions/recall-session.ts';
import { SessionSchema } from '../sessions/session-shape.ts';

const ArrivalInput = Type.Object(
  {
    plate: Type.Optional(PlateInput("Of the vehicle that arrived; default: the hold's")),
    agent: Type.Optional(AgentInput),
    driver_email: Type.Optional(EmailInput('Of the driver; in no answer')),
  },
  { examples: [{ plate: 'NE 4821' }] },
);

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
  body: ArrivalInput,
  responses: {
    201: {
      description: 'The session, with the secret that authorises the card',
      schema: Type.Object({ session: SessionSchema }),
    },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call began this session',
    store: toMoment,
    recall: recallStarted,
    check: async ({ params, body, caller }, { db }) =>
      redemptionOf(await findHold(db, caller, params.hold_id), readArrival(body)),
  },

  async handler({ params, body, caller, requestId, remember }, { db, payments, log }) {
    const deps = { db, payments, log };
    const context = { requestId, remember };
    const arrival = readArrival(body);
    const created = await activateHold(deps, caller, params.hold_id, arrival, context);
    return { status: 201, body: presentStarted(created, caller) };
  },
});

function readArrival({ plate, agent, driver_email }: Static<typeof ArrivalInput>): Arrival {
  return { plate, agent: readAgent(agent), driverEmail: driver_email ?? null };
}
