import type { Mutant } from '../mutant.ts';

const OCCUPANCY_MOVES_AT = 'sql/postgres/functions/occupancy_moves_at.sql';
const NOTE_OCCUPANCY = 'sql/postgres/functions/note_occupancy.sql';
const NOTE_LOT_OCCUPANCY = 'sql/postgres/functions/note_lot_occupancy.sql';
const HISTORY_TEST = 'test/src/parking/lots/note-occupancy.test.ts';
const ANNOUNCED_TEST = 'test/api/v1/lots/availability/announced.test.ts';
const MIGRATION_TEST = 'test/sql/migrations/occupancy-changed.test.ts';

/** Ways to tell subscribers too much of a lot, too little, or something wrong. */
export const OCCUPANCY: readonly Mutant[] = [
  {
    name: 'threshold-without-hysteresis',
    file: 'sql/postgres/functions/thresholds_above.sql',
    find: 'occupied * 100 > greatest(threshold - 5, 0) * lot.total_spaces',
    replace: 'occupied * 100 > threshold * lot.total_spaces',
    tests: [HISTORY_TEST],
    why: 'a lot around its threshold writes an event for each vehicle',
  },
  {
    name: 'holds-cross-nothing',
    file: NOTE_LOT_OCCUPANCY,
    find: 'greatest(new.taken_spaces + new.held_spaces,',
    replace: 'greatest(new.taken_spaces,',
    tests: [HISTORY_TEST],
    why: 'a lot that is full of holds is reported as free',
  },
  {
    name: 'counts-cross-nothing',
    file: NOTE_LOT_OCCUPANCY,
    find: `then new.reported_occupied end)
      * 100`,
    replace: `then 0 end)
      * 100`,
    tests: [HISTORY_TEST],
    why: 'a lot that was counted as full is reported as free',
  },
  {
    name: 'crossing-told-again',
    file: NOTE_OCCUPANCY,
    find: 'update lots set crossed_thresholds = above, occupancy_due_at = due_at',
    replace: 'update lots set occupancy_due_at = due_at',
    tests: [HISTORY_TEST],
    why: 'each stay on a full lot writes an event',
  },
  {
    name: 'holds-begin-untold',
    file: OCCUPANCY_MOVES_AT,
    find: 'min(case when starts_at > as_of then starts_at else expires_at end)',
    replace: 'min(expires_at)',
    tests: [HISTORY_TEST],
    why: 'a lot that fills when its holds begin is reported only when somebody parks',
  },
  {
    name: 'counts-never-old',
    file: OCCUPANCY_MOVES_AT,
    find: `    then lot.reported_at + interval '15 minutes' end,`,
    replace: '    then null::timestamptz end,',
    tests: [HISTORY_TEST],
    why: 'a lot whose counting fails is reported as full for ever',
  },
  {
    name: 'due-instant-kept',
    file: NOTE_OCCUPANCY,
    find: ' and (due_at is null or lot.occupancy_due_at < due_at) then',
    replace: ' then',
    tests: [HISTORY_TEST],
    why: 'a hold that begins before another one is not noticed',
  },
  {
    name: 'thresholds-told',
    file: NOTE_LOT_OCCUPANCY,
    find: 'perform note_occupancy(new, old.occupancy_thresholds = new.occupancy_thresholds);',
    replace: 'perform note_occupancy(new);',
    tests: [HISTORY_TEST],
    why: 'a setting of an operator is reported as a crossing',
  },
  {
    name: 'deleted-lot-tells',
    file: 'sql/postgres/queries/lots_note_occupancy.sql',
    find: ' and deleted_at is null',
    replace: '',
    tests: [HISTORY_TEST],
    why: 'events of a lot that is gone',
  },
  {
    name: 'gate-code-told',
    file: 'sql/postgres/functions/shown_lot.sql',
    find: `  'name', lot.name, 'slug'`,
    replace: `  'entry_instructions', lot.entry_instructions, 'name', lot.name, 'slug'`,
    tests: [ANNOUNCED_TEST],
    why: 'receivers of events can open the gate',
  },
  {
    name: 'yen-in-cents',
    file: 'sql/postgres/functions/minor_digits.sql',
    find: 'isk,jpy,kmf',
    replace: 'isk,kmf',
    tests: [MIGRATION_TEST],
    why: 'prices in yen are a hundredth of what they are',
  },
  {
    name: 'long-event-written',
    file: 'sql/postgres/functions/lot_change.sql',
    find: '> 500000',
    replace: '> 5000000',
    tests: [ANNOUNCED_TEST],
    why: 'a rate that was accepted can never be applied, because its event is too long',
  },
];
