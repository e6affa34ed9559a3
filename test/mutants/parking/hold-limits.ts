import type { Mutant } from '../mutant.ts';

const SPACES_HOLDABLE = 'sql/postgres/functions/spaces_holdable.sql';
const REFUSE_HOARDING = 'sql/postgres/functions/refuse_hoarding.sql';
/** It has the newest form of the trigger that refuses holds. */
const LIMITS_TEST = 'test/src/parking/holds/hold-limits.test.ts';
const FLEET_TEST = 'test/api/av-fleet/limits.test.ts';
const PLATE_TEST = 'test/src/parking/holds/one-per-plate.test.ts';

/** Ways to let operators hold too much of another's lot, or to refuse holds that are allowed. */
export const HOLD_LIMITS: readonly Mutant[] = [
  {
    name: 'hoarding-unchecked',
    file: REFUSE_HOARDING,
    find: 'where spaces_holdable(lots, creator_operator_id, as_of) < 0',
    replace: 'where spaces_holdable(lots, creator_operator_id, as_of) < -100',
    tests: [LIMITS_TEST],
    why: 'a competitor holds all of a lot',
  },
  {
    name: 'hold-limit-of-each-forgotten',
    file: SPACES_HOLDABLE,
    find: '      - (select coalesce(sum(space_count), 0) from claim where is_own))::integer',
    replace: '    )::integer',
    tests: [LIMITS_TEST],
    why: 'one operator holds all spaces that are meant for several',
  },
  {
    name: 'hold-limit-of-others-forgotten',
    file: SPACES_HOLDABLE,
    find: '\n      - (select coalesce(sum(space_count), 0) from claim),',
    replace: ',',
    tests: [LIMITS_TEST],
    why: 'many operators together hold all of a lot',
  },
  {
    name: 'own-holds-limited',
    file: SPACES_HOLDABLE,
    find: 'case when by_operator = lot.operator_id then',
    replace: 'case when by_operator is null then',
    tests: [FLEET_TEST],
    why: 'an operator cannot hold its own spaces',
  },
  {
    name: 'small-lot-holds-none',
    file: 'sql/postgres/functions/spaces_of_share.sql',
    find: 'greatest(1, total_spaces * pct / 100)',
    replace: 'total_spaces * pct / 100',
    tests: [LIMITS_TEST],
    why: 'other operators cannot hold any space of a lot with less than ten',
  },
  {
    name: 'expired-holds-limit',
    file: SPACES_HOLDABLE,
    find: "      and status = 'held' and expires_at > as_of\n  ),",
    replace: "      and status = 'held'\n  ),",
    tests: [LIMITS_TEST],
    why: 'a hold that has run out counts for the limits until the sweep',
  },
  {
    name: 'idle-for-ever',
    file: SPACES_HOLDABLE,
    find: '>= space_count * 4 * 3600',
    replace: '>= space_count * 40 * 3600',
    tests: [LIMITS_TEST],
    why: 'an operator keeps spaces empty for ever by holding them again and again',
  },
  {
    name: 'idle-unless-canceled',
    file: 'sql/postgres/functions/idle_seconds.sql',
    find: '    and coalesce(canceled_at, expires_at) <= as_of\n',
    replace: "    and coalesce(canceled_at, expires_at) <= as_of and status <> 'canceled'\n",
    tests: [LIMITS_TEST],
    why: 'an operator that cancels each hold at its last minute keeps a space empty for ever',
  },
  {
    name: 'operators-counted-at-once',
    file: REFUSE_HOARDING,
    find: `    perform pg_advisory_xact_lock(
      hashtextextended('holds of ' || claimant.creator_operator_id, 0));
`,
    replace: '',
    tests: [LIMITS_TEST],
    why: 'concurrent holds on several lots together exceed the limit of an operator',
  },
  {
    name: 'worlds-counted-together',
    file: REFUSE_HOARDING,
    find: ' and livemode = claimant.livemode',
    replace: '',
    tests: [LIMITS_TEST],
    why: 'holds of test keys count for the limits of live keys',
  },
  {
    name: 'plate-of-key',
    file: REFUSE_HOARDING,
    find: 'where other.hold_id <> placed.hold_id',
    replace: 'where other.hold_id <> placed.hold_id and other.key_id = placed.key_id',
    tests: [PLATE_TEST],
    why: 'a plate can hold one space with each key',
  },
  {
    name: 'plate-held-by-strangers',
    file: REFUSE_HOARDING,
    find: 'join holds as other using (lot_id, vehicle_id, creator_operator_id)',
    replace: 'join holds as other using (lot_id, vehicle_id)',
    tests: [PLATE_TEST],
    why: 'a refused hold tells strangers that a vehicle will come to a lot',
  },
  {
    name: 'plate-parked-by-strangers',
    file: REFUSE_HOARDING,
    find: 'join sessions as stay using (lot_id, vehicle_id, creator_operator_id)',
    replace: 'join sessions as stay using (lot_id, vehicle_id)',
    tests: [PLATE_TEST],
    why: 'a refused hold tells strangers that a vehicle is parked on a lot',
  },
  {
    name: 'plate-holds-one-window',
    file: REFUSE_HOARDING,
    find: 'and other.starts_at < placed.ends_at and other.ends_at > placed.starts_at',
    replace: '',
    tests: [PLATE_TEST],
    why: 'a plate with a hold for today cannot have one for tomorrow',
  },
  {
    name: 'parked-plate-holds',
    file: REFUSE_HOARDING,
    find: "where stay.status = 'active' and greatest",
    replace: 'where false and greatest',
    tests: [PLATE_TEST],
    why: 'a vehicle that is parked on a lot can hold a second space of it',
  },
  {
    name: 'overstaying-plate-holds',
    file: REFUSE_HOARDING,
    find: 'greatest(stay.expected_end, as_of) >',
    replace: 'stay.expected_end >',
    tests: [PLATE_TEST],
    why: 'a vehicle that overstays can hold a second space',
  },
  {
    name: 'plan-ignores-limits',
    file: 'sql/postgres/queries/lots_list_free.sql',
    find: 'least(space_count, spaces_holdable(lots, :operator_id, now()))',
    replace:
      'least(space_count, spaces_holdable(lots, operator_id || left(:operator_id, 0), now()))',
    tests: [FLEET_TEST],
    why: 'a fleet is always sent to the nearest lot, and refused there',
  },
  {
    name: 'words-told-to-the-lot',
    file: 'src/parking/holds/hold-row.ts',
    find: 'creatorOperatorId === operatorId',
    replace: 'creatorOperatorId !== undefined || operatorId === undefined',
    tests: ['test/api/v1/reserve/list.test.ts'],
    why: 'the operator of a lot can read the words of a driver, and what the driver would pay',
  },
];
