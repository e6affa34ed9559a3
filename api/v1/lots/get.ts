import { Type } from 'typebox';
import { ratesQuestion } from '../../../src/demand/searches/search-by.ts';
import { findPossibleDuplicates } from '../../../src/parking/lots/duplicates/possible-duplicates.ts';
import { findLot } from '../../../src/parking/lots/find-lot.ts';
import { findOwnLot } from '../../../src/parking/lots/own-lots.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { presentLot } from '../../fields/lot-shape.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { presentOperatorLot, ShownLotSchema } from './operator-lot.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

export const getLotOperation = defineLookUp({
  operationId: 'getLot',
  path: '/api/v1/lots/{lot_id}',
  summary: 'One parking lot',
  description:
    'Keys of its operator that may read or write lots see ref, is_listed, hold_limits, ' +
    'occupancy_thresholds, availability_shown, reports_inform_only and access as well, also of a ' +
    'lot that is not listed. To all others that is 404.',
  tags: ['lots'],
  auth: 'public',
  params: LOT_PARAMS,
  answer: {
    lot: ShownLotSchema,
    possible_duplicates: Type.Optional(PossibleDuplicates),
  },
  answerDescription: 'The lot; its own operator sees possible duplicates, too',
  // It shows the rate, and not whether a space is free. What people look up is not recorded.
  records: { searchesOf: 'agents' },
  async find({ params, caller, livemode }, { db, config }) {
    const own = await findOwnLot(db, caller, params.lot_id);
    const lot = own ?? (await findLot(db, params.lot_id, livemode));
    const answered = { question: ratesQuestion(lot, null) };
    if (own === undefined || caller === undefined)
      return { answered, body: { lot: presentLot(lot, config.baseUrl) } };
    const body = {
      lot: presentOperatorLot(own, config.baseUrl),
      possible_duplicates: await findPossibleDuplicates(db, caller, own),
    };
    return { answered, body };
  },
});
