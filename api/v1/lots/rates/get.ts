import { ratesQuestion } from '../../../../src/demand/searches/search-by.ts';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import { ownerOf } from '../../../../src/parking/lots/own-lots.ts';
import { LOT_PARAMS } from '../../../fields/id-params.ts';
import { defineLookUp } from '../../../reads/define-look-up.ts';
import { presentRates, RatesSchema } from './rates-shape.ts';

export const getRatesOperation = defineLookUp({
  operationId: 'getRates',
  path: '/api/v1/lots/{lot_id}/rates',
  summary: 'What a lot charges now, and what it will charge',
  description:
    'By which rules the rate moves (dynamic) and what is to come (scheduled) is shown to keys of ' +
    "the lot's operator only; to others what applies now.",
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read', 'agent_call'],
  params: LOT_PARAMS,
  answer: { rates: RatesSchema },
  answerDescription: 'The rates',
  records: { searchesOf: 'agents' },
  async find({ params, caller, livemode }, { db }) {
    const ownerId = ownerOf(caller);
    const lot = await findLot(db, params.lot_id, livemode, ownerId);
    const body = { rates: presentRates(lot, lot.operatorId === ownerId) };
    return { answered: { question: ratesQuestion(lot, null) }, body };
  },
});
