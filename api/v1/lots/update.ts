import { Type } from 'typebox';
import { badField } from '../../../src/kit/errors.ts';
import type { LotField } from '../../../src/parking/lots/fields/lot-field.ts';
import { RATE_FIELDS } from '../../../src/parking/lots/fields/rate-fields.ts';
import { LotChangesInput } from '../../../src/parking/lots/lot-details.ts';
import { updateLot } from '../../../src/parking/lots/write/update-lot.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { OperatorLotSchema, presentOperatorLot } from './operator-lot.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

const RATE_MEMBERS = Object.entries<LotField>(RATE_FIELDS)
  .filter(([, { isRate }]) => isRate)
  .map(([name]) => name);
const NotHere = Type.Optional(
  Type.Unknown({ description: 'Refused here: PUT /api/v1/lots/{lot_id}/rates posts rates' }),
);

export const updateLotOperation = defineOperation({
  operationId: 'updateLot',
  method: 'patch',
  path: '/api/v1/lots/{lot_id}',
  summary: 'Change one of your lots',
  description:
    'What is left out stays as it is. A lot that moves gets the time zone of its new place. ' +
    'total_spaces cannot go below what stays under way and holds need.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  rows: () => 1,
  params: LOT_PARAMS,
  body: Type.Object(
    {
      ...LotChangesInput.properties,
      ...Object.fromEntries(RATE_MEMBERS.map((name) => [name, NotHere])),
    },
    { examples: [{ total_spaces: 110, status: 'active' }] },
  ),
  responses: {
    200: {
      description: 'The lot as it is then',
      schema: Type.Object({ lot: OperatorLotSchema, possible_duplicates: PossibleDuplicates }),
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, body, caller, requestId }, { db, config }) {
    for (const field of RATE_MEMBERS)
      if (field in body)
        throw badField(field, `is posted by PUT /api/v1/lots/${params.lot_id}/rates`);
    const changed = await updateLot(db, caller, params.lot_id, body, requestId);
    const lot = presentOperatorLot(changed.lot, config.baseUrl);
    return { status: 200, body: { lot, possible_duplicates: changed.possibleDuplicates } };
  },
});
