import type { Mutant } from './mutant.ts';

const INSERT = 'sql/postgres/queries/local_events_insert.sql';
const DELETE = 'sql/postgres/queries/local_events_delete.sql';
const MIGRATION = 'sql/postgres/migrations/000031_local_events.sql';
const CREATE_TEST = 'test/api/v1/local-events/create.test.ts';
const DELETE_TEST = 'test/api/v1/local-events/delete.test.ts';
const LIMITS_TEST = 'test/src/local-events/limits.test.ts';

/** Ways to let operators enter what they should not, or too much of it. */
export const LOCAL_EVENTS: readonly Mutant[] = [
  {
    name: 'local-event-far-from-lots',
    file: INSERT,
    find: '\n  where is_near',
    replace: '',
    tests: [CREATE_TEST],
    why: 'a refused call moves the forecast of a city in which its operator has no lot',
  },
  {
    name: 'local-event-near-hidden-lot',
    file: INSERT,
    find: '\n      and is_listed',
    replace: '',
    tests: [CREATE_TEST],
    why: 'a lot that nobody sees is enough to move the forecast of a city',
  },
  {
    name: 'local-events-counted-at-once',
    file: MIGRATION,
    find: 'perform pg_advisory_xact_lock(',
    replace: 'perform abs(',
    tests: [LIMITS_TEST],
    why: 'concurrent calls pass the limit on local events',
  },
  {
    name: 'local-event-of-others-deleted',
    file: DELETE,
    find: 'and operator_id = :operator_id',
    replace: 'and :operator_id::text is not null',
    tests: [DELETE_TEST],
    why: 'an operator deletes the local events of another',
  },
];
