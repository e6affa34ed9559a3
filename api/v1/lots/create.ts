import { Type } from 'typebox';
import type { OperatorLot } from '../../../src/lots/lot-columns.ts';
import { changeAccess, NO_ACCESS } from '../../../src/lots/write/access-settings.ts';
import { createLot } from '../../../src/lots/write/create-lot.ts';
import { figuresByPlan } from '../../../src/pricing/plan-limits.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { NewLotInput } from './lot-input.ts';
import {
  OperatorLotSchema,
  type OperatorLotShape,
  presentAccess,
  presentOperatorLot,
} from './operator-lot.ts';

export const createLotOperation = defineOperation({
  operationId: 'createLot',
  method: 'post',
  path: '/api/v1/lots',
  summary: 'List a parking lot',
  description:
    'Time zone and country follow from the place, the currency from the country, unless given. ' +
    'Without a base_rate no stay can begin until a rate is posted. Your plan allows ' +
    `${figuresByPlan('lots_max')} lots.`,
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  rows: () => 1,
  headers: IdempotencyHeaders,
  body: NewLotInput,
  responses: {
    201: {
      description: 'The lot',
      schema: Type.Object({ lot: OperatorLotSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made this lot' },
    },
  },
  errors: ['CONFLICT'],

  async handler({ body, headers, caller, requestId }, { db, config }) {
    const present = (lot: OperatorLot) => presentOperatorLot(lot, config.baseUrl);
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'createLot', key, body, (lot: OperatorLot) => {
      // Codes that open gates are stored only with the lot, never in the answer for a repeat.
      const { access: _access, ...others } = present(lot);
      return others;
    });
    const result = await createLot(db, caller, body, { requestId, remember });
    if ('lot' in result) return { status: 201, body: { lot: present(result.lot) } };
    // A repeat has the same body, so the access that was not stored is read from it again.
    const access = presentAccess(changeAccess(NO_ACCESS, body.access ?? {}));
    const lot = { ...(result.response as Omit<OperatorLotShape, 'access'>), access };
    return { status: 201, body: { lot }, headers: REPLAYED_HEADERS };
  },
});
