import { daysAgo, few, idOf, type Sample } from './sample.ts';

const STAY = { session_id: idOf('ses', 50_051) };
const PAYEE = { operator_id: 'op_3', processor: 'stripe' };
const REPORTED = { event_id: 'evt_new', event_data: '{}' };

/** What the payment processor tells, disputes and payouts to banks. */
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
