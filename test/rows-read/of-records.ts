import {
  daysAgo,
  far,
  few,
  idOf,
  json,
  lotId,
  POSITIONS,
  type Sample,
  SMALL,
  sha256,
  upTo,
} from './sample.ts';

const PART = 'reads on in batches';
const ROWS = { entity_id: null, actor_id: null, action: null, since: null, until: null };
const NEXT = {
  system: '1',
  seen: '700:700:',
  until: null,
  last_tx: null,
  last_id: null,
  types: null,
  byte_limit: 1_000_000,
};
const EVENTS = { type: null };
const SENT = { status: null, type: null };
const REPLAYED = {
  since: daysAgo(20),
  until: daysAgo(19),
  types: ['session.created', 'session.ended'],
  events_max: 100,
};
const CLAIMED = {
  after: '',
  webhooks_max: 100,
  row_limit: 50,
  room: 10,
  rooms: json({ wh_1: 5 }),
  own_per_second: 10,
  own_burst: 100,
  all_per_second: 100,
  all_burst: 1_000,
  lease: lotId(0),
  lease_ms: 60_000,
};

/** The audit log, events, webhooks and their deliveries. */
export const OF_RECORDS: Record<string, Sample> = {
  agent_calls_audit: few({
    rows: json([
      {
        actor_type: 'key',
        actor_id: 'key_1',
        operator_id: 'op_1',
        livemode: true,
        kind: 'read',
        operation: 'x',
      },
    ]),
  }),
  audit_list_page: few(
    ROWS,
    { ...ROWS, ...far('100000') },
    { ...ROWS, ...SMALL },
    { ...ROWS, entity_id: idOf('ses', 50_051) },
    { ...ROWS, entity_id: 'nothing' },
    { ...ROWS, action: 'session.created' },
    { ...ROWS, action: 'key.created' },
    { ...ROWS, action: 'key.revoked' },
    { ...ROWS, actor_id: 'key_1' },
    { ...ROWS, actor_id: 'nobody' },
    { ...ROWS, actor_id: 'key_1', action: 'key.revoked' },
    { ...ROWS, since: daysAgo(200), until: daysAgo(199) },
  ),
  audit_read_batch: upTo(1_000, PART, ...POSITIONS),
  challenges_claim: upTo(['webhook_addresses'], 'of few addresses, may read all', {
    window_seconds: 60,
    retry_seconds: [60, 600],
    own_max: 5,
    host_max: 5,
    row_limit: 50,
  }),
  challenges_mark: few({ url: 'https://example7.com/7', failure: null }),
  cluster_identify: few({ tx: '400', audit_id: '5', search_tx: '400', search_id: '5' }),
  deliveries_cancel: upTo(['webhooks'], 'looks at each webhook for deliveries that were canceled'),
  deliveries_claim: few(CLAIMED),
  deliveries_find: few({ delivery_id: idOf('del', 5) }),
  deliveries_list: upTo(
    200,
    'reads past deliveries of another status',
    SENT,
    { ...SENT, ...far(idOf('del', 5), 20) },
    { ...SENT, status: 'failed' },
    { ...SENT, status: 'pending' },
    { ...SENT, status: 'canceled' },
    { ...SENT, type: 'session.ended' },
  ),
  deliveries_mark: few({
    results: json([
      { delivery_id: idOf('del', 101), lease: lotId(0), outcome: 'sent', attempt: {} },
    ]),
    attempts_kept: 10,
    failures_max: 10,
  }),
  deliveries_redeliver: few({ delivery_id: idOf('del', 5), kept_days: 30 }),
  deliveries_replay: upTo(100, 'sends up to 1,000 events again', REPLAYED, {
    ...REPLAYED,
    types: ['payment.failed'],
  }),
  deliveries_sweep: upTo(
    ['webhook_addresses', 'webhook_host_budgets'],
    'looks for addresses and budgets that nobody uses any more',
  ),
  deliveries_test: few({ event_id: 'evt_new', type: 'session.created', data: '{}' }),
  events_find: few({ event_id: idOf('evt', 5) }),
  events_list_page: few(
    EVENTS,
    { ...EVENTS, ...far(idOf('evt', 5)) },
    { ...EVENTS, type: 'session.created' },
    { ...EVENTS, type: 'payment.failed' },
    { ...EVENTS, type: 'occupancy.changed' },
    { ...EVENTS, created_after: daysAgo(200), created_before: daysAgo(199) },
  ),
  events_read_next: few(
    NEXT,
    { ...NEXT, seen: '100:100:' },
    { ...NEXT, seen: '100:100:', until: '700:700:', last_tx: '400', last_id: '' },
    { ...NEXT, ...SMALL, seen: '1:1:' },
    { ...NEXT, seen: '600:600:', types: ['payment.failed'] },
  ),
  events_watch: few({ seen: '703:703:' }),
  webhooks_insert: few({
    ...SMALL,
    webhook_id: 'wh_new',
    url: 'https://example.com/new',
    events: ['session.created'],
    description: null,
    secret_last4: 'last',
    secret: `whsec_${'y'.repeat(43)}`,
  }),
  webhooks_list: few({}, far('wh_5')),
  webhooks_list_troubled: upTo(
    1_000,
    'counts up to 1,000 deliveries that wait, of each webhook of the page',
    { count_max: 1_000 },
    { count_max: 1_000, ...far('wh_5') },
  ),
  webhooks_rotate: few({
    secret_last4: 'last',
    secret: `whsec_${'y'.repeat(43)}`,
    overlap_hours: 24,
  }),
  webhooks_update: few({ columns: '{"status": "paused"}' }),
  occupancy_counts_read_batch: upTo(1_000, PART, ...POSITIONS),
  // What becomes of searches.
  cell_cities_insert: few({ cells: ['1', '617760317196730367'], city_ids: [1, 2] }),
  cell_cities_read_batch: upTo(1_000, PART, ...POSITIONS),
  cells_read_batch: upTo(3_000, PART, ...POSITIONS),
  city_cells_list: few({ city_id: 7 }),
  conversions_find: upTo(5_000, PART, ...POSITIONS.map((at) => ({ ...at, settled_seconds: 60 }))),
  conversions_read_batch: upTo(1_000, PART, ...POSITIONS),
  demo_conversions_insert: upTo(['search_log'], 'fills the demo city, once'),
  demo_crowds_insert: upTo(['search_log', 'search_log'], 'fills the demo city, once'),
  geocoder_slots_claim: few({ wait_ms_max: 1_000 }),
  geocodes_find: few({ query_sha256: sha256('1') }),
  geocodes_insert: few({
    query_sha256: sha256('new'),
    places: '[]',
    attribution: 'x',
    kept_seconds: 60,
  }),
  geocodes_sweep: upTo(['geocodes'], 'deletes what has expired'),
};
