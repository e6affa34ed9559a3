import { findPayout } from '../../../src/money/payouts/find-payout.ts';
import { PAYOUT_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { PayoutWithLinesSchema, toLineShape, toPayoutShape } from './payout-shape.ts';

export const getPayoutOperation = defineLookUp({
  operationId: 'getPayout',
  path: '/api/v1/payouts/{payout_id}',
  summary: 'Look up one payout, lot by lot',
  description:
    'Its lines add up to its amounts. An open payout may still change; it closes an hour after ' +
    'its period, and stays as it is from then on.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  params: PAYOUT_PARAMS,
  answer: { payout: PayoutWithLinesSchema },
  answerDescription: 'The payout',
  async find({ params, caller }, { db }) {
    const payout = await findPayout(db, caller, params.payout_id);
    const lines = payout.lines.map((line) => toLineShape(line, payout.currency));
    return { payout: { ...toPayoutShape(payout), lines } };
  },
});
