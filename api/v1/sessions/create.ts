import { Type } from 'typebox';
import { REHEARSAL_TEXT } from '../../../src/parking/payments/rehearsals.ts';
import { startSession } from '../../../src/parking/reservations/start-session.ts';
import { DURATION_HOURS_MAX } from '../../../src/parking/sessions/stay-end.ts';
import { QUOTE_LENGTH_MAX } from '../../../src/tariffs/quotes.ts';
import { EmailInput, InstantInput, PlateInput } from '../../fields/field-types.ts';
import { HoldId, LotId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { AgentInput, readAgent } from './agent-input.ts';
import { MetadataInput } from './metadata-input.ts';
import { readQuote } from './read-quote.ts';
import { presentStarted, recallStarted, toMoment } from './recall-session.ts';
import { SessionSchema } from './session-shape.ts';
import { readVehicle, VehicleInput } from './vehicle-input.ts';

export const createSessionOperation = defineOperation({
  operationId: 'createSession',
  method: 'post',
  path: '/api/v1/sessions',
  summary: 'Start a paid parking session for a licence plate',
  description:
    'Takes a space at once and freezes the rate. The card is authorised with client_secret; the ' +
    'final amount is captured when the session ends. No space free: 409 lot_full, or, where the ' +
    'operator has just counted none, reported_full.',
  tags: ['sessions'],
  auth: { scope: 'sessions:write' },
  budgets: ['write', 'agent_session'],
  agentPlatform: (input) => input.body.agent?.agent_platform,
  body: Type.Object(
    {
      lot_id: LotId('Where the vehicle stands: id of the lot, a UUID'),
      plate: PlateInput(REHEARSAL_TEXT),
      vehicle: Type.Optional(VehicleInput),
      duration_hours: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: DURATION_HOURS_MAX,
          description: 'Hours; default: to the end of the quote, or 1',
        }),
      ),
      ends_at: Type.Optional(InstantInput('Its end; up to 5 s over whole minutes are free')),
      hold_id: Type.Optional(HoldId('Redeem this hold: its space, rate and end')),
      quote_id: Type.Optional(
        Type.String({ maxLength: QUOTE_LENGTH_MAX, description: 'Id of a quote of a search' }),
      ),
      agent: Type.Optional(AgentInput),
      driver_email: Type.Optional(EmailInput('Of the driver; in no answer')),
      metadata: Type.Optional(MetadataInput),
    },
    {
      examples: [
        { lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40', plate: 'NE 4821', duration_hours: 2 },
        {
          lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
          plate: 'AV-0001',
          vehicle: { autonomous: true, fleet_id: 'fleet-7', vin: '1M8GDM9AXKP042788' },
          agent: { agent_platform: 'example', agent_name: 'Valet' },
        },
      ],
    },
  ),
  responses: {
    201: {
      description: 'The session, with the secret that authorises the card',
      schema: Type.Object({ session: SessionSchema }),
    },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call made this session',
    key: 'header or body',
    store: toMoment,
    recall: recallStarted,
    check: ({ body }, { quotes }) => readQuote(quotes, body.quote_id),
  },

  async handler({ body, caller, requestId, remember }, { db, payments, quotes, log }) {
    const created = await startSession(
      { db, payments, log },
      caller,
      {
        lotId: body.lot_id,
        plate: body.plate,
        vehicle: readVehicle(body.vehicle),
        agent: readAgent(body.agent),
        driverEmail: body.driver_email ?? null,
        durationHours: body.duration_hours,
        endsAt: body.ends_at === undefined ? undefined : new Date(body.ends_at),
        holdId: body.hold_id,
        quote: await readQuote(quotes, body.quote_id),
        metadata: body.metadata ?? {},
      },
      { requestId, remember },
    );
    return { status: 201, body: presentStarted(created, caller) };
  },
});
