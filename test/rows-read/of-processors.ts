import { daysAgo, far, few, idOf, json, type Sample, upTo } from './sample.ts';

const STAY = { session_id: idOf('ses', 50_051) };
const PAYEE = { operator_id: 'op_3', processor: 'stripe' };
const DAY = daysAgo(200).toISOString().slice(0, 10);
const COMPARED = { day: DAY, is_late: true, intent_pattern: '^pi_' };
const ALL_DAYS = ['reconciled_days'];
const A_ROW_A_DAY = 'it has one row a day and mode';
/** Payments and refunds of a day, with all their parts. */
const DAY_READS = 10_000;
const FINDING = 'fnd_f0000000000000000000000000000000';
const REPORTED = { event_id: 'evt_new', event_data: '{}' };

/** What the payment processor tells, disputes, payouts to banks, and its books. */
export const OF_PROCESSORS: Record<string, Sample> = {
  dispute_note: few({
    ...STAY,
    ...REPORTED,
    dispute_id: 'du_new',
    amount_minor: 700,
    currency: 'cad',
    reason: 'fraudulent',
    status: 'needs_response',
    is_closed: false,
    opened_at: daysAgo(0),
  }),
  payee_account_ask: few(PAYEE),
  payee_account_find: few({ ...PAYEE, fresh_seconds: 5 }),
  payee_account_find_owner: few({ ...PAYEE, account_id: 'acct_3' }),
  payee_account_name: few({ ...PAYEE, account_id: 'acct_new' }),
  payee_account_note: few({
    ...PAYEE,
    account_id: 'acct_3',
    charges_enabled: false,
    payouts_enabled: false,
    requirements: ['external_account'],
    disabled_reason: null,
    check_count: 0,
  }),
  payee_accounts_list_due: upTo(
    ['payee_accounts'],
    'it has two rows an operator, and is read every ten minutes',
    { processor: 'stripe', row_limit: 100 },
  ),
  finding_settle: few({ kind: 'fee_differs', subject: 'pi_101', how: 'voided' }),
  findings_count_own: upTo(ALL_DAYS, A_ROW_A_DAY, {}),
  findings_list: few({ day: null }, { day: DAY }),
  findings_list_own: few({ is_open: null }, { is_open: true, ...far(FINDING, 0) }),
  findings_note: few({ day: DAY, now: daysAgo(0), differences: '[]', held_count: 0 }),
  payee_find_paid: few({}),
  payments_compare: upTo(DAY_READS, 'it compares a whole day', { ...COMPARED, held: '[]' }),
  processor_movements_note: few({
    movements: json([
      {
        ...{ movement_id: 'txn_new', kind: 'capture', at: daysAgo(0), payment_intent_id: 'pi_3' },
        ...{ amount_minor: 700, currency: 'cad' },
        ...{ processor_fee_minor: 30, processor_fee_currency: 'cad' },
      },
    ]),
  }),
  reconciled_days_find_last: upTo(ALL_DAYS, A_ROW_A_DAY, {}),
  reconciled_days_judge: few({ day: DAY }),
  reconciled_days_list_due: upTo(ALL_DAYS, A_ROW_A_DAY, { now: daysAgo(0), days_max: 14 }),
  reconciled_days_note_read: few({ day: DAY, now: daysAgo(0) }),
  reconciliation_find: upTo(ALL_DAYS, A_ROW_A_DAY, { late_seconds: 172_800 }),
  refunds_compare: upTo(DAY_READS, 'it compares a whole day', COMPARED),
  session_find_paid: few({}),
  simulated_movements_list: few({ from_at: daysAgo(200), to_at: daysAgo(199), skipped: 0 }),
  processor_event_settle: few({ event_id: 'evt_3', outcome: 'unchanged' }),
  processor_events_insert: few({
    event_id: 'evt_new',
    type: 'payment_intent.succeeded',
    object_id: 'pi_3',
    payment_intent_id: 'pi_3',
    account_id: null,
    created_at: daysAgo(0),
    outcome: null,
  }),
  processor_events_list_due: few({ row_limit: 100 }),
  processor_events_sweep: few({}),
  processor_payout_note: few({
    payout_id: 'po_3',
    account_id: 'acct_3',
    amount_minor: 700,
    currency: 'cad',
    status: 'failed',
    failure_code: 'account_closed',
    created_at: daysAgo(0),
    arrives_at: daysAgo(0),
  }),
  session_find_by_intent: few({ payment_intent_id: 'pi_3' }, { payment_intent_id: 'pi_none' }),
  session_report_lost_authorization: few(
    ...['pi_50051', 'pi_3'].map((payment_intent_id) => ({
      ...STAY,
      ...REPORTED,
      payment_intent_id,
      processor_event_id: 'evt_3',
    })),
  ),
};
