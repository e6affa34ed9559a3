import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importCounts } from '../../../../src/imports/counts/import-counts.ts';
import type { CsvImport } from '../../../../src/imports/lots/import-csv.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { rehearse } from '../../../../src/stores/rehearse.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { isFull } from '../../../stage/size.ts';

/** Tables of counts, as publishers write them, become vehicles at instants, or are refused. */

const SHARED = '../shared/data';
/** Of the half hours of the German cities one in so many is imported. */
const PARTS = isFull ? 1 : 6;
/** What is published in these, and of how many lots the published capacity is too low. */
const GERMAN = isFull ? { counts: 225_930, tooSmall: 15 } : { counts: 37_649, tooSmall: 14 };

let database: TestDatabase;
let operatorId: string;
let elmId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ operatorId } = await addCaller(database));
  elmId = await addLot(database, {
    operator_id: operatorId,
    ref: 'elm',
    name: 'Elm',
    total_spaces: 50,
  });
  await addLot(database, { operator_id: operatorId, ref: 'oak', name: 'Oak', total_spaces: 20 });
});

type More = Partial<CsvImport> & { counted?: 'free' | 'occupied' };

const importText = (text: string | Buffer, more: More = {}) =>
  importCounts(database.owner, {
    operatorId,
    livemode: true,
    csv: Readable.from([Buffer.from(text)]),
    ...more,
  });

async function stored(): Promise<string[]> {
  const counts = await database.sql<{ count: string }>(
    `select concat_ws(' ', ref, to_char(at, 'MM-DD HH24:MI'), occupied) as count
     from occupancy_counts join lots using (lot_id) where operator_id = $1 order by at, ref`,
    [operatorId],
  );
  return counts.map(({ count }) => count);
}

const BERLIN = { zone: 'Europe/Berlin' };

test.each<[string, string | Buffer, More, string[]]>([
  [
    'the data set of Birmingham',
    'SystemCodeNumber,Capacity,Occupancy,LastUpdated\nelm,577,61,2026-07-04 07:59:42\n',
    { zone: 'Europe/London' },
    ['elm 07-04 06:59 61'],
  ],
  [
    'epoch milliseconds, the names of lots, and another encoding',
    Buffer.from(
      '"Name";"Öffnung";"OccupiedSites";"Timestamp"\n"Elm";"zu";7;1790000000000\n',
      'latin1',
    ),
    {},
    ['elm 09-21 14:13 7'],
  ],
  [
    'free spaces of a column that says so',
    'lot;Zeit;frei\nelm;01.07.2026 10:30;12\n',
    BERLIN,
    ['elm 07-01 08:30 38'],
  ],
  [
    'free spaces with the capacity of the day',
    'ref,at,free,total\nelm,2026-07-01T08:30:00Z,12,40\n',
    {},
    ['elm 07-01 08:30 28'],
  ],
  [
    'a column for each lot, with vehicles',
    'timestamp,elm,oak\n2026-07-01T08:30Z,12,\n2026-07-01T09:30Z,,3\n',
    { counted: 'occupied' },
    ['elm 07-01 08:30 12', 'oak 07-01 09:30 3'],
  ],
  [
    'a column for each lot, with free spaces',
    'time_utc\telm\toak\n2026-07-01 08:30\t12\t25\n',
    { counted: 'free', zone: 'UTC' },
    ['elm 07-01 08:30 38', 'oak 07-01 08:30 0'],
  ],
  [
    'columns that were named',
    'Haus,wann,Autos\nelm,2026-07-01T08:30:00+02:00,5\n',
    { map: { lot_ref: 'Haus', at: 'wann', occupied: 'Autos' } },
    ['elm 07-01 06:30 5'],
  ],
  [
    'the day first',
    'lot_ref,at,occupied\nelm,02/07/2026 08:30,5\n',
    { zone: 'Europe/London', dates: 'day-first' },
    ['elm 07-02 07:30 5'],
  ],
  [
    'the month first',
    'lot_ref,at,occupied\nelm,02/07/2026 08:30,5\n',
    { zone: 'America/New_York', dates: 'month-first' },
    ['elm 02-07 13:30 5'],
  ],
])('is read as it is meant: %s', async (_what, text, more, counts) => {
  const { rejected, created } = await importText(text, more);
  expect(rejected).toEqual([]);
  expect(created).toBe(counts.length);
  expect(await stored()).toEqual(counts);
});

test('a row names a lot by its ref, its id, or a name that no other lot has', async () => {
  await addLot(database, { operator_id: operatorId, ref: null, name: 'Twin' });
  await addLot(database, { operator_id: operatorId, ref: null, name: 'Twin' });
  const at = (hour: number) => `2026-07-01T0${hour}:00:00Z`;
  const rows = ['elm', elmId, 'Elm', 'Twin'].map((name, i) => `${name},${at(i)},${i}`);
  const { created, rejected } = await importText(['lot_ref,at,occupied', ...rows].join('\n'));
  expect(created).toBe(3);
  expect(rejected).toMatchObject([{ row: 5, lot_ref: 'Twin', field: 'lot_ref' }]);
});

test.each<[string, string, More, RegExp]>([
  [
    'columns of lots, and nobody says what was counted',
    'at,elm\n2026-07-01T08:30Z,5\n',
    {},
    /^counts: the columns are lots: give what was counted, occupied or free$/,
  ],
  [
    'columns of lots that nobody has',
    'at,ash\n2026-07-01T08:30Z,5\n',
    { counted: 'free' },
    /as lot_ref, free, and no column has the ref of a lot as its header: --map lot_ref=COLUMN/,
  ],
  ['a zone that does not exist', 'lot_ref,at,occupied\n', { zone: 'Berlin' }, /^zone: must be an/],
])('the whole file is refused: %s', async (_what, text, more, message) => {
  await expect(importText(text, more)).rejects.toThrow(message);
  expect(await stored()).toEqual([]);
});

test.each<[string, string, More, string, RegExp]>([
  ['no zone', 'elm,2026-07-01 08:30,5', {}, 'at', /has no zone: give it with --zone/],
  ['a skipped time', 'elm,2026-03-29 02:30,5', BERLIN, 'at', /was skipped when clocks of Europe/],
  ['a time shown twice', 'elm,2026-10-25 02:30,5', BERLIN, 'at', /^was shown twice by the clocks/],
  ['day or month', 'elm,02/07/2026 08:30,5', BERLIN, 'at', /may begin with the day or the month/],
  ['no such day', 'elm,31.06.2026 08:30,5', BERLIN, 'at', /is not a day and time$/],
  ['no such hour', 'elm,2026-07-01 25:00,5', BERLIN, 'at', /is not a day and time$/],
  ['a word', 'elm,gestern,5', BERLIN, 'at', /is not like 2026-03-01T08:00:00Z$/],
])('only its row is refused: %s', async (_what, row, more, field, reason) => {
  const { rejected } = await importText(`lot_ref,at,occupied\n${row}\n`, more);
  expect(rejected).toMatchObject([{ row: 2, field, reason: expect.stringMatching(reason) }]);
  expect(await stored()).toEqual([]);
});

test('free spaces of a lot whose capacity nobody knows are refused', async () => {
  await database.sql('update lots set total_spaces = null where lot_id = $1', [elmId]);
  const file = 'at,elm,oak\n2026-07-01T08:30Z,5,5\n';
  expect(await importText(file, { counted: 'free' })).toMatchObject({
    created: 1,
    rejected: [
      { field: 'elm', reason: expect.stringContaining('capacity of the lot is not known') },
    ],
  });
});

test('more free spaces than a lot has are no vehicles, and a warning', async () => {
  const file = 'at,oak\n2026-07-01T08:30Z,21\n2026-07-01T09:30Z,20\n';
  const { warnings } = await importText(file, { counted: 'free' });
  expect(warnings).toEqual([
    {
      field: 'oak',
      reason: expect.stringMatching(/^in 1 row more spaces are free than "oak" has/),
    },
  ]);
  expect(await stored()).toEqual(['oak 07-01 08:30 0', 'oak 07-01 09:30 0']);
});

test('a rehearsal writes nothing, and says what the import then does', async () => {
  const file = 'at,elm,note\n2026-07-01T08:30Z,5,x\nsoon,6,\n';
  const csv = () => Readable.from([Buffer.from(file)]);
  const input = { operatorId, livemode: true, counted: 'occupied' as const };
  const rehearsed = await importCounts(rehearse(database.owner), { ...input, csv: csv() });
  expect(await stored()).toEqual([]);
  const real = await importCounts(database.owner, { ...input, csv: csv() });
  expect(rehearsed).toEqual({ ...real, dry_run: true });
  expect(real).toMatchObject({
    dry_run: false,
    format: 'commas, UTF-8',
    created: 1,
    rejected_count: 1,
    columns: [
      { column: 'at', read_as: 'at', value_count: 2, unreadable_count: 1 },
      { column: 'elm', read_as: 'occupied', value_count: 2, unreadable_count: 0 },
      { column: 'note', read_as: null, value_count: 0 },
    ],
  });
});

const sharedTest = (name: string, work: () => Promise<void>) =>
  test(name, async ({ skip }) => {
    if (!existsSync(SHARED)) skip(`${SHARED} is not there: it is not part of the project`);
    await work();
  });

/** The header of a table, and one in so many of its rows. */
async function* partOfLines(file: Readable): AsyncGenerator<string> {
  let place = -1;
  for await (const line of createInterface(file)) {
    if (place < 0 || place % PARTS === 0) yield `${line}\n`;
    place += 1;
  }
}

sharedTest('the half-hourly free spaces of two German cities come in as published', async () => {
  const open = () => createReadStream(`${SHARED}/germany/meta.csv`);
  await importLots(database.owner, { operatorId, livemode: true, open });
  const file = createReadStream(`${SHARED}/germany/germany_halfhour_free.csv.gz`);
  const csv = Readable.from(partOfLines(file.pipe(createGunzip())));
  const result = await importCounts(database.owner, {
    ...{ operatorId, livemode: true, csv, counted: 'free', zone: 'UTC' },
  });
  expect(result).toMatchObject({ created: GERMAN.counts, unchanged: 0, rejected_count: 0 });
  expect(result.warnings).toHaveLength(GERMAN.tooSmall);
  expect((await stored()).filter((count) => count.includes('02-13 00:00'))).toContain(
    'dresden-parken-Altmarkt 02-13 00:00 0',
  );
});

sharedTest('the counts of Birmingham come in by the clocks of Birmingham', async () => {
  const refs = ['BHMBCCMKT01', 'BHMBCCPST01'];
  for (const ref of refs) await addLot(database, { operator_id: operatorId, ref });
  const csv = createReadStream(`${SHARED}/birmingham/dataset.csv`);
  const input = { operatorId, livemode: true, csv, zone: 'Europe/London' };
  const result = await importCounts(database.owner, input);
  const reasons = new Set(result.rejected.map(({ field }) => field));
  expect(reasons).toEqual(new Set(['SystemCodeNumber']));
  expect(result.created).toBe(2_578);
  // 7:59:42 in summer time.
  expect((await stored())[0]).toMatch(/^BHMBCCMKT01 10-04 06:59 61$/);
});
