import type { Mutant } from '../mutant.ts';

const PRICE = 'src/tariffs/price/price-stay.ts';
const CHARGES = 'src/tariffs/price/charges.ts';
const LIMITS = 'src/tariffs/price/limits.ts';
const CLOCK = 'src/tariffs/price/lot-clock.ts';
const LEAST_PRICE = 'src/tariffs/compare/least-tariff-price.ts';
const LEAST_PRICE_TEST = 'test/src/tariffs/compare/least-tariff-price.test.ts';
const TARIFF_TEST = 'test/api/v1/lots/rates/tariff-stays.test.ts';
const ORACLE_TEST = 'test/src/tariffs/price/price-stay.oracle.test.ts';
const OFFER = 'src/tariffs/offer-rate.ts';
const RULES = 'src/tariffs/apply-rules.ts';
const FEE = 'src/access/plans/platform-fee.ts';
const COMMIT_TEST = 'test/src/parking/fleets/commit-dispatch.test.ts';
const PRICE_TEST = 'test/src/tariffs/price/price-stay.test.ts';
const OFFER_TEST = 'test/src/tariffs/offer-rate.test.ts';
const MONTH = 'sql/postgres/queries/sessions_month_gross.sql';
const FEE_TEST = 'test/src/access/plans/platform-fee.test.ts';
const TIER_TEST = 'test/src/parking/sessions/fee-tier.test.ts';
const END_TEST = 'test/src/parking/sessions/end-session.test.ts';
const EXTEND_TEST = 'test/src/parking/sessions/extend-session.test.ts';
const EARLIER_TEST = 'test/sql/earlier-rates.test.ts';
const BOOKED_TEST = 'test/api/v1/sessions/extended-as-booked.test.ts';
const PAYOUTS = 'sql/postgres/migrations/000011_payouts.sql';
const SHAPE = 'api/v1/price-line-shape.ts';
const SHAPE_TEST = 'test/api/v1/pricing-shape.test.ts';
const UNPAID_TEST = 'test/faults/marts/unpaid-stays.test.ts';
const PAYOUT_TEST = 'test/src/money/payouts/find-payout.test.ts';

/** Ways to charge a wrong amount, or the right amount twice. */
export const MONEY: readonly Mutant[] = [
  {
    name: 'rounded-down',
    file: 'src/kit/money.ts',
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
    file: LIMITS,
    find: 'if (room >= left) continue;',
    replace: 'if (room < 0 || room >= left || room < left) continue;',
    tests: [PRICE_TEST],
    why: 'a long stay costs more than the daily maximum of the lot',
  },
  {
    name: 'day-maximum-once',
    file: LIMITS,
    find: 'return periodOf(minute, minutesInDay);',
    replace: 'return periodOf(minute, Infinity);',
    tests: [PRICE_TEST],
    why: 'a week costs no more than a day',
  },
  {
    name: 'part-maximum-once',
    file: CHARGES,
    find: 'held.occurrence}',
    replace: '0}',
    tests: [ORACLE_TEST],
    why: 'the flat price of an evening is paid for one evening of three',
  },
  {
    name: 'maximum-forgotten',
    file: LIMITS,
    find: '(charged.get(key) ?? 0) + left)',
    replace: 'left)',
    tests: [ORACLE_TEST],
    why: 'a day of three parts costs more than its maximum',
  },
  {
    name: 'months-of-28-days',
    file: LIMITS,
    find: 'return Math.max(0, isDue ? months : months - 1);',
    replace: 'return Math.max(0, months);',
    tests: [ORACLE_TEST],
    why: 'the maximum of a month begins again before the month is over',
  },
  {
    name: 'first-step-for-ever',
    file: CHARGES,
    find: 'steps[i + 1]?.from_minutes ?? Infinity, dayEnd',
    replace: 'dayEnd',
    tests: [ORACLE_TEST],
    why: 'the second hour is paid at the price of the first',
  },
  {
    name: 'step-cut-by-its-part',
    file: CHARGES,
    find: 'const to = Math.min(from + billedMinutes, end);',
    replace: 'const to = stop;',
    tests: [ORACLE_TEST],
    why: 'minutes of a step that was paid whole are paid once more in the next part',
  },
  {
    name: 'clocks-never-change',
    file: CLOCK,
    find: 'isSteady: offset === next',
    replace: 'isSteady: true',
    tests: [ORACLE_TEST],
    why: 'on the day of a clock change the evening begins an hour early',
  },
  {
    name: 'clock-change-within-a-part',
    file: CLOCK,
    find: 'if (offsetMs(timezone, shown) === offset) return shown;',
    replace: 'if (shown > 0) return shown;',
    tests: [ORACLE_TEST],
    why: 'the hour that clocks show twice has the price of its first time',
  },
  {
    name: 'unsold-time-is-free',
    file: 'src/tariffs/for-sale.ts',
    find: "kind === 'not_for_sale'",
    replace: "kind === 'free'",
    tests: [TARIFF_TEST],
    why: 'a stay at a time that the lot does not sell costs nothing',
  },
  {
    name: 'one-part-for-all',
    file: 'src/tariffs/move-tariff.ts',
    find: 'if (names !== null && !names.includes(part.name)) return part;',
    replace: '',
    tests: ['test/src/tariffs/move-tariff.test.ts'],
    why: 'a fair in the evening raises the price of the day',
  },
  {
    name: 'tariff-of-the-lot-now',
    file: 'src/tariffs/rate-columns.ts',
    find: 'const { terms: tariff, conditions, first_hour_minor: baseRateMinor } = own;',
    replace: `const { conditions, first_hour_minor: baseRateMinor } = own;
    const tariff = { ...own.terms, free_minutes: 60 };`,
    tests: [TARIFF_TEST],
    why: 'a stay is charged by another tariff than it began with',
  },
  {
    name: 'rate-of-the-version-before-unseen',
    file: 'sql/postgres/triggers/lots_keep_tariff.sql',
    find: '(new.tariff is null or new.tariff is not distinct from old.tariff)',
    replace: 'new.tariff is null',
    tests: [EARLIER_TEST],
    why: 'stays pay by the rate before the one that an older process posted',
  },
  {
    name: 'plain-rate-without-its-step',
    file: 'sql/postgres/functions/plain_tariff.sql',
    find: "'per_minutes', 60, 'billing_step_minutes', billing_step_minutes",
    replace: "'per_minutes', 60",
    tests: ['test/sql/migrations/one-tariff.test.ts'],
    why: 'after the migration stays pay whole hours',
  },
  {
    name: 'part-of-a-rate-forgotten',
    file: 'src/parking/lots/write/batch/known-lots.ts',
    find: 'const isOther = stored === null ||',
    replace: 'const isOther = stored !== null ||',
    tests: ['test/api/feeds/round-trip.test.ts'],
    why: 'a map of the own lots, read again, takes their billing steps',
  },
  {
    name: 'tariffs-cost-no-flat-price',
    file: LEAST_PRICE,
    find: 'Math.min(...flats, ...caps, bySteps)',
    replace: 'Math.min(...caps, bySteps)',
    tests: [LEAST_PRICE_TEST],
    why: 'a page by price lacks lots whose tariff is cheaper at that time',
  },
  {
    name: 'steps-end-with-their-time',
    file: LEAST_PRICE,
    find: ' + (step.billing_step_minutes ?? per)',
    replace: '',
    tests: [LEAST_PRICE_TEST],
    why: 'a page by price lacks lots where a cheap step is paid into dearer time',
  },
  {
    name: 'market-day-is-usual',
    file: 'src/tariffs/compare/reference-price.ts',
    find: 'const USUAL_DAYS = [0, 1, 2, 3, 4];',
    replace: 'const USUAL_DAYS = [2];',
    tests: ['test/src/tariffs/compare/reference-price.test.ts'],
    why: 'a price of one morning a week moves the market rate',
  },
  {
    name: 'unknown-maximum-as-none',
    file: 'src/tariffs/compare/reference-price.ts',
    find: 'isMaximumKnown || price.lines.every(isLimited)',
    replace: 'true',
    tests: ['test/src/tariffs/compare/reference-price.test.ts'],
    why: 'a day costs 24 hours where nobody said whether there is a maximum',
  },
  {
    name: 'line-without-its-cap',
    file: SHAPE,
    find: 'maxDailyMinor === null ? null : units(maxDailyMinor)',
    replace: 'null',
    tests: [SHAPE_TEST],
    why: 'the price of a day at its maximum cannot be computed from the answer',
  },
  {
    name: 'imported-by-our-rate',
    file: 'api/v1/sessions/session-shape.ts',
    find: "session.source === 'import' && subtotal !== null",
    replace: 'subtotal === undefined',
    tests: [SHAPE_TEST],
    why: 'the receipt of an imported stay has lines that do not add up to it',
  },
  {
    name: 'failed-refund-on-the-receipt',
    file: 'api/v1/sessions/receipt-shape.ts',
    find: "refund.status !== 'failed'",
    replace: "refund.status !== 'pending'",
    tests: [SHAPE_TEST],
    why: 'a total is lowered by a refund that failed',
  },
  {
    name: 'half-the-fee',
    file: FEE,
    find: 'basisPoints: 1_000 }',
    replace: 'basisPoints: 500 }',
    tests: [FEE_TEST],
    why: 'every operator pays the fee of enterprise operators',
  },
  {
    name: 'large-month-too-early',
    file: FEE,
    find: 'monthGrossMinor > minorOf',
    replace: 'monthGrossMinor >= minorOf',
    tests: [FEE_TEST],
    why: 'the low fee begins at 50 000, not above it',
  },
  {
    name: 'large-month-by-rehearsed-stays',
    file: MONTH,
    find: 'where is_counted and operator_id = :operator_id and livemode = :livemode',
    replace: 'where is_counted and operator_id = :operator_id and :livemode::boolean is not null',
    tests: [TIER_TEST],
    why: 'stays of the test world, which nobody pays, buy the low fee',
  },
  {
    name: 'rate-read-again',
    file: 'sql/postgres/queries/session_find.sql',
    find: 'select *\nfrom session_details\n',
    replace: `select session_details.*,
  (select posted_snapshot(lots) from lots where lots.lot_id = session_details.lot_id)
    as rate_snapshot
from session_details\n`,
    tests: [END_TEST],
    why: 'a change of the rate applies to stays that have begun',
  },
  {
    name: 'hold-at-the-posted-rate',
    file: 'src/parking/reservations/redeem-hold.ts',
    find: 'const { endsAt, rate, currency } = hold;',
    replace: `const { endsAt, currency } = hold;
  const steps = [{ from_minutes: 0, price_minor: 1, per_minutes: 60 }];
  const rate = { ...hold.rate, tariff: { parts: [{ name: 'rate', steps }], maxima: null } };`,
    tests: ['test/src/parking/holds/holds.test.ts'],
    why: 'a hold is redeemed at another price than it was placed at',
  },
  {
    name: 'quote-of-another-time',
    file: 'src/parking/sessions/agree-terms.ts',
    find: "refuseEarly('the quote', startsAt, lot.now);",
    replace: '',
    tests: ['test/api/v1/sessions/quote.test.ts'],
    why: "tomorrow's price begins a stay today",
  },
  {
    name: 'stay-shorter-than-asked',
    file: 'src/parking/sessions/begin-session.ts',
    find: 'stayMs: session.expectedEnd.getTime() - session.startedAt.getTime(),',
    replace: 'stayMs: session.expectedEnd.getTime() - session.startedAt.getTime() - 1,',
    tests: ['test/src/parking/sessions/create-session.test.ts'],
    why: 'a stay is shorter than asked for',
  },
  {
    name: 'clock-ahead-charged',
    file: 'src/parking/sessions/stay-end.ts',
    find: 'overMs <= CLOCKS_APART_MS',
    replace: 'overMs < 0',
    tests: ['test/src/parking/sessions/create-session.test.ts'],
    why: 'a caller whose clock is a little ahead is charged a minute more than it counted',
  },
  {
    name: 'head-brings-the-data',
    file: 'api/reply/answer.ts',
    find: "isHead ? withhold(reply.body, headers['Content-Type']) : reply.body",
    replace: 'reply.body',
    tests: ['test/api/call-operation.test.ts'],
    why: 'a HEAD request that does not come over HTTP returns the data for free',
  },
  {
    name: 'stale-extension',
    file: 'sql/postgres/queries/session_extend.sql',
    find: 'and extended_count = :extended_count',
    replace: 'and :extended_count::integer >= 0',
    tests: [EXTEND_TEST],
    why: 'after concurrent extensions the estimate is that of the first',
  },
  {
    name: 'extension-by-itself',
    file: 'src/parking/sessions/extend-session.ts',
    find: 'const session = extended(found, request.minutes);',
    replace: `const longer = extended(found, request.minutes);
    const more = withEstimate({ ...longer, startedAt: found.expectedEnd });
    const session = { ...longer, estimatedMinor: found.estimatedMinor + more.estimatedMinor };`,
    tests: [BOOKED_TEST],
    why: 'an extension costs as much as another stay, whose first hour is paid again',
  },
  {
    name: 'settled-twice',
    file: 'sql/postgres/queries/session_settle.sql',
    find: " and status in ('ending', 'expiring', 'payment_failed')\n  returning",
    replace: '\n  returning',
    tests: [END_TEST],
    why: 'each of several concurrent callers settles the same stay',
  },
  {
    name: 'no-ceiling',
    file: OFFER,
    find: 'if (ceiling !== null && moved > ceiling)',
    replace: 'if (ceiling !== null && moved < 0)',
    tests: [OFFER_TEST],
    why: 'several rules together raise a price above the ceiling of its operator',
  },
  {
    name: 'no-floor',
    file: OFFER,
    find: 'if (floor !== null && moved < floor)',
    replace: 'if (floor !== null && moved < 0)',
    tests: [OFFER_TEST],
    why: 'the price of an empty lot falls below the floor of its operator',
  },
  {
    name: 'band-begins-late',
    file: RULES,
    find: '.filter((band) => band.from_pct <= occupancyPct)',
    replace: '.filter((band) => band.from_pct < occupancyPct)',
    tests: [OFFER_TEST],
    why: 'at an occupancy of 80 % the price for 79 % is charged',
  },
  {
    name: 'event-goes-on',
    file: RULES,
    find: 'startsAt < new Date(rule.ends_at)',
    replace: 'startsAt <= new Date(rule.ends_at)',
    tests: [OFFER_TEST],
    why: 'an event still counts at the instant at which it ends',
  },
  {
    name: 'uncapped-surge',
    file: RULES,
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
    tests: ['test/src/money/payouts/captured-in.test.ts'],
    why: 'a stay settled late changes the payout of a month that is closed',
  },
  {
    name: 'unpaid-stay-votes',
    file: 'sql/warehouse/2_staging/stg_payments.sql',
    find: "'payment.completed'",
    replace: "'payment.completed', 'payment.failed'",
    tests: [UNPAID_TEST],
    why: 'stays that were never paid count for realised rates',
  },
  {
    name: 'paid-late-unnoticed',
    file: 'sql/warehouse/5_marts/0_stale/stale_lots.sql',
    find: ' union from payments',
    replace: '',
    tests: [UNPAID_TEST],
    why: 'a stay that is paid late votes only in the next hour or after a rebuild',
  },
  {
    name: 'live-payments-rehearsed',
    file: 'src/parking/payments/rehearsals.ts',
    find: 'if (vehicle.livemode) return null;',
    replace: '',
    tests: ['test/src/parking/payments/rehearsals.test.ts'],
    why: 'a plate that rehearses failures parks for free in the live world',
  },
  {
    name: 'imported-stay-refunded',
    file: 'sql/postgres/queries/refund_open.sql',
    find: 'and captured_at is not null',
    replace: "and status in ('completed', 'expired')",
    tests: ['test/src/money/refunds/refund-session.test.ts'],
    why: 'a stay is refunded for which we captured nothing',
  },
  {
    name: 'refund-in-the-month-of-its-stay',
    file: PAYOUTS,
    find: 'refunds.currency, refunds.settled_at, 0,',
    replace: 'refunds.currency, sessions.captured_at, 0,',
    tests: [PAYOUT_TEST],
    why: 'a refund changes the payout of a month that is closed',
  },
  {
    name: 'fee-kept',
    file: PAYOUTS,
    find: '0, -refunds.fee_minor,',
    replace: '0, 0::bigint,',
    tests: [PAYOUT_TEST],
    why: 'the platform keeps its fee on refunded money',
  },
  {
    name: 'refused-refund-deducted',
    file: PAYOUTS,
    find: "join sessions using (session_id)\nwhere refunds.status = 'succeeded'",
    replace: "join sessions using (session_id)\nwhere refunds.status <> 'pending'",
    tests: [PAYOUT_TEST],
    why: 'an operator pays for refunds that failed',
  },
  {
    name: 'closed-at-midnight',
    file: 'src/money/payouts/payout.ts',
    find: 'const SETTLING_SECONDS = 3_600;',
    replace: 'const SETTLING_SECONDS = 0;',
    tests: ['test/src/money/payouts/payout.test.ts'],
    why: 'a month is closed while its settlements are still being written',
  },
  {
    name: 'commit-intents-kept',
    file: 'src/parking/sessions/begin-together.ts',
    find: '    if (isNothingWritten(error)) await giveUpAll(deps, authorised);\n',
    replace: '',
    tests: [COMMIT_TEST],
    why: 'a commit that is refused leaves money of every vehicle authorised',
  },
  {
    name: 'commit-beside-its-transaction',
    file: 'src/parking/sessions/begin-together.ts',
    find: 'await take(connection, values)',
    replace: 'await take(deps.db, { ...values, begins_at: null })',
    tests: [COMMIT_TEST],
    why: 'when one vehicle of a commit is refused, those before it are parked and charged',
  },
  {
    name: 'commit-at-several-instants',
    file: 'src/parking/sessions/begin-together.ts',
    find: 'remember: undefined, beginsAt }',
    replace: 'remember: undefined }',
    tests: [COMMIT_TEST],
    why: 'the stays of a commit around midnight lock two days of a mandate, and can deadlock',
  },
];
