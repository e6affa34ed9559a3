import { type Static, Type } from 'typebox';
import { UNKNOWN_PLATFORM } from '../../../src/access/principals/principal.ts';
import { inPart } from '../../../src/kit/errors.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { ownerOf } from '../../../src/parking/lots/own-lots.ts';
import type { Api } from '../../app.ts';
import { defineOperation } from '../../operation.ts';
import {
  AvailabilityAnswer,
  CheckAvailabilityCall,
  checkAvailability,
  GetRatesCall,
  getRates,
  RatesAnswer,
} from './look-up.ts';
import {
  SearchParkingAnswer,
  SearchParkingCall,
  searchParking,
  type Viewer,
} from './search-parking.ts';

const LOT_ID = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40';

const ActionCall = Type.Union([SearchParkingCall, CheckAvailabilityCall, GetRatesCall], {
  examples: [
    { action: 'search_parking', parameters: { lat: 41.2, lng: -99.6, radius_km: 2, limit: 3 } },
    { action: 'search_parking', parameters: { near: 'Portland, OR', limit: 3 } },
    { action: 'check_availability', parameters: { lot_id: LOT_ID } },
    { action: 'get_rates', parameters: { lot_id: LOT_ID } },
  ],
});

const agentPlatform = Type.String({
  description: `Of the key, otherwise of X-Agent-Platform, otherwise ${UNKNOWN_PLATFORM}`,
});

export const callDispatcherOperation = defineOperation({
  operationId: 'callDispatcher',
  method: 'post',
  path: '/api/agents/openai/actions',
  summary: 'What an assistant asks: search parking, check availability, get rates',
  description:
    'Needs a Pro or Enterprise plan. Reads only: holds, stays and payments have their own ' +
    'operations. With starts_at and ends_at an answer is about that window, otherwise about now. ' +
    'Other actions are 400 with details.allowed. Each call is audited with its agent_platform.',
  tags: ['agents'],
  auth: { scope: 'lots:read', plans: ['pro', 'enterprise'] },
  budgets: ['dispatcher', 'agent_call'],
  agentPlatformDefault: UNKNOWN_PLATFORM,
  body: ActionCall,
  responses: {
    200: {
      description: 'The answer to the action',
      schema: Type.Union([
        named('SearchParkingAnswer', { ...SearchParkingAnswer, agent_platform: agentPlatform }),
        named('AvailabilityAnswer', { ...AvailabilityAnswer, agent_platform: agentPlatform }),
        named('RatesAnswer', { ...RatesAnswer, agent_platform: agentPlatform }),
      ]),
    },
  },
  errors: ['NOT_FOUND'],
  records: {
    searchesOf: 'everyone',
    audit: ({ body }) => ({ kind: 'dispatcher', action: body.action }),
  },
  async handler({ body: asked, caller, livemode }, api) {
    const viewer = { caller, livemode, ownerId: ownerOf(caller) };
    const { body, ...answered } = await findAnswer(asked, viewer, api);
    const platform = caller.agentPlatform ?? UNKNOWN_PLATFORM;
    return { status: 200, body: { ...body, agent_platform: platform }, answered };
  },
});

/** Errors: NOT_FOUND when there is no such lot; BAD_REQUEST naming a field of `parameters`. */
async function findAnswer(call: Static<typeof ActionCall>, viewer: Viewer, api: Api) {
  try {
    switch (call.action) {
      case 'search_parking':
        return await searchParking(call.parameters, viewer, api);
      case 'check_availability':
        return await checkAvailability(call.parameters, viewer, api);
      case 'get_rates':
        return await getRates(call.parameters, viewer, api);
    }
  } catch (error) {
    throw inPart('parameters', error);
  }
}
