import type { Mutant } from '../mutant.ts';

const CAPTURE = 'sql/postgres/functions/book_capture.sql';
const CAPTURES = 'sql/postgres/functions/book_captures_new.sql';
const REFUND = 'sql/postgres/functions/book_refund.sql';
const GROSS = 'sql/postgres/functions/count_gross.sql';
const MOVEMENTS = 'sql/postgres/views/payout_movements.sql';
const ENTRIES_TEST = 'test/sql/ledger.test.ts';
const PAYOUT_TEST = 'test/src/money/payouts/find-payout.test.ts';
const BEFORE_TEST = 'test/sql/migrations/ledger.test.ts';

/** Ways to book what was not moved, or not to book what was. */
export const LEDGER: readonly Mutant[] = [
  {
    name: 'refund-in-the-month-of-its-stay',
    file: REFUND,
    find: "case when new.status = 'succeeded' then settled_at",
    replace: "case when new.status = 'succeeded' then created_at",
    tests: [PAYOUT_TEST],
    why: 'a refund changes the payout of a month that is closed',
  },
  {
    name: 'fee-kept',
    file: REFUND,
    find: 'times * -fee_minor, times * (fee_minor - amount_minor)',
    replace: '0, times * -amount_minor',
    tests: [PAYOUT_TEST],
    why: 'the platform keeps its fee on refunded money',
  },
  {
    name: 'refused-refund-deducted',
    file: REFUND,
    find: "select new.*, 1 where new.status = 'succeeded'",
    replace: "select new.*, 1 where new.status <> 'pending'",
    tests: [PAYOUT_TEST],
    why: 'an operator pays for refunds that failed',
  },
  {
    name: 'failed-refund-stays-booked',
    file: REFUND,
    find: "select old.*, -1 as times where old.status = 'succeeded'",
    replace: 'select old.*, -1 as times where false',
    tests: [ENTRIES_TEST],
    why: 'the operator pays for a refund that the driver never got',
  },
  {
    name: 'correction-added-twice',
    file: CAPTURE,
    find: 'select old.*, -1 as times where old.captured_at is not null',
    replace: 'select old.*, -1 as times where false',
    tests: [ENTRIES_TEST],
    why: 'a corrected stay is paid out twice',
  },
  {
    name: 'shortfall-paid-out',
    file: CAPTURE,
    find: `times * -subtotal_minor, times * shortfall_minor, times * platform_fee_minor,
    times * (subtotal_minor - shortfall_minor - platform_fee_minor)`,
    replace: `times * -subtotal_minor, 0, times * platform_fee_minor,
    times * (subtotal_minor - platform_fee_minor)`,
    tests: [ENTRIES_TEST],
    why: 'the platform pays operators what no driver has paid',
  },
  {
    name: 'stays-written-paid-not-booked',
    file: CAPTURES,
    find: 'from added where captured_at is not null',
    replace: 'from added where false',
    tests: [PAYOUT_TEST],
    why: 'stays that are written with their payment are in no payout',
  },
  {
    name: 'gross-with-shortfall',
    file: GROSS,
    find: '-sum(driver_minor + shortfall_minor)',
    replace: '-sum(driver_minor)',
    tests: [ENTRIES_TEST],
    why: 'stays that nobody paid buy the low fee',
  },
  {
    name: 'payout-of-shortfall',
    file: MOVEMENTS,
    find: '-(driver_minor + shortfall_minor) as gross_minor',
    replace: '-driver_minor as gross_minor',
    tests: [ENTRIES_TEST],
    why: 'an operator is owed what could not be captured',
  },
  {
    name: 'entries-of-before-forgotten',
    file: 'sql/postgres/migrations/000088_ledger_of_before.sql',
    find: 'order by session_id limit 2000\n),',
    replace: 'order by session_id desc limit 2000\n),',
    tests: [BEFORE_TEST],
    why: 'stays of before are lost from the payouts that were shown',
  },
];
