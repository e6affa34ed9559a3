import type { Mutant } from '../mutant.ts';

const PAY = 'api/price/answer-priced.ts';
const QUOTE = 'api/price/quote.ts';
const DRY_RUN = 'api/price/dry-run.ts';
const METER = 'src/money/usage/meter.ts';
const CLOSE = 'sql/postgres/queries/closed_usage_months_insert.sql';
const MARKET_RATE_TEST = 'test/api/v2/intelligence/market-rate.test.ts';
const REREAD_TEST = 'test/api/price/reread.test.ts';
const DRY_RUN_TEST = 'test/api/price/dry-run.test.ts';
const CAP_TEST = 'test/src/money/usage/spend-cap.test.ts';
const CLOSE_TEST = 'test/src/money/usage/close-usage-months.test.ts';

/** Ways to charge another price than was told, to pass a cap, and to change a closed month. */
export const CHARGES: readonly Mutant[] = [
  {
    name: 'any-question-under-one-key',
    file: QUOTE,
    find: 'return { params, query: Object.fromEntries(members) };',
    replace: 'return { params, query: {} };',
    tests: [MARKET_RATE_TEST],
    why: 'after one paid answer all other questions under its key are free',
  },
  {
    name: 'thin-data-sold',
    file: 'api/price/define-priced.ts',
    find: "confidence === 'low' ? 0 : request.costCents",
    replace: 'request.costCents',
    tests: [MARKET_RATE_TEST],
    why: 'an answer from two lots costs money',
  },
  {
    name: 'head-is-charged',
    file: PAY,
    find: 'if (!isHead) await pay',
    replace: 'await pay',
    tests: [MARKET_RATE_TEST],
    why: 'a HEAD request, which returns no data, costs money',
  },
  {
    name: 'cheap-after-any-answer',
    file: PAY,
    find: 'costCents === operation.price ?',
    replace: 'costCents >= 0 ?',
    tests: [REREAD_TEST],
    why: 'a free answer lowers the price of the next one, and re-reads prolong it for ever',
  },
  {
    name: 'cheap-for-every-question',
    file: QUOTE,
    find: 'questionSha256: hashBody(askedIn(request))',
    replace: 'questionSha256: hashBody({})',
    tests: [REREAD_TEST],
    why: 'who bought one answer gets all others cheap',
  },
  {
    name: 'limit-is-another-question',
    file: QUOTE,
    find: "['max_cost_cents', 'dry_run']",
    replace: "['dry_run']",
    tests: [REREAD_TEST],
    why: 'a caller that limits the price pays it in full again',
  },
  {
    name: 'dry-run-passes-the-cap',
    file: DRY_RUN,
    find: 'if (request.caller !== undefined) await',
    replace: 'if (request.caller === undefined) await',
    tests: [DRY_RUN_TEST],
    why: 'a dry run promises an answer that the cap refuses',
  },
  {
    name: 'dry-run-from-the-other-budget',
    file: DRY_RUN,
    find: "['dry_run'] : budgets",
    replace: 'budgets : budgets',
    tests: [DRY_RUN_TEST],
    why: 'dry runs use up the calls that are paid for',
  },
  {
    name: 'cap-without-its-lock',
    file: METER,
    find: 'if (spendCapCents !== null) await',
    replace: 'if (spendCapCents === -1) await',
    tests: [CAP_TEST],
    why: 'many calls at once spend more than the cap',
  },
  {
    name: 'cap-of-the-old-keys-only',
    file: 'sql/postgres/functions/key_line.sql',
    find: 'on near.key_id = mine.rotated_from or near.rotated_from = mine.key_id',
    replace: 'on near.key_id = mine.rotated_from',
    tests: [CAP_TEST],
    why: 'a call with the old key does not count what the new key has spent',
  },
  {
    name: 'cap-of-all-later-months',
    file: 'sql/postgres/queries/usage_month_sum.sql',
    find: "  and at < date_add(date_trunc('month', now(), 'UTC'), '1 month', 'UTC');",
    replace: ';',
    tests: [CAP_TEST],
    why: 'a call that began before midnight is refused for what the new month has spent',
  },
  {
    name: 'closed-too-early',
    file: CLOSE,
    find: 'where not is_open_since_before',
    replace: 'where true or is_open_since_before',
    tests: [CLOSE_TEST],
    why: 'a charge that began before midnight is refused, or misses its month',
  },
  {
    name: 'closed-beside-an-open-charge',
    file: CLOSE,
    find: 'pg_try_advisory_xact_lock(',
    replace: 'pg_try_advisory_xact_lock_shared(',
    tests: [CLOSE_TEST],
    why: 'a charge enters a month that is closed already',
  },
  {
    name: 'closed-by-today-s-name',
    file: 'sql/postgres/queries/usage_find_month.sql',
    find: 'coalesce(closed.operator_name, operators.name)',
    replace: 'operators.name',
    tests: [CLOSE_TEST],
    why: 'a closed month changes when its operator is renamed',
  },
];
