import type { Mutant } from './mutant.ts';

const CORE = 'sql/postgres/migrations/000001_core.sql';
const HOLDS = 'sql/postgres/migrations/000006_holds_and_rates.sql';
const CREATE = 'sql/postgres/queries/session_create.sql';
const CREATE_TEST = 'test/src/sessions/create-session.test.ts';
const HOLDS_TEST = 'test/src/holds/holds.test.ts';
const CLAIMS_TEST = 'test/src/holds/claims.test.ts';

/** Ways to promise more than there is, or to keep what nobody uses. */
export const CAPACITY: readonly Mutant[] = [
  {
    name: 'count-then-insert',
    file: CREATE,
    find: 'set taken_spaces = taken_spaces + 1,',
    replace: `set taken_spaces = 1 + (select count(*)::integer from sessions
      where lot_id = $3::uuid and status = 'active'),`,
    tests: [CLAIMS_TEST],
    why: 'callers who count the stays at the same time all find room',
  },
  {
    name: 'capacity-unchecked',
    file: CORE,
    find: 'check (taken_spaces between 0 and total_spaces)',
    replace: 'check (taken_spaces >= 0)',
    tests: [HOLDS_TEST],
    why: 'a hold is redeemed for a space that an overstaying vehicle stands on',
  },
  {
    name: 'twins-allowed',
    file: CORE,
    find: 'create unique index sessions_one_active',
    replace: 'create index sessions_one_active',
    tests: [CREATE_TEST],
    why: 'one vehicle stands twice on one lot',
  },
  {
    name: 'space-not-given-back',
    file: 'sql/postgres/queries/session_end.sql',
    find: 'set taken_spaces = taken_spaces - 1,',
    replace: 'set taken_spaces = taken_spaces,',
    tests: ['test/src/sessions/end-session.test.ts'],
    why: 'a lot fills up for ever',
  },
  {
    name: 'ended-twice',
    file: 'sql/postgres/queries/session_end.sql',
    find: "and status = 'active' and ($5",
    replace: 'and ($5',
    tests: ['test/src/sessions/end-session.test.ts'],
    why: 'each of several callers who end a stay gives its space back',
  },
  {
    name: 'stay-ignores-holds',
    file: HOLDS,
    find: 'and (new.taken_spaces > old.taken_spaces\n',
    replace: 'and (false\n',
    tests: [HOLDS_TEST],
    why: 'a stay takes the space that a hold was promised',
  },
  {
    name: 'hold-ignores-holds',
    file: HOLDS,
    find: 'after insert on holds\n  for each row execute',
    replace: 'after insert on holds\n  for each row when (false) execute',
    tests: [HOLDS_TEST],
    why: 'two holds are promised the same space',
  },
  {
    name: 'early-driver-ignores-holds',
    file: HOLDS,
    find: 'for each row when (new.starts_at < old.starts_at and',
    replace: 'for each row when (new.starts_at > old.starts_at and',
    tests: [CLAIMS_TEST],
    why: 'a driver who comes early takes the space that another hold has until then',
  },
  {
    name: 'leaving-refused',
    file: HOLDS,
    find: 'and (new.taken_spaces > old.taken_spaces\n',
    replace: 'and (new.taken_spaces < old.taken_spaces or new.taken_spaces > old.taken_spaces\n',
    tests: [CLAIMS_TEST],
    why: 'nobody can leave a lot on which more is claimed than there is',
  },
  {
    name: 'redeeming-claims-again',
    file: HOLDS,
    find: `
        and new.taken_spaces + new.held_spaces > old.taken_spaces + old.held_spaces`,
    replace: '',
    tests: [CLAIMS_TEST],
    why: 'one vehicle that overstays keeps out every driver with a hold, not one',
  },
  {
    name: 'hold-counts-from-now',
    file: HOLDS,
    find: 'select greatest(starts_at, from_at), space_count - activated_count, ends_at',
    replace: 'select from_at, space_count - activated_count, ends_at',
    tests: [HOLDS_TEST],
    why: 'a hold on tomorrow keeps its space empty today',
  },
  {
    name: 'end-counts-as-inside',
    file: HOLDS,
    find: 'select ends_at, -space_count from claim',
    replace: "select ends_at + interval '1 microsecond', -space_count from claim",
    tests: [CLAIMS_TEST],
    why: 'windows that only touch shut each other out',
  },
  {
    name: 'overstayer-forgotten',
    file: HOLDS,
    find: "greatest(expected_end, as_of + interval '1 microsecond') as ends_at",
    replace: 'expected_end as ends_at',
    tests: [CLAIMS_TEST],
    why: 'the space under a vehicle that overstays is promised to others',
  },
  {
    name: 'redeemed-spaces-count-twice',
    file: HOLDS,
    find: 'select greatest(starts_at, from_at), space_count - activated_count, ends_at',
    replace: 'select greatest(starts_at, from_at), space_count, ends_at',
    tests: [CLAIMS_TEST],
    why: 'a vehicle that came out of a hold counts as stay and as hold',
  },
  {
    name: 'extension-ignores-holds',
    file: HOLDS,
    find: 'for each row when (new.expected_end > old.expected_end)',
    replace: 'for each row when (new.expected_end < old.expected_end)',
    tests: ['test/src/sessions/extend-session.test.ts'],
    why: 'a stay goes on where a hold was to begin',
  },
  {
    name: 'hold-takes-one-space',
    file: 'sql/postgres/queries/holds_place.sql',
    find: 'set held_spaces = held_spaces + needed.space_count,',
    replace: 'set held_spaces = held_spaces + 1,',
    tests: [HOLDS_TEST],
    why: 'a hold of three spaces is counted as one',
  },
  {
    name: 'redeemed-stays-held',
    file: CREATE,
    find: 'held_spaces = held_spaces - (select count(*) from redeemed),',
    replace: 'held_spaces = held_spaces,',
    tests: [HOLDS_TEST],
    why: 'a redeemed hold goes on to count',
  },
  {
    name: 'refused-hold-parks-anyway',
    file: CREATE,
    find: 'and ($32::text is null\n      and status',
    replace: 'and (status',
    tests: [HOLDS_TEST],
    why: 'who comes too late for a hold gets a space at its price all the same',
  },
  {
    name: 'released-stays-held',
    file: 'sql/postgres/queries/holds_release.sql',
    find: 'set held_spaces = held_spaces - freed.space_count,',
    replace: 'set held_spaces = held_spaces,',
    tests: [HOLDS_TEST],
    why: 'canceled holds go on to count',
  },
  {
    name: 'redeemed-spaces-released',
    file: 'sql/postgres/queries/holds_release.sql',
    find: 'sum(space_count - activated_count)::integer as space_count,',
    replace: 'sum(space_count)::integer as space_count,',
    tests: [CLAIMS_TEST],
    why: 'canceling the rest of a hold gives back what vehicles stand on',
  },
];
