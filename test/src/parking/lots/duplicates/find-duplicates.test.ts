import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { randomFrom } from '../../../../../src/demo/random.ts';
import { areAlike, type Described } from '../../../../../src/parking/lots/duplicates/are-alike.ts';
import { findDuplicates } from '../../../../../src/parking/lots/duplicates/find-duplicates.ts';
import type { LotChanges, LotDetails } from '../../../../../src/parking/lots/lot-details.ts';
import { createLot } from '../../../../../src/parking/lots/write/create-lot.ts';
import { deleteLot } from '../../../../../src/parking/lots/write/delete-lot.ts';
import { updateLot } from '../../../../../src/parking/lots/write/update-lot.ts';
import { migrate } from '../../../../../src/stores/migrations/migrate.ts';
import { fromRecord } from '../../../../../src/stores/row-names.ts';
import {
  openDatabaseBefore,
  openTestDatabase,
  type TestDatabase,
} from '../../../../stage/database.ts';
import { addCaller, addLot } from '../../../../stage/fixtures.ts';
import { destination } from '../../../places.ts';

let database: TestDatabase;
let first: Principal;
let rival: Principal;

beforeAll(async () => {
  database = await openTestDatabase();
  first = await addCaller(database, { plan: 'enterprise' });
  rival = await addCaller(database, { plan: 'enterprise' });
});
afterAll(() => database.drop());

const context = { requestId: 'req_test', remember: undefined };
const [NORTH, EAST] = [0, Math.PI / 2];
let place = 0;

/** A spot in which nothing is listed yet, and spots around it. */
function newSpot() {
  place += 1;
  const centre = destination({ lat: 47.9, lng: 7.8 }, 500 * place, EAST);
  return (metres = 0, bearing = NORTH) => destination(centre, metres, bearing);
}

async function list(as: Principal, details: Partial<LotDetails>): Promise<string> {
  const lot = { name: 'Parkhaus Rotteck', total_spaces: 100, ...newSpot()(), ...details };
  const made = await createLot(database.db, as, lot, context);
  return made.lot.lotId;
}

const change = (as: Principal, lotId: string, changes: LotChanges) =>
  updateLot(database.db, as, lotId, changes, 'req_test');

async function find(): Promise<number> {
  await database.passHorizon();
  return findDuplicates(database.pipelines);
}

/** The lots that these are duplicates of, by their positions in the list; null: of none. */
async function marks(...lotIds: string[]): Promise<(number | null)[]> {
  await find();
  const rows = await database.sql<{ duplicate_of: string | null }>(
    `select duplicate_of from unnest($1::uuid[]) with ordinality as given (lot_id, number)
     join lots using (lot_id) order by number`,
    [lotIds],
  );
  return rows.map(({ duplicate_of: of }) => (of === null ? null : lotIds.indexOf(of)));
}

test('a copy beside a listed lot is its duplicate, audited and told to its operator, once', async () => {
  const at = newSpot();
  const lots = [await list(first, at()), await list(rival, { ...at(6), base_rate: 99 })] as const;
  expect(await marks(...lots)).toEqual([null, 0]);
  expect(await find()).toBe(0);
  const [original, copy] = lots;
  expect(
    await database.sql(
      `select actor_id, diff -> 'before' as before, diff -> 'after' ->> 'duplicate_of' as after
       from audit_log where entity_id = any($1) and action = 'lot.updated'`,
      [lots],
    ),
  ).toEqual([{ actor_id: 'find-duplicates', before: { duplicate_of: null }, after: original }]);
  expect(
    await database.sql(`select operator_id, data from events where entity_id = any($1)`, [lots]),
  ).toEqual([
    {
      operator_id: rival.operatorId,
      data: {
        lot_id: copy,
        changed: ['possible_duplicate_of'],
        before: { possible_duplicate_of: null },
        after: { possible_duplicate_of: original },
      },
    },
  ]);
});

test('lots of the other world, and garages beside each other, are no duplicates', async () => {
  const at = newSpot();
  const sandbox = await addCaller(database, { livemode: false });
  const lots = [
    await list(first, { ...at(), name: 'P1 Messe' }),
    await list(rival, { ...at(6), name: 'P2 Messe' }),
    await list(sandbox, { ...at(6), name: 'P1 Messe' }),
  ];
  expect(await marks(...lots)).toEqual([null, null, null]);
});

test('an old lot that moves to another is the duplicate, and so is one that moves there in steps', async () => {
  const at = newSpot();
  const old = await list(rival, at(100));
  const far = await list(rival, at(250));
  await find();
  const original = await list(first, at());
  await find();
  await change(rival, old, at(5));
  expect(await marks(original, old)).toEqual([null, 0]);
  for (const metres of [225, 200, 175, 150, 125, 100, 75, 50, 25, 6]) {
    await change(rival, far, at(metres));
    expect(await marks(original, old, far)).toEqual([null, 0, metres < 30 ? 0 : null]);
  }
});

test('an old neighbour that takes the name of another lot does not come before it', async () => {
  const at = newSpot();
  const old = await list(rival, { ...at(20), name: 'Rathaus Ost' });
  await find();
  const original = await list(first, { ...at(), name: 'Rathaus West' });
  expect(await marks(original, old)).toEqual([null, null]);
  await change(rival, old, { name: 'Rathaus West' });
  expect(await marks(original, old)).toEqual([null, 0]);
});

test('an old neighbour that claims the OpenStreetMap element of another lot changes nothing', async () => {
  const at = newSpot();
  const old = await list(rival, { ...at(20), name: 'Stadtgarten' });
  await find();
  const original = await list(first, { ...at(), name: 'Parking Gare' });
  await setElement(first, original);
  expect(await marks(original, old)).toEqual([null, null]);
  await setElement(rival, old);
  expect(await marks(original, old)).toEqual([null, null]);
});

/** Only imports say which element a lot is. */
async function setElement(as: Principal, lotId: string): Promise<void> {
  await database.sql(`update lots set osm_id = 'way/7' where lot_id = $1`, [lotId]);
  await change(as, lotId, { website: 'https://example.org' });
}

test('who corrects its place, name or spaces stays the first', async () => {
  const at = newSpot();
  const original = await list(first, at());
  const copy = await list(rival, at(6));
  await find();
  const corrected = { name: 'P10 Rotteck', lot_type: 'garage', total_spaces: 300 } as const;
  for (const changes of [at(12, EAST), { name: 'Rotteck am Ring' }, corrected]) {
    await change(first, original, changes);
    expect(await marks(original, copy)).toEqual([null, 0]);
  }
});

test('a copy counts while the first is not listed, and no longer once it is back', async () => {
  const at = newSpot();
  const original = await list(first, at());
  const copy = await list(rival, at(6));
  const third = await list(rival, at(3));
  expect(await marks(original, copy, third)).toEqual([null, 0, 0]);
  await change(first, original, { is_listed: false });
  expect(await marks(original, copy, third)).toEqual([null, null, 1]);
  await change(first, original, { is_listed: true });
  expect(await marks(original, copy, third)).toEqual([null, 0, 0]);
  await change(first, original, { status: 'closed' });
  expect(await marks(original, copy, third)).toEqual([null, null, 1]);
  await deleteLot(database.db, first, original, 'req_test');
  await deleteLot(database.db, rival, copy, 'req_test');
  expect(await marks(third)).toEqual([null]);
});

test('a lot that was never shown takes no lot out of the figures', async () => {
  const at = newSpot();
  const hidden = await list(rival, { ...at(6), is_listed: false });
  await find();
  const original = await list(first, at());
  expect(await marks(original, hidden)).toEqual([null, null]);
  await change(rival, hidden, { is_listed: true });
  expect(await marks(original, hidden)).toEqual([null, 0]);
});

test('a lot beside a duplicate, and not beside the first, counts', async () => {
  const at = newSpot();
  const lots = [await list(first, at()), await list(rival, at(25)), await list(first, at(50))];
  expect(await marks(...lots)).toEqual([null, 0, null]);
  await deleteLot(database.db, first, lots[0] ?? '', 'req_test');
  expect(await marks(...lots.slice(1))).toEqual([null, 0]);
});

test('lots that are called two by the owner of the server count two', async () => {
  const at = newSpot();
  const [one, two] = [await list(first, at()), await list(rival, at(6))];
  await database.sql(
    `insert into distinct_lots (lower_id, higher_id)
     values (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid))`,
    [one, two],
  );
  expect(await marks(one, two)).toEqual([null, null]);
});

test('many copies beside a lot are all its duplicates', async () => {
  const at = newSpot();
  const original = await list(first, at());
  const copies: string[] = [];
  for (let i = 0; i < 60; i += 1) copies.push(await list(rival, at(2 + (i % 20), i)));
  expect(await marks(original, ...copies)).toEqual([null, ...copies.map(() => 0)]);
});

test('after any changes the marks are what judging all lots in their order gives', async () => {
  const random = randomFrom(7);
  const pick = (count: number) => Math.floor(random() * count);
  const at = newSpot();
  const somewhere = () => ({ ...at(pick(45), pick(6)), name: `Messe ${'ABC'[pick(3)]}` });
  const lots: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (let i = 0; i < 20; i += 1) lots.push(await list(first, somewhere()));
    for (let i = 0; i < 12; i += 1) {
      const changes = [somewhere(), { is_listed: false }, { is_listed: true }][pick(3)];
      await change(first, lots[pick(lots.length)] ?? '', changes ?? {});
    }
    await find();
    const marked = await database.sql<{ lot_id: string; duplicate_of: string | null }>(
      'select lot_id, duplicate_of from lots where lot_id = any($1)',
      [lots],
    );
    const marksOf = new Map(marked.map((lot) => [lot.lot_id, lot.duplicate_of]));
    expect(marksOf).toEqual(await judgeAll(lots));
    expect(marked.filter((lot) => lot.duplicate_of !== null).length).toBeGreaterThan(3);
  }
});

type Listing = Described & { lotId: string; isThere: boolean; first: object | null };

/** By the definition: each lot as it is, against all listed before it as they were then. */
async function judgeAll(lotIds: readonly string[]): Promise<Map<string, string | null>> {
  const inOrder = await database.sql<object>(
    `select lot_id, lots.name, lots.latitude, lots.longitude, lots.total_spaces, lots.lot_type,
       lots.osm_id, is_listed and status = 'active' as is_there, to_jsonb(first) as first
     from lots left join first_listings as first using (lot_id)
     where lot_id = any($1) order by number`,
    [lotIds],
  );
  const marks = new Map<string, string | null>();
  const originals: Listing[] = [];
  for (const record of inOrder) {
    const lot = fromRecord<Listing>(record);
    const original = originals.find(
      ({ first: was }) => was !== null && areAlike(fromRecord<Described>(was), lot),
    );
    marks.set(lot.lotId, lot.isThere ? (original?.lotId ?? null) : null);
    if (lot.isThere && original === undefined) originals.push(lot);
  }
  return marks;
}

test('on an install that has lots already, the one that was listed first is the first', async () => {
  const before = await openDatabaseBefore('000062');
  const { operatorId: operator_id } = await addCaller(before);
  const lot = { operator_id, name: 'Green P 36' };
  const original = await addLot(before, lot);
  const copy = await addLot(before, { ...lot, latitude: 43.65325 });
  await migrate(before.connectionString);
  await before.passHorizon();
  expect(await findDuplicates(before.owner)).toBe(1);
  expect(
    await before.sql('select lot_id, duplicate_of from lots where duplicate_of is not null'),
  ).toEqual([{ lot_id: copy, duplicate_of: original }]);
  await before.drop();
});
