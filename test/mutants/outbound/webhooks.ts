import type { Mutant } from '../mutant.ts';

const UPDATE = 'sql/postgres/queries/webhooks_update.sql';
const ROTATE = 'sql/postgres/queries/webhooks_rotate.sql';
const REDELIVER = 'sql/postgres/queries/deliveries_redeliver.sql';
const REPLAY = 'sql/postgres/queries/deliveries_replay.sql';
const EVENT = 'sql/postgres/queries/events_find.sql';
const TESTS = 'test/api/v1/webhooks';

/** Ways to send what should not be sent, to leave out what should, or to tell it to others. */
export const WEBHOOKS: readonly Mutant[] = [
  {
    name: 'webhooks-counted-at-once',
    file: 'sql/postgres/functions/limit_webhooks.sql',
    find: 'perform pg_advisory_xact_lock(',
    replace: 'perform abs(',
    tests: ['test/src/outbound/webhooks/manage/webhook-limit.test.ts'],
    why: 'concurrent calls pass the limit on webhooks',
  },
  {
    name: 'webhook-previous-secret-lost',
    file: 'sql/postgres/functions/keep_previous_secret.sql',
    find: 'new.previous_secret := old.secret;',
    replace: 'new.previous_secret := new.secret;',
    tests: [`${TESTS}/secrets.test.ts`],
    why: 'receivers that still have the old secret refuse everything after a rotation',
  },
  {
    name: 'webhook-pause-keeps-its-round',
    file: UPDATE,
    find: 'round = webhooks.round + is_paused::integer',
    replace: 'round = webhooks.round',
    tests: [`${TESTS}/manage.test.ts`],
    why: 'a resumed webhook is flooded with what waited at its pause',
  },
  {
    name: 'webhook-of-others-rotated',
    file: ROTATE,
    find: 'and operator_id = :operator_id',
    replace: 'and :operator_id::text is not null',
    tests: [`${TESTS}/manage.test.ts`],
    why: 'an operator gets the secret of another',
  },
  {
    name: 'delivery-sent-twice-at-once',
    file: REDELIVER,
    find: 'and coalesce(deliveries.lease_ends_at > now(), false))',
    replace: 'and false)',
    tests: [`${TESTS}/deliveries.test.ts`],
    why: 'what is being sent is sent a second time beside it',
  },
  {
    name: 'replay-takes-what-waits',
    file: REPLAY,
    find: "(deliveries.status <> 'pending' or deliveries.round < target.round)",
    replace: 'true',
    tests: [`${TESTS}/replay.test.ts`],
    why: 'what a courier has is taken from it and sent twice',
  },
  {
    name: 'replay-skips-an-instant',
    file: REPLAY,
    find: "interval '1 microsecond', :after_id))",
    // An id that is after all others.
    replace: "interval '1 microsecond', 'z' || :after_id))",
    tests: [`${TESTS}/replay.test.ts`],
    why: 'events of the instant at which a call ended are left out by the next one',
  },
  {
    name: 'event-of-others-read',
    file: EVENT,
    find: 'and events.operator_id = :operator_id',
    replace: 'and :operator_id::text is not null',
    tests: ['test/api/v1/events/events.test.ts'],
    why: 'an operator reads the plates of the vehicles of another',
  },
];
