import { Type } from 'typebox';
import { findStatedHold } from '../../../src/parking/holds/find-hold.ts';
import { HoldIdOrCode } from '../../fields/ids.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';

export const getReservationOperation = defineLookUp({
  operationId: 'getReservation',
  path: '/api/v1/reserve/{hold_id}',
  summary: 'Look up one hold',
  description:
    'Holds of your keys, on your lots (of those of others without the words they were asked for ' +
    'with), or of your fleet, by id or code; those that stand also by the last 4 of it (several: ' +
    '400, candidates). Any other is 404.',
  tags: ['holds'],
  auth: { scope: 'reservations:read', orScopes: ['reservations:write'] },
  params: Type.Object({ hold_id: HoldIdOrCode() }),
  answer: { hold: HoldSchema },
  answerDescription: 'The hold',
  find: async ({ params, caller }, { db }) => ({
    hold: toHoldShape(await findStatedHold(db, caller, params.hold_id)),
  }),
});
