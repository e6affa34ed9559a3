import { daysAgo, far, few, idOf, json, type Sample, SMALL, sha256, upTo } from './sample.ts';

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
  closed_usage_months_insert: upTo(
    ['operators', 'closed_usage_months'],
    'once an hour, looks for a month of each operator that is not closed',
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
  operators_list: upTo(['operators'], 'a command that lists all operators'),
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
