import { listPayouts } from '../../../src/money/payouts/list-payouts.ts';
import { defineList } from '../../reads/define-list.ts';
import { PayoutSchema, toPayoutShape } from './payout-shape.ts';

export const listPayoutsOperation = defineList({
  operationId: 'listPayouts',
  path: '/api/v1/payouts',
  summary: 'List payouts, newest first',
  description:
    'What you are due for each calendar month (UTC) and currency: stays on your lots captured in ' +
    'it, less the platform fee and the refunds paid in it. Months without either are left out.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  rows: 'payouts',
  item: PayoutSchema,
  list: ({ caller, page }, { db }) => listPayouts(db, caller, page),
  present: toPayoutShape,
});
