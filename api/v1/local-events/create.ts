import { Type } from 'typebox';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import { createLocalEvent } from '../../../src/demand/local-events/create-local-event.ts';
import {
  EVENTS_OF_A_TYPE_MAX,
  LOT_REACH_KM,
  SPACE_REACH_M,
} from '../../../src/demand/local-events/local-event.ts';
import { defineOperation } from '../../operation.ts';
import { LocalEventInput } from './local-event-input.ts';
import { LocalEventSchema, toLocalEventShape } from './local-event-shape.ts';

export const createLocalEventOperation = defineOperation({
  operationId: 'createLocalEvent',
  method: 'post',
  path: '/api/v1/local-events',
  summary: 'Enter what happens around your lots, such as a concert or road works',
  description:
    'Demand forecasts count it and learn from past ones. A listed, active lot of yours must be ' +
    `within ${LOT_REACH_KM} km. It is felt at most ${SPACE_REACH_M} m times the root of the ` +
    'spaces of such lots away. You may have as many ahead as your plan allows ' +
    `(${figuresByPlan('local_events_ahead_max')}), ${EVENTS_OF_A_TYPE_MAX} of a type a day ` +
    `within ${LOT_REACH_KM} km.`,
  tags: ['local-events'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  rows: () => 1,
  body: LocalEventInput,
  responses: {
    201: { description: 'The local event', schema: Type.Object({ local_event: LocalEventSchema }) },
  },
  repeat: {
    says: 'true when an earlier call made it',
    store: toLocalEventShape,
    recall: (localEvent) => ({ local_event: localEvent }),
  },

  async handler({ body, caller, requestId, remember }, { db }) {
    const { starts_at, ends_at, radius_km: radiusKm, ...stated } = body;
    const details = {
      ...stated,
      startsAt: new Date(starts_at),
      endsAt: new Date(ends_at),
      radiusKm,
    };
    const localEvent = await createLocalEvent(db, caller, details, { requestId, remember });
    return { status: 201, body: { local_event: toLocalEventShape(localEvent) } };
  },
});
