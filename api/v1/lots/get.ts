import { Type } from 'typebox';
import { recordRateLookUp } from '../../../src/demand/searches/search-by.ts';
import { findPossibleDuplicates } from '../../../src/parking/lots/duplicates/possible-duplicates.ts';
import { findLot } from '../../../src/parking/lots/find-lot.ts';
import { findOwnLot } from '../../../src/parking/lots/own-lots.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { presentLot } from '../../fields/lot-shape.ts';
import { defineOperation } from '../../operation.ts';
import { presentOperatorLot, ShownLotSchema } from './operator-lot.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

export const getLotOperation = defineOperation({
  operationId: 'getLot',
  method: 'get',
  path: '/api/v1/lots/{lot_id}',
  summary: 'One parking lot',
  description:
    'Keys of its operator that may read or write lots see ref, is_listed, hold_limits, ' +
    'occupancy_thresholds, availability_shown, reports_inform_only and access as well, also of a ' +
    'lot that is not listed. To all others that is 404.',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read'],
  params: LOT_PARAMS,
  responses: {
    200: {
      description: 'The lot; its own operator sees possible duplicates, too',
      schema: Type.Object({
        lot: ShownLotSchema,
        possible_duplicates: Type.Optional(PossibleDuplicates),
      }),
    },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, caller, livemode, ip }, { db, config, searches }) {
    const own = await findOwnLot(db, caller, params.lot_id);
    const lot = own ?? (await findLot(db, params.lot_id, livemode));
    // It shows the rate, and not whether a space is free.
    recordRateLookUp(searches, { caller, livemode, ip }, lot);
    if (own !== undefined && caller !== undefined) {
      const possible_duplicates = await findPossibleDuplicates(db, caller, own);
      return {
        status: 200,
        body: { lot: presentOperatorLot(own, config.baseUrl), possible_duplicates },
      };
    }
    return { status: 200, body: { lot: presentLot(lot, config.baseUrl) } };
  },
});
