import { type Static, Type } from 'typebox';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import { NO_ACCESS, presentAccess } from '../../../src/parking/lots/fields/access-fields.ts';
import { NewLotInput } from '../../../src/parking/lots/lot-details.ts';
import { changeAccess } from '../../../src/parking/lots/write/access-settings.ts';
import { type CreatedLot, createLot } from '../../../src/parking/lots/write/create-lot.ts';
import { defineOperation } from '../../operation.ts';
import { OperatorLotSchema, type OperatorLotShape, presentOperatorLot } from './operator-lot.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

/** The stored answer for a repeat; older versions stored no duplicates. */
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
  body: NewLotInput,
  responses: {
    201: {
      description: 'The lot',
      schema: Type.Object({ lot: OperatorLotSchema, possible_duplicates: PossibleDuplicates }),
    },
  },
  repeat: {
    says: 'true when an earlier call made this lot',
    store({ lot, possibleDuplicates }: CreatedLot, { config }) {
      // Codes that open gates are stored only with the lot, never in the answer for a repeat.
      const { access: _access, ...others } = presentOperatorLot(lot, config.baseUrl);
      return { ...others, possible_duplicates: possibleDuplicates };
    },
    recall({ possible_duplicates = [], ...lot }: StoredAnswer, { body }) {
      // A repeat has the same body, so the access that was not stored is read from it again.
      const access = presentAccess(changeAccess(NO_ACCESS, body.access ?? {}));
      return { lot: { ...lot, access }, possible_duplicates };
    },
  },

  async handler({ body, caller, requestId, remember }, { db, config }) {
    const { lot, possibleDuplicates } = await createLot(db, caller, body, { requestId, remember });
    const shown = presentOperatorLot(lot, config.baseUrl);
    return { status: 201, body: { lot: shown, possible_duplicates: possibleDuplicates } };
  },
});
