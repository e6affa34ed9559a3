import { type Static, Type } from 'typebox';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import type { OperatorLot } from '../../../src/parking/lots/lot-columns.ts';
import { changeAccess, NO_ACCESS } from '../../../src/parking/lots/write/access-settings.ts';
import { type CreatedLot, createLot } from '../../../src/parking/lots/write/create-lot.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { NewLotInput } from './input/lot-input.ts';
import {
  OperatorLotSchema,
  type OperatorLotShape,
  presentAccess,
  presentOperatorLot,
} from './operator-lot.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

/** The stored answer for a repeat; that of an older version says nothing of duplicates. */
type StoredAnswer = Omit<OperatorLotShape, 'access'> & {
  possible_duplicates?: Static<typeof PossibleDuplicates>;
};

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
      schema: Type.Object({ lot: OperatorLotSchema, possible_duplicates: PossibleDuplicates }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made this lot' },
    },
  },
  errors: ['CONFLICT'],

  async handler({ body, headers, caller, requestId }, { db, config }) {
    const present = (lot: OperatorLot) => presentOperatorLot(lot, config.baseUrl);
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'createLot', key, body, (made: CreatedLot) => {
      // Codes that open gates are stored only with the lot, never in the answer for a repeat.
      const { access: _access, ...others } = present(made.lot);
      return { ...others, possible_duplicates: made.possibleDuplicates };
    });
    const result = await createLot(db, caller, body, { requestId, remember });
    if ('lot' in result) {
      const { lot, possibleDuplicates } = result;
      return { status: 201, body: { lot: present(lot), possible_duplicates: possibleDuplicates } };
    }
    // A repeat has the same body, so the access that was not stored is read from it again.
    const access = presentAccess(changeAccess(NO_ACCESS, body.access ?? {}));
    const { possible_duplicates = [], ...lot } = result.response as StoredAnswer;
    const answer = { lot: { ...lot, access }, possible_duplicates };
    return { status: 201, body: answer, headers: REPLAYED_HEADERS };
  },
});
