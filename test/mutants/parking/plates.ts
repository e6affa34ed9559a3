import type { Mutant } from '../mutant.ts';

const SEAL = 'src/stores/plates/plate-seal.ts';
const STORED = 'test/src/stores/plates/seal-stored.test.ts';
const NOTHING_LEFT = 'test/api/v1/privacy/nothing-left.test.ts';

export const PLATES: readonly Mutant[] = [
  {
    name: 'written-plate-stored-plain',
    file: SEAL,
    find: 'sealed[name] = sealAny(values[name]);',
    replace: "sealed[name] = name === 'shownPlate' ? values[name] : sealAny(values[name]);",
    tests: [NOTHING_LEFT],
    why: 'whoever has a copy of the database would read plates',
  },
  {
    name: 'stay-finds-sealed-plates-only',
    file: 'sql/postgres/queries/session_create.sql',
    find: 'plate in (:plate, :plain_plate) and exists (select from space)',
    replace: 'plate = :plate and exists (select from space)',
    tests: [STORED],
    why: 'a plate that is stored plain would get a second vehicle',
  },
  {
    name: 'hold-finds-sealed-plates-only',
    file: 'sql/postgres/queries/holds_place.sql',
    find: 'plate = any(:plates || :plain_plates)',
    replace: 'plate = any(:plates)',
    tests: [STORED],
    why: 'a plate that is stored plain would get a second vehicle',
  },
  {
    name: 'sealing-begins-meanwhile',
    file: 'sql/postgres/functions/begin_sealing.sql',
    find: '  lock table vehicles, erasures in share row exclusive mode;\n',
    replace: '',
    tests: [STORED],
    why: 'a plate that is written plain at the moment would get a second vehicle, or stay plain',
  },
  {
    name: 'erasure-while-sealing',
    file: 'sql/postgres/queries/erasures_lock.sql',
    find: "    and (kind <> 'plate' or (select stage from plate_keys) <> 'sealing')\n",
    replace: '',
    tests: [STORED],
    why: 'it would be called done, and the plate would stay',
  },
  {
    name: 'written-plate-forgotten',
    file: 'sql/postgres/functions/forget_plate.sql',
    find: "if tg_op = 'DELETE' or is_sealed(old.plate) or not is_sealed(new.plate) then",
    replace: 'if true then',
    tests: [STORED],
    why: 'drivers would see their plates in another form than they gave',
  },
  {
    name: 'sealed-text-opened',
    file: SEAL,
    find: '(?<="vehicle_plate": )"',
    replace: '"',
    tests: ['test/src/stores/plates/plate-cipher.test.ts'],
    why: 'whoever has a copy of the database could let the API open it',
  },
];
