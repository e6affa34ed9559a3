import type { Mutant } from '../mutant.ts';

const LIMIT_LOCAL_EVENTS = 'sql/postgres/functions/limit_local_events.sql';
const INSERT = 'sql/postgres/queries/local_events_insert.sql';
const DELETE = 'sql/postgres/queries/local_events_delete.sql';
const LIST = 'sql/postgres/queries/local_events_list.sql';
const CREATE_TEST = 'test/api/v1/local-events/create.test.ts';
const DELETE_TEST = 'test/api/v1/local-events/delete.test.ts';
const LIMITS_TEST = 'test/src/demand/local-events/limits.test.ts';
const REACH_TEST = 'test/src/demand/local-events/reach.test.ts';

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
    name: 'local-events-of-a-type-unlimited',
    file: LIMIT_LOCAL_EVENTS,
    find: 'if kind_count > kind_max then',
    replace: 'if false then',
    tests: [LIMITS_TEST],
    why: 'an operator fills the forecasts of its neighbourhood with invented concerts',
  },
  {
    name: 'local-events-by-the-world-clock',
    file: LIMIT_LOCAL_EVENTS,
    find: "zone := coalesce(zone, 'UTC');",
    replace: "zone := 'UTC';",
    tests: [LIMITS_TEST],
    why: 'concerts of two evenings are counted on one day',
  },
  {
    name: 'local-event-felt-as-far-as-it-says',
    file: LIST,
    find: 'least(radius_m, :space_reach_m::float8 * sqrt(space_count))',
    replace: 'greatest(radius_m, :space_reach_m::float8 * 0)',
    tests: [REACH_TEST],
    why: 'an operator with one space moves the forecasts of a whole city',
  },
  {
    name: 'one-lot-vouches-for-a-city',
    file: LIST,
    find: 'least(coalesce(total_spaces, 1), :lot_spaces_max::integer)',
    replace: 'greatest(coalesce(total_spaces, 1), :lot_spaces_max::integer * 0)',
    tests: [REACH_TEST],
    why: 'a lot that claims to have 100,000 spaces moves the forecasts of a whole city',
  },
  {
    name: 'hidden-lots-vouch',
    file: LIST,
    find: '\n    and is_listed',
    replace: '',
    tests: [REACH_TEST],
    why: 'a lot that nobody sees moves forecasts',
  },
  {
    name: 'reach-kept-for-ever',
    file: 'sql/postgres/functions/notify_reach.sql',
    find: "perform pg_notify('forecast', '');",
    replace: 'null;',
    tests: [REACH_TEST],
    why: 'invented events stay for half a minute after their lot is gone',
  },
  {
    name: 'old-local-events-all-count',
    file: 'src/demand/local-events/count-by-day.ts',
    find: 'return count <= EVENTS_OF_A_TYPE_MAX;',
    replace: 'return count <= 1_000;',
    tests: [REACH_TEST],
    why: 'what an operator entered before there was a limit fills answers',
  },
  {
    name: 'local-events-shown-by-impact',
    file: 'src/demand/outlook/expected-events.ts',
    find: '.sort((a, b) => b.feltM - a.feltM)',
    replace: '',
    tests: [REACH_TEST],
    why: 'invented events with high impact displace real ones',
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
