import type { Mutant } from '../mutant.ts';

const PAYMENTS = 'sql/postgres/queries/payments_compare.sql';
const REFUNDS = 'sql/postgres/queries/refunds_compare.sql';
const FINDINGS_TEST = 'test/src/money/reconciliation/findings.test.ts';
const SETTLED_TEST = 'test/src/money/reconciliation/settled.test.ts';
const DAYS_TEST = 'test/src/money/reconciliation/reconcile.test.ts';
const CLEAN_TEST = 'test/src/money/reconciliation/clean-day.test.ts';

/** Ways to overlook what differs from the processor's books, or to act on a guess. */
export const RECONCILIATION: readonly Mutant[] = [
  {
    name: 'reconcile-ignores-fees',
    file: PAYMENTS,
    find: 'has_same_parts and coalesce(theirs.fee_minor, 0) <> ours.fee_minor',
    replace: 'false and coalesce(theirs.fee_minor, 0) <> ours.fee_minor',
    tests: [FINDINGS_TEST],
    why: 'the platform gets another fee than its books say, and nobody sees it',
  },
  {
    name: 'voids-a-live-stay',
    file: PAYMENTS,
    find: "and ours.status in ('canceled', 'completed', 'expired'), 0, held",
    replace: ', 0, held',
    tests: [SETTLED_TEST],
    why: 'the money of a stay that goes on counts as held back for nothing',
  },
  {
    name: 'absent-at-once',
    file: PAYMENTS,
    find: 'ours.is_read and :is_late',
    replace: 'ours.is_read',
    tests: [FINDINGS_TEST],
    why: 'every payment that the processor books late is an alarm',
  },
  {
    name: 'fee-after-midnight-missing',
    file: PAYMENTS,
    find: 'and (theirs.fee_minor is not null or :is_late), ours',
    replace: ', ours',
    tests: [DAYS_TEST],
    why: 'a payment whose fee is booked after midnight is an alarm',
  },
  {
    name: 'others-payments-found',
    file: PAYMENTS,
    find: 'ours.session_id is null and coalesce(theirs.session_id, held.session_id) is not null',
    replace: 'ours.session_id is null',
    tests: [FINDINGS_TEST],
    why: 'everything else that the account takes is listed as missing here',
  },
  {
    name: 'came-back-unseen',
    file: REFUNDS,
    find: '(returned_minor > 0 or is_read and :is_late)',
    replace: '(is_read and :is_late)',
    tests: [SETTLED_TEST],
    why: 'a refund that came back stays paid in the books for days',
  },
  {
    name: 'paid-back-twice',
    file: 'src/money/payments/stripe/pay-back.ts',
    find: 'if (made.metadata.refund_id === refundId) return made;',
    replace: 'if (made.metadata.refund_id === payee) return made;',
    tests: [SETTLED_TEST],
    why: 'an operator gets what a refund took once more after a day',
  },
  {
    name: 'first-page-only',
    file: 'src/money/payments/stripe/books.ts',
    find: 'return hasMore ? (data.at(-1)?.id ?? null) : null;',
    replace: 'return hasMore && data.length === 0 ? (data.at(-1)?.id ?? null) : null;',
    tests: [DAYS_TEST],
    why: 'all but the last hundred lines of a day are never compared',
  },
  {
    name: 'processor-fee-from-operators',
    file: 'sql/postgres/functions/book_processor_fees.sql',
    find: 'processor_fee_minor, platform_fee_minor)\n  select',
    replace: 'processor_fee_minor, operator_minor)\n  select',
    tests: [DAYS_TEST],
    why: 'operators bear what the processor keeps',
  },
  {
    name: 'processor-fee-in-payouts',
    file: 'sql/postgres/views/payout_movements.sql',
    find: "where kind <> 'processor_fee'",
    replace: "where kind <> 'none'",
    tests: [CLEAN_TEST],
    why: 'a payout states another platform fee than the receipts of its stays',
  },
];
