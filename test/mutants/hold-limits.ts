import type { Mutant } from './mutant.ts';

const LIMITS = 'sql/postgres/migrations/000015_hold_limits.sql';
const LIMITS_TEST = 'test/src/holds/hold-limits.test.ts';
const FLEET_TEST = 'test/api/av-fleet/limits.test.ts';
const PLATE_TEST = 'test/src/holds/one-per-plate.test.ts';

/** Ways to let an operator occupy another's lot, or to refuse holds that it may place. */
export const HOLD_LIMITS: readonly Mutant[] = [
  {
    name: 'hoarding-unchecked',
    file: LIMITS,
    find: 'where spaces_holdable(lots, creator_operator_id, as_of) < 0',
    replace: 'where spaces_holdable(lots, creator_operator_id, as_of) < -100',
    tests: [LIMITS_TEST],
    why: 'a competitor holds all of a lot',
  },
  {
    name: 'hold-limit-of-each-forgotten',
    file: LIMITS,
    find: '      - (select coalesce(sum(space_count), 0) from claim where is_own))::integer',
    replace: '    )::integer',
    tests: [LIMITS_TEST],
    why: 'one operator holds all that was meant for many',
  },
  {
    name: 'hold-limit-of-others-forgotten',
    file: LIMITS,
    find: '\n      - (select coalesce(sum(space_count), 0) from claim),',
    replace: ',',
    tests: [LIMITS_TEST],
    why: 'many operators together hold all of a lot',
  },
  {
    name: 'own-holds-limited',
    file: LIMITS,
    find: 'case when by_operator = lot.operator_id then',
    replace: 'case when by_operator is null then',
    tests: [FLEET_TEST],
    why: 'an operator cannot hold its own spaces',
  },
  {
    name: 'small-lot-holds-none',
    file: LIMITS,
    find: 'greatest(1, total_spaces * pct / 100)',
    replace: 'total_spaces * pct / 100',
    tests: [LIMITS_TEST],
    why: 'nobody else can hold a space of a lot with less than ten',
  },
  {
    name: 'expired-holds-limit',
    file: LIMITS,
    find: "      and status = 'held' and expires_at > as_of\n  ),",
    replace: "      and status = 'held'\n  ),",
    tests: [LIMITS_TEST],
    why: 'a hold that ran out keeps the next away until somebody sweeps',
  },
  {
    name: 'idle-for-ever',
    file: LIMITS,
    find: '>= space_count * 4 * 3600',
    replace: '>= space_count * 40 * 3600',
    tests: [LIMITS_TEST],
    why: 'a hold is renewed for nothing whenever it runs out',
  },
  {
    name: 'idle-unless-canceled',
    file: LIMITS,
    find: '    and coalesce(canceled_at, expires_at) <= as_of\n',
    replace: "    and coalesce(canceled_at, expires_at) <= as_of and status <> 'canceled'\n",
    tests: [LIMITS_TEST],
    why: 'whoever gives a hold back at its last minute may keep a space empty for ever',
  },
  {
    name: 'operators-counted-at-once',
    file: LIMITS,
    find: `    perform pg_advisory_xact_lock(
      hashtextextended('holds of ' || claimant.creator_operator_id, 0));
`,
    replace: '',
    tests: [LIMITS_TEST],
    why: 'callers who hold spaces of several lots at the same time all find room',
  },
  {
    name: 'worlds-counted-together',
    file: LIMITS,
    find: ' and livemode = claimant.livemode',
    replace: '',
    tests: [LIMITS_TEST],
    why: 'an experiment takes from what the live keys may hold',
  },
  {
    name: 'plate-of-key',
    file: LIMITS,
    find: 'where other.hold_id <> placed.hold_id',
    replace: 'where other.hold_id <> placed.hold_id and other.key_id = placed.key_id',
    tests: [PLATE_TEST],
    why: 'a plate holds a space with each key it can find',
  },
  {
    name: 'plate-holds-one-window',
    file: LIMITS,
    find: 'and other.starts_at < placed.ends_at and other.ends_at > placed.starts_at',
    replace: '',
    tests: [PLATE_TEST],
    why: 'who comes today cannot reserve for tomorrow',
  },
  {
    name: 'parked-plate-holds',
    file: LIMITS,
    find: "where stay.status = 'active' and greatest",
    replace: 'where false and greatest',
    tests: [PLATE_TEST],
    why: 'a vehicle that stands on a lot holds a second space of it',
  },
  {
    name: 'overstaying-plate-holds',
    file: LIMITS,
    find: 'greatest(stay.expected_end, as_of) >',
    replace: 'stay.expected_end >',
    tests: [PLATE_TEST],
    why: 'a vehicle that overstays holds a second space',
  },
  {
    name: 'plan-ignores-limits',
    file: 'sql/postgres/queries/lots_list_free.sql',
    find: 'least(space_count, spaces_holdable(lots, :operator_id, now()))',
    replace:
      'least(space_count, spaces_holdable(lots, operator_id || left(:operator_id, 0), now()))',
    tests: [FLEET_TEST],
    why: 'a fleet is sent to the nearest lot for ever, and refused there',
  },
  {
    name: 'words-told-to-the-lot',
    file: 'src/holds/hold-row.ts',
    find: 'row.creator_operator_id === operatorId',
    replace: 'row.creator_operator_id !== undefined || operatorId === undefined',
    tests: ['test/api/v1/reserve/list.test.ts'],
    why: 'the operator of a lot reads what a driver told its assistant, and would pay',
  },
];
