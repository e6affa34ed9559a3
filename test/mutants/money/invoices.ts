import type { Mutant } from '../mutant.ts';

const DRAFT = 'sql/postgres/queries/invoice_draft.sql';
const NOTE = 'sql/postgres/queries/invoice_note.sql';
const HELD = 'sql/postgres/functions/note_plan.sql';
const CHANGE = 'src/money/plans/change-plan.ts';
const ISSUE_TEST = 'test/src/money/invoices/issue-invoices.test.ts';
const MONTH_TEST = 'test/src/money/invoices/plan-of-month.test.ts';
const PLAN_TEST = 'test/api/v1/plans/plan.test.ts';
const OVERDUE_TEST = 'test/api/v1/plans/overdue.test.ts';
const STRIPE_TEST = 'test/src/money/invoices/stripe-invoices.test.ts';
const UNPAID_TEST = 'test/api/price/unpaid.test.ts';

/** Ways to bill a month wrongly, twice or not at all. */
export const INVOICES: readonly Mutant[] = [
  {
    name: 'month-billed-with-the-next',
    file: DRAFT,
    find: '    and at >= from_at and at < to_at\n  group by endpoint',
    replace: '    and at >= from_at and at <= to_at\n  group by endpoint',
    tests: [ISSUE_TEST],
    why: 'a charge at midnight of the first is on two invoices',
  },
  {
    name: 'lowest-plan-of-the-month',
    file: DRAFT,
    find: 'order by rank desc',
    replace: 'order by rank',
    tests: [MONTH_TEST],
    why: 'who takes a higher plan for an hour pays the lower one',
  },
  {
    name: 'plan-of-the-month-before',
    file: DRAFT,
    find: 'held.to_at > month.from_at',
    replace: 'held.to_at >= month.from_at',
    tests: [MONTH_TEST],
    why: 'a plan that ended with the last month is due once more',
  },
  {
    name: 'agreed-plan-billed',
    file: DRAFT,
    find: '> month.from_at and is_bought',
    replace: '> month.from_at',
    tests: [MONTH_TEST],
    why: 'a plan that the owner gave is on the invoice',
  },
  {
    name: 'other-price-than-the-call-said',
    file: DRAFT,
    find: 'case when held.from_at >= month.from_at then held.price_cents end,',
    replace: '',
    tests: [MONTH_TEST],
    why: 'the month of a purchase costs more than its answer said',
  },
  {
    name: 'fee-due-again',
    file: DRAFT,
    find: '(select coalesce(sum(unit_cents * quantity), 0) from line)',
    replace:
      '(select coalesce(sum(unit_cents * quantity), 0) from line) + (select count(*) from fee)',
    tests: [ISSUE_TEST],
    why: 'a total is more than the sum of its lines',
  },
  {
    name: 'paid-without-payment',
    file: NOTE,
    find: 'case when :is_paid then now() end',
    replace: 'now()',
    tests: [UNPAID_TEST, 'test/api/v1/invoices/invoices.test.ts'],
    why: 'an open invoice counts as paid',
  },
  {
    name: 'ended-plan-prolonged',
    file: HELD,
    find: 'if old.next_plan_at <= decided_at then',
    replace: 'if false then',
    tests: [PLAN_TEST],
    why: 'a plan that ended at midnight is due for another month when one is bought just after',
  },
  {
    name: 'lower-plan-at-once',
    file: CHANGE,
    find: 'if (direction < 0) return { ...now, nextPlan: wanted };',
    replace: '',
    tests: [PLAN_TEST],
    why: 'who leaves a plan loses what the month paid for',
  },
  {
    name: 'higher-plan-on-credit',
    file: CHANGE,
    find: 'if (held.overdueInvoiceId !== null)',
    replace: 'if (held.overdueInvoiceId === wanted)',
    tests: [OVERDUE_TEST],
    why: 'who does not pay gets a higher plan',
  },
  {
    name: 'plan-by-test-key',
    file: CHANGE,
    find: 'if (!caller.livemode)',
    replace: 'if (caller.livemode && !caller.livemode)',
    tests: [PLAN_TEST],
    why: 'a test key buys a plan that is due in the live mode',
  },
  {
    name: 'answers-on-credit',
    file: 'api/price/quote.ts',
    find: 'if (request.caller !== undefined) refuseUnpaid(request.caller);',
    replace: '',
    tests: [UNPAID_TEST],
    why: 'who never pays goes on buying answers',
  },
  {
    name: 'stopped-with-the-due-date',
    file: 'sql/postgres/queries/api_keys_find.sql',
    find: 'blocks_at <= now()',
    replace: 'due_at <= now()',
    tests: [UNPAID_TEST],
    why: 'answers stop a week too early',
  },
  {
    name: 'void-invoice-due',
    file: 'sql/postgres/queries/plan_find.sql',
    find: 'and voided_at is null ',
    replace: '',
    tests: [STRIPE_TEST],
    why: 'an invoice that was taken back stops its operator for ever',
  },
  {
    name: 'invoice-made-again',
    file: 'src/money/invoices/stripe-invoices.ts',
    find: 'invoice.metadata?.invoice_id === invoiceId',
    replace: 'invoice.id === invoiceId',
    tests: [STRIPE_TEST],
    why: 'a day after a lost answer the operator gets a second invoice',
  },
];
