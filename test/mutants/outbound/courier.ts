import type { Mutant } from '../mutant.ts';

const RELAY = 'sql/postgres/queries/deliveries_relay.sql';
const CLAIM = 'sql/postgres/queries/deliveries_claim.sql';
const MARK = 'sql/postgres/queries/deliveries_mark.sql';
const SEND = 'src/outbound/webhooks/courier/send-delivery.ts';
const SCHEDULE = 'src/outbound/webhooks/courier/schedule.ts';
const LANES = 'src/outbound/webhooks/courier/lanes.ts';
const LANES_TEST = 'test/src/outbound/webhooks/courier/lanes.test.ts';
const RELAY_TEST = 'test/src/outbound/webhooks/courier/relay-events.test.ts';
const STEPS_TEST = 'test/src/outbound/webhooks/courier/deliveries.test.ts';
const RUN_TEST = 'test/src/outbound/webhooks/courier/run-courier.test.ts';
const BODIES_TEST = 'test/src/outbound/webhooks/courier/bodies.test.ts';
const REBINDING_TEST = 'test/src/outbound/webhooks/sending/rebinding.test.ts';
const CHALLENGE_CLAIM = 'sql/postgres/queries/challenges_claim.sql';
const CHALLENGE = 'src/outbound/webhooks/courier/challenge.ts';
const CHALLENGES_TEST = 'test/src/outbound/webhooks/courier/challenges.test.ts';
const CHALLENGE_LIMITS_TEST = 'test/src/outbound/webhooks/courier/challenge-limits.test.ts';
const BUDGETS_TEST = 'test/src/outbound/webhooks/courier/host-budgets.test.ts';
const ZOO_TEST = 'test/src/outbound/webhooks/sending/zoo.test.ts';

/** Ways to lose events, to send them wrongly or too often, or to where nothing may be sent. */
export const COURIER: readonly Mutant[] = [
  {
    name: 'relay-reads-only-newer-transactions',
    file: RELAY,
    find: 'is_unseen(tx, position.seen)',
    replace: 'tx >= pg_snapshot_xmax(position.seen)',
    tests: [RELAY_TEST],
    why: 'an event that is committed after later ones is lost, as with id > last',
  },
  {
    name: 'relay-sends-what-happened-in-the-pause',
    file: RELAY,
    find: '    and fresh.created_at >= webhooks.active_since\n',
    replace: '',
    tests: [RELAY_TEST],
    why: 'a webhook that is resumed is flooded',
  },
  {
    name: 'relay-mixes-the-worlds',
    file: RELAY,
    find: 'join webhooks using (operator_id, livemode)',
    replace: 'join webhooks using (operator_id)',
    tests: [RELAY_TEST],
    why: 'a live webhook gets events of the test world',
  },
  {
    name: 'claim-takes-earlier-rounds',
    file: CLAIM,
    find: 'and deliveries.round = turns.round',
    replace: 'and deliveries.round <= turns.round',
    tests: [STEPS_TEST],
    why: 'a webhook that is resumed is flooded with what waited before',
  },
  {
    name: 'claim-ignores-leases',
    file: CLAIM,
    find: '      and (lease is null or lease_ends_at <= coalesce(:as_of::timestamptz, now()))\n',
    replace: '',
    tests: [STEPS_TEST],
    why: 'two couriers send the same delivery at the same time',
  },
  {
    name: 'old-secret-signs-for-ever',
    file: CLAIM,
    find: 'previous_until > coalesce(:as_of::timestamptz, now())',
    replace: 'true',
    tests: [STEPS_TEST],
    why: 'a secret that was rotated because it leaked stays valid',
  },
  {
    name: 'mark-without-lease',
    file: MARK,
    find: ' and deliveries.lease = result.lease',
    replace: '',
    tests: [STEPS_TEST],
    why: 'a courier whose lease is over overwrites what another one learnt',
  },
  {
    name: 'failures-counter-not-reset',
    file: MARK,
    find: 'case when summed.is_sent then last_count else consecutive_failures + first_count end',
    replace: 'consecutive_failures + first_count',
    tests: [STEPS_TEST],
    why: 'an endpoint that fails now and then is paused',
  },
  {
    name: 'failures-counted-by-batch',
    file: MARK,
    find: 'when greatest(consecutive_failures + first_count, longest_count) >=',
    replace: 'when (case when summed.is_sent then last_count else consecutive_failures end) >',
    tests: [STEPS_TEST],
    why: 'a webhook is paused later than after ten failures in a row',
  },
  {
    name: 'unsent-counts-as-attempt',
    file: MARK,
    find: "try_count = try_count + (outcome <> 'unsent')::integer",
    replace: 'try_count = try_count + 1',
    tests: [STEPS_TEST],
    why: 'a courier that stops takes attempts away from deliveries',
  },
  {
    name: 'signature-of-a-body-written-again',
    file: SEND,
    find: 'secrets.map((secret) => signBody(body, secret));',
    replace:
      'secrets.map((secret) => signBody(JSON.stringify(JSON.parse(body.toString())), secret));',
    tests: [RUN_TEST],
    why: 'what is signed are not the bytes that are sent',
  },
  {
    name: 'body-written-again',
    file: SEND,
    find: 'const body = Buffer.from(delivery.body);',
    replace: 'const body = Buffer.from(JSON.stringify(JSON.parse(delivery.body)));',
    tests: [RUN_TEST],
    why: 'large numbers lose digits on their way',
  },
  {
    name: 'gone-is-a-failure-like-others',
    file: SEND,
    find: "return status === GONE ? 'gone' : 'failed';",
    replace: "return status === GONE && false ? 'gone' : 'failed';",
    tests: [RUN_TEST],
    why: 'an endpoint that is gone for good is asked again and again',
  },
  {
    name: 'test-is-sent-again',
    file: SEND,
    find: 'if (answer.isSuccess || delivery.isTest) return null;',
    replace: 'if (answer.isSuccess) return null;',
    tests: [RUN_TEST],
    why: 'an event that did not happen is sent for hours',
  },
  {
    name: 'jitter-shortens',
    file: SCHEDULE,
    find: '(1 + random() * JITTER_MAX)',
    replace: '(1 - random() * JITTER_MAX)',
    tests: ['test/src/outbound/webhooks/courier/schedule.test.ts'],
    why: 'retries come earlier than promised',
  },
  {
    name: 'retry-after-always-counts',
    file: SCHEDULE,
    find: 'return Math.max(delayMs, retryAfterMs ?? 0);',
    replace: 'return retryAfterMs ?? delayMs;',
    tests: ['test/src/outbound/webhooks/courier/schedule.test.ts'],
    why: 'an endpoint can have itself asked without any pause',
  },
  {
    name: 'plate-stays-in-bodies',
    file: 'sql/postgres/functions/forget_plate.sql',
    find: '  delete from event_bodies where vehicle_id = old.vehicle_id;\n',
    replace: '',
    tests: [BODIES_TEST],
    why: 'an erased plate is still sent',
  },
  {
    name: 'endpoint-has-29-seconds',
    file: 'src/outbound/webhooks/sending/answer.ts',
    find: 'export const ANSWER_MS_MAX = 30_000;',
    replace: 'export const ANSWER_MS_MAX = 29_000;',
    tests: [ZOO_TEST],
    why: 'answers within the time promised count as failures',
  },
  {
    name: 'look-up-not-checked',
    file: 'src/outbound/webhooks/sending/resolve-host.ts',
    find: 'if (!found.every(({ address }) => isPublic(address))) throw',
    replace: 'if (found.length === 0) throw',
    tests: [REBINDING_TEST],
    why: 'a name that leads to a private address is connected to',
  },
  {
    name: 'one-public-address-is-enough',
    file: 'src/outbound/webhooks/sending/resolve-host.ts',
    find: 'found.every(({ address })',
    replace: 'found.some(({ address })',
    tests: [REBINDING_TEST],
    why: 'a name with a public and a private address leads inside',
  },
  {
    name: 'connected-address-not-checked',
    file: 'src/outbound/webhooks/sending/connect-endpoint.ts',
    find: "if (!isAllowed && !resolver.isPublic(socket.remoteAddress ?? ''))",
    replace: 'if (false)',
    tests: [REBINDING_TEST],
    why: 'what was checked need not be what is connected to',
  },
  {
    name: 'room-below-none',
    file: LANES,
    find: 'Math.max(0, (isTight ? Math.min(most, ROOM.first) : most) - sending)',
    replace: '(isTight ? Math.min(most, ROOM.first) : most) - sending',
    tests: [LANES_TEST],
    why: 'an endpoint that breaks down under load stops all others until it has answered',
  },
  {
    name: 'fast-endpoints-take-all-places',
    file: LANES,
    find: 'isTight ? Math.min(most, ROOM.first) : most',
    replace: 'most',
    tests: [LANES_TEST],
    why: 'endpoints that were fast and now hang leave no place to the others',
  },
  {
    name: 'claim-always-begins-with-the-first',
    file: CLAIM,
    find: '    (select max(webhook_id) from due having count(*) = :row_limit),\n',
    replace: '',
    tests: [STEPS_TEST],
    why: 'a backlog of the first webhooks keeps the last ones waiting',
  },
  {
    name: 'claim-without-proof',
    file: CLAIM,
    find: 'where is_vouched or verified_at is not null',
    replace: '',
    tests: [CHALLENGES_TEST],
    why: 'whoever names an address of somebody else floods it',
  },
  {
    name: 'budget-of-a-host-for-each-webhook',
    file: CLAIM,
    find: 'where host is null or own_place <= own_rest',
    replace: 'where true',
    tests: [BUDGETS_TEST],
    why: 'twenty webhooks get twenty times what their host should get',
  },
  {
    name: 'budget-of-a-host-for-each-operator-only',
    file: CLAIM,
    find: 'where host is null or whole_place <= whole_rest',
    replace: 'where true',
    tests: [BUDGETS_TEST],
    why: 'accounts that act together flood a host',
  },
  {
    name: 'budget-saved-up-for-ever',
    file: CLAIM,
    find: "greatest(budget.full_at - coalesce(:as_of::timestamptz, now()), interval '0')",
    replace: '(budget.full_at - coalesce(:as_of::timestamptz, now()))',
    tests: [BUDGETS_TEST],
    why: 'after an hour of silence a host gets an hour of requests at once',
  },
  {
    name: 'any-success-is-a-proof',
    file: CHALLENGE,
    find: 'const isAnswered = text',
    replace: 'const isAnswered = true || text',
    tests: [CHALLENGES_TEST],
    why: 'every server that answers 200 counts as one that wants events',
  },
  {
    name: 'challenges-of-a-host-not-limited',
    file: CHALLENGE_CLAIM,
    find: 'where host_number <= :host_max',
    replace: 'where :host_max > 0',
    tests: [CHALLENGE_LIMITS_TEST],
    why: 'accounts that act together flood a host with challenges',
  },
  {
    name: 'gone-keeps-its-proof',
    file: MARK,
    find: '    verified_at = null, challenge_count = 0, due_at = now(),\n',
    replace: '    verified_at = null, challenge_count = 0, due_at = null,\n',
    tests: [CHALLENGES_TEST],
    why: 'other webhooks at an address that lost its proof wait for ever',
  },
];
