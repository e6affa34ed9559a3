import { daysAgo, far, few, idOf, json, type Sample, SMALL, sha256, upTo } from './sample.ts';

const WHOSE = { operator_id: 'op_1', livemode: true, caller_type: 'key', caller_id: 'key_1' };
const COUNTED = {
  ...WHOSE,
  ...{ operation: 'getLot', ok_count: 1, refused_count: 0, limited_count: 0, failed_count: 0 },
};
const REFUSED = {
  ...WHOSE,
  ...{ request_id: 'req_new', waited_ms: 5, operation: 'getLot', status: 404, code: 'NOT_FOUND' },
  ...{ reason: null, fields: [], duration_ms: 3 },
};

/** Operators, keys, agents, mandates, charges and repeats. */
export const OF_KEYS: Record<string, Sample> = {
  agents_find: few({ agent_id: 'agt_4' }),
  agents_list: few({}, far('agt_4'), { ...SMALL, fleet_id: 'fleet_3' }),
  agents_register: few({ agent_id: 'agt_new', name: 'New', platform: 'x', key_id: 'key_9999' }),
  api_keys_count: upTo(1_000, 'counts valid keys: no plan has more', SMALL, {}),
  api_keys_find: few({ secrets_sha256: [sha256('key_1'), sha256('key_77'), sha256('none')] }),
  api_keys_find_own: few({ mode: 'live' }),
  api_keys_insert: few({
    key_id: 'key_new',
    name: 'New',
    prefix: 'pk_live_',
    last4: 'last',
    secret_sha256: sha256('new'),
    scopes: [],
    rate_limits: '{}',
    spend_cap_cents: null,
    expires_at: null,
    mandate: null,
    shared_mandate_id: 'man_1',
    actor_platform: null,
  }),
  api_keys_list: few(SMALL),
  api_keys_list_page: few({}, far('key_1'), { ...SMALL, fleet_id: 'fleet_3' }),
  api_keys_lock: few({ key_id: 'key_15' }),
  api_keys_lock_own: few({ key_ids: ['key_1', 'key_2'] }),
  api_keys_rotate: few({
    new_key_id: 'key_new',
    last4: 'last',
    live_sha256: sha256('new'),
    test_sha256: sha256('newer'),
    actor_platform: null,
  }),
  api_keys_touch: few({ key_ids: ['key_1', 'key_2'], used_at: [daysAgo(0), daysAgo(0)] }),
  audit_find_call: few({}),
  call_counts_add: few({ rows: json([COUNTED, { ...COUNTED, caller_id: 'key_new' }]) }),
  call_counts_list: upTo(
    ['call_counts', 'api_keys'],
    'adds up what all callers of an operator did in some weeks',
    { group_by: 'day', from_at: daysAgo(31), to_at: daysAgo(0), key_id: null },
    { group_by: 'key', from_at: daysAgo(31), to_at: daysAgo(0), key_id: null },
    { group_by: 'hour', from_at: daysAgo(2), to_at: daysAgo(0), key_id: null },
    { ...SMALL, group_by: 'operation', from_at: daysAgo(31), to_at: daysAgo(0), key_id: null },
    { group_by: 'day', from_at: daysAgo(31), to_at: daysAgo(0) },
  ),
  call_counts_list_hours: few({ from_at: daysAgo(1), key_id: null }, { from_at: daysAgo(1) }),
  call_counts_list_limited: upTo(1_000, 'adds up the hours in which calls met a budget', {
    from_at: daysAgo(1),
  }),
  call_counts_sweep: upTo(30_000, 'deletes what has reached its age, once an hour'),
  call_refusals_find: few({ request_id: 'req_5' }),
  call_refusals_insert: few({ rows: json([REFUSED]) }),
  call_refusals_sweep: upTo(10_000, 'deletes what has reached its age, once an hour'),
  usage_find_call: few({ request_id: 'req_5' }),
  closed_usage_months_insert: upTo(
    ['operators', 'closed_usage_months'],
    'once an hour, looks for a month of each operator that is not closed',
  ),
  invoice_draft: upTo(10_000, 'adds up the stays of a month', {
    from_at: monthOf(daysAgo(40)),
    invoice_id: idOf('inv', 900_001),
    plans: ['free', 'pro'],
    prices: [0, 9_900],
  }),
  invoice_note: few({
    invoice_id: idOf('inv', 5),
    processor_invoice_id: 'in_1',
    is_paid: true,
    is_void: false,
    pay_url: null,
    due_seconds: 1,
    grace_seconds: 1,
  }),
  invoice_payer_find: few({}),
  processor_customer_note: few({ customer_id: 'cus_new' }),
  invoices_find: few({ invoice_id: idOf('inv', 5), operator_id: null }),
  invoices_list: upTo(['invoices'], 'a command that lists them', { only_unpaid: true }),
  invoices_list_page: few({ before_month: null }, { before_month: monthOf(daysAgo(40)) }),
  invoices_list_unbilled: upTo(
    ['unbilled_months'],
    'looks at the months that wait, which are billed at once',
    { settling_seconds: 3_600 },
  ),
  idempotency_find: few({
    key_id: 'key_11',
    operation: 'createSession',
    idempotency_key: 'idem 10',
  }),
  idempotency_insert: few({ status: 201 }),
  mandate_left_find: few({ mandate_id: 'man_1', at: null }),
  operator_confirmations_add: few({ token_sha256: sha256('new'), sent_max: 3 }),
  operator_confirmations_find: few({ token_sha256: sha256('77') }),
  operator_confirmations_sweep: upTo(
    ['operator_confirmations'],
    'once a day, looks through the links of the last days',
  ),
  operator_confirmations_use: few({ token_sha256: sha256('77') }),
  operators_change: few({
    name: 'Other',
    plan: null,
    email: 'new@example.com',
    limits_end_users: null,
    figures_public: null,
  }),
  operators_check: few({ operator_id: 'op_50', is_checked: true, checked_by: 'hand' }),
  operators_find_demo: upTo(['operators'], 'looks for the demo city, at a start', {
    buyer_name: 'Buyer',
  }),
  operators_insert: few({
    operator_id: 'op_new',
    name: 'New',
    plan: 'free',
    email: null,
    limits_end_users: false,
    checked_by: null,
  }),
  operators_sign_up: few({
    ...{ operator_id: 'op_new', name: 'New', email: null },
    ...{ limits_end_users: false, checked_by: null },
  }),
  operators_find_use: upTo(
    ['lots', 'api_keys', 'members', 'call_counts', 'usage'],
    'adds up what one operator has and uses, for the owner of the server',
    {},
    SMALL,
  ),
  operators_list: upTo(['operators'], 'a command that lists all operators'),
  operators_list_page: upTo(
    3_000,
    'counts up to 1,000 lots, keys and members of each operator of the page',
    { name: null, count_max: 1_000 },
    { name: null, count_max: 1_000, ...far('op_1') },
    { name: null, count_max: 1_000, row_limit: 11 },
  ),
  plan_change: few({
    at: daysAgo(0),
    plan: 'pro',
    bought_plan: 'pro',
    price_cents: 9_900,
    next_plan: null,
  }),
  purchases_find: few({
    key_ids: ['key_1', 'key_2'],
    operations: ['getMarketRate', 'getMarketRate'],
    questions_sha256: [sha256('1'), sha256('2')],
    seconds: 3_600,
  }),
  purchases_note: few({
    key_ids: ['key_1', 'key_2'],
    operations: ['getMarketRate', 'getMarketRate'],
    questions_sha256: [sha256('1'), sha256('new')],
  }),
  purchases_sweep: upTo(['purchases'], 'looks through what was bought since yesterday'),
  simulated_invoices_insert: few({ processor_invoice_id: 'in_1', total_cents: 1 }),
  setbacks_count: upTo(['setbacks'], 'counts what failed, by job'),
  setbacks_note: few({ job: 'sweep-holds', entity_id: idOf('hold', 1), gives_up: false }),
  setbacks_sweep: upTo(['setbacks'], 'looks whether what failed is dealt with'),
  tool_calls_claim: few({ arguments_sha256: sha256('1') }),
  tool_calls_sweep: upTo(['tool_calls'], 'looks through the calls of the last minutes'),
  usage_find_month: few({ ...SMALL, from_at: monthOf(daysAgo(40)) }),
  usage_insert: few({
    rows: json([
      {
        operator_id: 'op_1',
        key_id: 'key_1',
        livemode: true,
        endpoint: 'x',
        cost_cents: 5,
        request_id: 'r',
      },
    ]),
  }),
  usage_list_groups: few({ ...SMALL, group_by: 'key', from_at: daysAgo(30), to_at: null }),
};

/** The first instant of the month (UTC) of an instant. */
export function monthOf(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()));
}
