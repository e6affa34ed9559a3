import type { Mutant } from '../mutant.ts';

const SIGNED = 'src/money/payments/stripe/signed-events.ts';
const LOOK = 'src/money/payments/events';
const DOOR_TEST = 'test/api/webhooks/stripe/answer-stripe.test.ts';
const WORK_TEST = 'test/src/money/payments/events/work-events.test.ts';

/** Ways to believe what Stripe did not say, or not to hear what it says. */
export const PROCESSOR_EVENTS: readonly Mutant[] = [
  {
    name: 'event-with-any-signature',
    file: SIGNED,
    find: '  } catch {\n    return undefined;',
    replace: '  } catch {\n    return JSON.parse(Buffer.from(bytes).toString());',
    tests: [DOOR_TEST],
    why: 'anybody can have us ask the processor, and fill the table',
  },
  {
    name: 'event-of-any-age',
    file: SIGNED,
    find: 'secret, TOLERANCE_SECONDS, undefined',
    replace: 'secret, 0, undefined',
    tests: [DOOR_TEST],
    why: 'an event that somebody has recorded can be sent again for ever',
  },
  {
    name: 'event-of-the-future',
    file: SIGNED,
    find: '> TOLERANCE_SECONDS;',
    replace: '> Number.POSITIVE_INFINITY;',
    tests: [DOOR_TEST],
    why: 'an event with a wrong time can be sent again until then',
  },
  {
    name: 'one-webhook-secret',
    file: SIGNED,
    find: 'of secrets)',
    replace: 'of secrets.slice(0, 1))',
    tests: [DOOR_TEST],
    why: 'while a secret is exchanged, events are refused',
  },
  {
    name: 'event-twice',
    file: 'sql/postgres/queries/processor_events_insert.sql',
    find: '\non conflict do nothing',
    replace: '',
    tests: [DOOR_TEST],
    why: 'an event that comes twice is refused, and Stripe sends it for days',
  },
  {
    name: 'canceled-as-told',
    file: `${LOOK}/look-at-intent.ts`,
    find: "if (intent.status !== 'canceled') return",
    replace: "if (!told.type.endsWith('canceled')) return",
    tests: [WORK_TEST],
    why: 'a stay is reported as not paid although the processor holds its money',
  },
  {
    name: 'refund-failed-as-told',
    file: `${LOOK}/look-at-refunds.ts`,
    find: 'failureCode === null)',
    replace: "!told.type.endsWith('failed'))",
    tests: [WORK_TEST],
    why: 'a refund that the driver has got is paid again',
  },
  {
    name: 'refund-comes-back-unreported',
    file: 'sql/postgres/queries/refund_settle.sql',
    find: 'where :event_id::text is not null',
    replace: 'where :event_id::text is null',
    tests: [WORK_TEST],
    why: 'nobody hears that a driver did not get the money',
  },
  {
    name: 'dispute-reported-each-time',
    file: 'sql/postgres/queries/dispute_note.sql',
    find: 'from noted where is_new',
    replace: 'from noted',
    tests: [WORK_TEST],
    why: 'one dispute looks like several',
  },
];
