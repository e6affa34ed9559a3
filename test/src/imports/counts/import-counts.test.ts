import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importCounts } from '../../../../src/imports/counts/import-counts.ts';
import { REJECTED_ROWS_MAX } from '../../../../src/imports/lots/import-csv.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

const HEADER = 'lot_ref,at,occupied';
const AT = '2026-11-01T10:00:00Z';

let database: TestDatabase;
let operatorId: string;
let lotId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ operatorId } = await addCaller(database));
  lotId = await addLot(database, { operator_id: operatorId, ref: 'elm' });
  await addLot(database, { operator_id: operatorId, ref: '007', livemode: false });
  const other = await addCaller(database);
  await addLot(database, { operator_id: other.operatorId, ref: 'oak' });
});

const lines = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');
const row = (more: { ref?: string; at?: string; occupied?: string } = {}) =>
  [more.ref ?? 'elm', more.at ?? AT, more.occupied ?? '5'].join(',');

const importText = (text: string | Buffer, livemode = true) =>
  importCounts(database.owner, { operatorId, livemode, csv: Readable.from([Buffer.from(text)]) });

/** All stored counts of the operator, in the order in which they were written. */
async function stored(): Promise<string[]> {
  const counts = await database.sql<{ count: string }>(
    `select concat_ws(' ', ref, to_char(at, 'MM-DD HH24:MI:SS'), occupied, source,
       case when not occupancy_counts.livemode then 'test' end) as count
     from occupancy_counts join lots using (lot_id) where operator_id = $1 order by count_id`,
    [operatorId],
  );
  return counts.map(({ count }) => count);
}

const NOTHING = { created: 0, unchanged: 0, rejected_count: 0, rejected: [] };
const STORED = 'elm 11-01 10:00:00 5 import';

test('a count is stored once, however often it is imported, with one audit row for the file', async () => {
  const file = lines(row(), row({ at: '2026-11-01T11:00:00Z' }));
  expect(await importText(file)).toMatchObject({ ...NOTHING, created: 2 });
  expect(await importText(file)).toMatchObject({ ...NOTHING, unchanged: 2 });
  expect(await importText(lines(row(), row()))).toMatchObject({ ...NOTHING, unchanged: 2 });
  expect(await stored()).toEqual([STORED, 'elm 11-01 11:00:00 5 import']);
  const audits = await database.sql(
    `select actor_id, entity_id, diff from audit_log
     where operator_id = $1 and action = 'occupancy.imported'`,
    [operatorId],
  );
  const diff = { after: { count_count: 2 } };
  expect(audits).toEqual([{ actor_id: 'import occupancy', entity_id: operatorId, diff }]);
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});

test('imports of one file at the same time store each count once', async () => {
  const since = Date.parse(AT);
  const rows = Array.from({ length: 4_000 }, (_, i) =>
    row({ at: new Date(since + i * 1_000).toISOString() }),
  );
  const file = lines(...rows);
  const results = await Promise.all(Array.from({ length: 4 }, () => importText(file)));
  expect(results.map(({ created }) => created).sort()).toEqual([0, 0, 0, 4_000]);
  expect(await stored()).toHaveLength(4_000);
});

test('a count that differs from the one which holds is rejected, and the stored one stays', async () => {
  const file = lines(row(), row({ occupied: '6' }), row());
  const differs = { lot_ref: 'elm', field: 'occupied' };
  expect(await importText(file)).toMatchObject({
    created: 1,
    unchanged: 1,
    rejected: [{ row: 3, ...differs }],
  });
  // A report has corrected it since.
  await database.sql(
    `insert into occupancy_counts (lot_id, livemode, at, occupied, source)
     values ($1, true, $2, 6, 'report')`,
    [lotId, AT],
  );
  expect(await importText(file)).toMatchObject({
    created: 0,
    unchanged: 1,
    rejected: [
      { row: 2, ...differs },
      { row: 4, ...differs },
    ],
  });
  expect(await stored()).toEqual([STORED, 'elm 11-01 10:00:00 6 report']);
});

test('an imported count never changes what a lot shows, however recent it is', async () => {
  expect(await importText(lines(row({ at: new Date().toISOString() })))).toMatchObject({
    created: 1,
  });
  const [lot] = await database.sql(
    'select reported_at, reported_occupied from lots where lot_id = $1',
    [lotId],
  );
  expect(lot).toEqual({ reported_at: null, reported_occupied: null });
});

test('each world has its own lots', async () => {
  const file = lines(row(), row({ ref: '007' }));
  expect(await importText(file, false)).toMatchObject({ created: 1, rejected: [{ row: 2 }] });
  expect(await stored()).toEqual(['007 11-01 10:00:00 5 import test']);
});

test.each<[string, string | Buffer, string[]]>([
  ['with a byte order mark', `\ufeff${lines(row())}`, [STORED]],
  ['with Windows line ends', lines(row()).replaceAll('\n', '\r\n'), [STORED]],
  ['with empty lines and rows', lines('', row(), ',,', ''), [STORED]],
  ['with all in quotes', lines(row()).replaceAll(/[^,\n]+/g, '"$&"'), [STORED]],
  ['with columns of its own', `id,occupied,note,at,lot_ref\n1,5,"a, b",${AT},elm\n`, [STORED]],
  ['in local time with its offset', lines(row({ at: '2026-11-01T15:30:00+05:30' })), [STORED]],
  [
    'more vehicles than spaces',
    lines(row({ occupied: '100000' })),
    [STORED.replace('5', '100000')],
  ],
  ['an empty lot', lines(row({ occupied: '0' })), [STORED.replace('5', '0')]],
  ['seconds since 1970', lines(row({ at: '1793527200' })), [STORED]],
  ['milliseconds since 1970', lines(row({ at: '1793527200000' })), [STORED]],
  ['semicolons', lines(row()).replaceAll(',', ';'), [STORED]],
  ['the header alone', HEADER, []],
])('is imported correctly: %s', async (_what, text, counts) => {
  expect((await importText(text)).rejected).toEqual([]);
  expect(await stored()).toEqual(counts);
});

test.each<[string, string, string]>([
  ['a lot nobody has', 'lot_ref', row({ ref: 'ash' })],
  ["another operator's lot", 'lot_ref', row({ ref: 'oak' })],
  ['a lot of the other world', 'lot_ref', row({ ref: '007' })],
  ['no lot', 'lot_ref', row({ ref: '' })],
  ['a quote within a reference', 'lot_ref', row({ ref: 'e"lm' })],
  ['a time without its zone', 'at', row({ at: '2026-11-01T10:00:00' })],
  ['a time with a space', 'at', row({ at: '2026-11-01 10:00:00' })],
  ['day and month in another order', 'at', row({ at: '01/11/2026 10:00' })],
  ['a date as Excel keeps it', 'at', row({ at: '46327.41667' })],
  ['a day that is not in the calendar', 'at', row({ at: '2026-02-29T10:00:00Z' })],
  ['an instant before 1970', 'at', row({ at: '1969-12-31T23:59:59Z' })],
  ['an instant that is yet to come', 'at', row({ at: '2096-11-01T10:00:00Z' })],
  ['no instant', 'at', row({ at: '' })],
  ['a decimal point', 'occupied', row({ occupied: '12.0' })],
  ['fewer than none', 'occupied', row({ occupied: '-1' })],
  ['an exponent', 'occupied', row({ occupied: '1e3' })],
  ['a plus sign', 'occupied', row({ occupied: '+5' })],
  ['more than any lot can have', 'occupied', row({ occupied: '100001' })],
  ['digits of another script', 'occupied', row({ occupied: '٥' })],
  ['a share', 'occupied', row({ occupied: '50%' })],
  ['no number', 'occupied', `elm,${AT}`],
  ['a comma between thousands', 'row', row({ occupied: '1,000' })],
])('only its line is refused: %s', async (_what, field, text) => {
  const good = row({ at: '2026-11-02T10:00:00Z' });
  const { rejected, rejected_count } = await importText(lines(text, good));
  expect(rejected).toMatchObject([{ row: 2, field }]);
  expect(rejected_count).toBe(1);
  expect(await stored()).toEqual(['elm 11-02 10:00:00 5 import']);
});

test('a rejected row is listed by line and lot with all its problems', async () => {
  const { rejected, rejected_count } = await importText(lines('', 'ash,yesterday,many'));
  expect(rejected).toMatchObject(
    ['lot_ref', 'at', 'occupied'].map((field) => ({ row: 3, lot_ref: 'ash', field })),
  );
  expect(rejected_count).toBe(1);
});

test.each<[string, string | Buffer]>([
  ['a column less', `lot_ref,at\nelm,${AT}\n`],
  ['a column twice', `${HEADER},at\n${row()},${AT}\n`],
  ['an empty file', ''],
  ['text of another encoding', Buffer.from(lines(row()), 'utf16le')],
])('the whole file is refused: %s', async (_what, text) => {
  await expect(importText(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await stored()).toEqual([]);
});

test.each<[string, string, string]>([
  ['is not closed', lines(row(), `"elm,${AT},5`), 'line 3 has a quote that is not closed'],
  ['is not closed in a long file', lines(`"${row()}`, `${row()}\n`.repeat(9_000)), 'a row of more'],
  ['is closed within a value', lines(row(), `"el"m,${AT},5`), 'line 3 has a quote'],
])('a file with a quote that %s is refused naming the line', async (_what, text, reason) => {
  const refused = importText(text);
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(refused).rejects.toThrow(/^file: line \d+ has a /);
  await expect(refused).rejects.toThrow(reason);
});

test('of a file of bad rows the first are listed and all are counted', async () => {
  const bad = Array.from({ length: 12_000 }, (_, i) => row({ ref: `lot ${i}` }));
  const rows = [...bad, row(), row({ occupied: '9' })];
  const result = await importText(lines(...rows));
  expect(result).toMatchObject({ created: 1, unchanged: 0, rejected_count: 12_001 });
  expect(result.rejected.map((one) => one.row)).toEqual(
    Array.from({ length: REJECTED_ROWS_MAX }, (_, i) => i + 2),
  );
});
