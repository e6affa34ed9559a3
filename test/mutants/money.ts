import type { Mutant } from './mutant.ts';

const PRICE = 'src/pricing/price-stay.ts';
const OFFER = 'src/pricing/offer-rate.ts';
const FEE = 'src/pricing/platform-fee.ts';
const PRICE_TEST = 'test/src/pricing/price-stay.test.ts';
const OFFER_TEST = 'test/src/pricing/offer-rate.test.ts';
const FEE_TEST = 'test/src/pricing/platform-fee.test.ts';
const END_TEST = 'test/src/sessions/end-session.test.ts';
const EXTEND_TEST = 'test/src/sessions/extend-session.test.ts';
const PAYOUTS = 'sql/postgres/migrations/000011_payouts.sql';
const PAYOUT_TEST = 'test/src/payouts/find-payout.test.ts';

/** Ways to charge the wrong amount, or the right one twice. */
export const MONEY: readonly Mutant[] = [
  {
    name: 'rounded-down',
    file: 'src/money.ts',
    find: '(2n * numerator + denominator) / (2n * denominator)',
    replace: 'numerator / denominator',
    tests: [FEE_TEST],
    why: 'half a cent is lost on every other stay',
  },
  {
    name: 'minutes-rounded-down',
    file: PRICE,
    find: 'Math.ceil((endedAt',
    replace: 'Math.floor((endedAt',
    tests: [PRICE_TEST],
    why: 'a started minute is free',
  },
  {
    name: 'no-day-maximum',
    file: PRICE,
    find: 'amountMinor > rate.maxDailyMinor',
    replace: 'amountMinor < 0',
    tests: [PRICE_TEST],
    why: 'a long stay costs more than the lot posts for a day',
  },
  {
    name: 'day-maximum-once',
    file: PRICE,
    find: 'const lineMinutes = isOneLine ? minutes : DAY_MINUTES;',
    replace: 'const lineMinutes = minutes;',
    tests: [PRICE_TEST],
    why: 'a week costs no more than a day',
  },
  {
    name: 'half-the-fee',
    file: FEE,
    find: 'const FEE_BASIS_POINTS = 1_000n;',
    replace: 'const FEE_BASIS_POINTS = 500n;',
    tests: [FEE_TEST],
    why: 'everyone pays what enterprise operators pay',
  },
  {
    name: 'large-month-too-early',
    file: FEE,
    find: 'stay.monthGrossMinor > minorOf',
    replace: 'stay.monthGrossMinor >= minorOf',
    tests: [FEE_TEST],
    why: 'the low fee begins at 50 000, not above it',
  },
  {
    name: 'rate-read-again',
    file: 'sql/postgres/queries/session_find.sql',
    find: 'select *\nfrom session_details\n',
    replace: `select session_details.*,
  (select rate_minor from lots where lot_id = session_details.lot_id) as rate_minor
from session_details\n`,
    tests: [END_TEST],
    why: 'a change of the rate reaches vehicles that stand there already',
  },
  {
    name: 'hold-at-the-posted-rate',
    file: 'src/sessions/agree-terms.ts',
    find: 'expectedEnd: hold.endsAt, rate: hold.rate, currency',
    replace: 'expectedEnd: hold.endsAt, rate: offerLotRate(lot, lot.now), currency',
    tests: ['test/src/holds/holds.test.ts'],
    why: 'a hold is redeemed at another price than it was given for',
  },
  {
    name: 'stale-extension',
    file: 'sql/postgres/queries/session_extend.sql',
    find: 'and extended_count = $4',
    replace: 'and $4::integer >= 0',
    tests: [EXTEND_TEST],
    why: 'extensions that race each other leave the estimate of the first',
  },
  {
    name: 'settled-twice',
    file: 'sql/postgres/queries/session_settle.sql',
    find: "\n  where session_id = $1 and status in ('ending', 'expiring', 'payment_failed')",
    replace: '\n  where session_id = $1',
    tests: [END_TEST],
    why: 'the books of one stay are closed by each of several callers',
  },
  {
    name: 'no-ceiling',
    file: OFFER,
    find: 'if (ceiling !== null && moved > ceiling)',
    replace: 'if (ceiling !== null && moved < 0)',
    tests: [OFFER_TEST],
    why: 'rules that meet drive a price beyond what its operator allowed',
  },
  {
    name: 'no-floor',
    file: OFFER,
    find: 'if (floor !== null && moved < floor)',
    replace: 'if (floor !== null && moved < 0)',
    tests: [OFFER_TEST],
    why: 'an empty lot is sold below what its operator allowed',
  },
  {
    name: 'band-begins-late',
    file: OFFER,
    find: '.filter((band) => band.from_pct <= occupancyPct)',
    replace: '.filter((band) => band.from_pct < occupancyPct)',
    tests: [OFFER_TEST],
    why: 'at 80 % the price of 79 % is charged',
  },
  {
    name: 'event-goes-on',
    file: OFFER,
    find: 'startsAt < new Date(rule.ends_at)',
    replace: 'startsAt <= new Date(rule.ends_at)',
    tests: [OFFER_TEST],
    why: 'an event still counts at the instant it is over',
  },
  {
    name: 'uncapped-surge',
    file: OFFER,
    find: 'Math.min(surgePct ?? 100, rule.max_multiplier_pct)',
    replace: '(surgePct ?? 100)',
    tests: [OFFER_TEST],
    why: 'many searches multiply a price without limit',
  },
  {
    name: 'paid-out-when-it-ended',
    file: 'sql/postgres/queries/session_settle.sql',
    find: 'captured_at = now()',
    replace: 'captured_at = ended_at',
    tests: ['test/src/payouts/captured-in.test.ts'],
    why: 'a stay settled late changes the payout of a month that is closed',
  },
  {
    name: 'refund-in-the-month-of-its-stay',
    file: PAYOUTS,
    find: 'refunds.currency, refunds.settled_at, 0,',
    replace: 'refunds.currency, sessions.captured_at, 0,',
    tests: [PAYOUT_TEST],
    why: 'a refund lowers a payout that was paid long ago',
  },
  {
    name: 'fee-kept',
    file: PAYOUTS,
    find: '0, -refunds.fee_minor,',
    replace: '0, 0::bigint,',
    tests: [PAYOUT_TEST],
    why: 'the platform keeps its fee on money that went back',
  },
  {
    name: 'refused-refund-deducted',
    file: PAYOUTS,
    find: "join sessions using (session_id)\nwhere refunds.status = 'succeeded'",
    replace: "join sessions using (session_id)\nwhere refunds.status <> 'pending'",
    tests: [PAYOUT_TEST],
    why: 'an operator pays for refunds that nobody got',
  },
  {
    name: 'closed-at-midnight',
    file: 'src/payouts/payout.ts',
    find: 'const SETTLING_SECONDS = 3_600;',
    replace: 'const SETTLING_SECONDS = 0;',
    tests: ['test/src/payouts/payout.test.ts'],
    why: 'a month is called closed while settlements of it are still being written',
  },
];
