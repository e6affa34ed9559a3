import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REJECTED_ROWS_MAX } from '../../../../src/imports/lots/import-csv.ts';
import { importSessions } from '../../../../src/imports/sessions/import-sessions.ts';
import { COLUMNS } from '../../../../src/imports/sessions/read-stay.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

const HEADER = 'lot_ref,plate,started_at,ended_at,amount\n';
const GOOD = 'lot-1,ab-123,2026-11-01T10:00:00Z,2026-11-01T11:30:00+01:00,1.75';

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId } = await addCaller(database));
  await addLot(database, { operator_id: operatorId, ref: 'lot-1' });
  const other = await addCaller(database);
  await addLot(database, { operator_id: other.operatorId, ref: 'lot-2' });
});
afterAll(() => database.drop());

const run = (csv: string) =>
  importSessions(database.owner, { operatorId, livemode: true, csv: Readable.from([csv]) });

test('a stay is stored once, with its audit row and no event, however often it is imported', async () => {
  expect(await run(HEADER + GOOD)).toMatchObject({
    created: 1,
    unchanged: 0,
    rejected_count: 0,
    rejected: [],
  });
  expect(await run(`${HEADER}${GOOD}\n${GOOD}`)).toMatchObject({
    created: 0,
    unchanged: 2,
    rejected_count: 0,
    rejected: [],
  });
  const [row] = await database.sql(
    `select count(*)::integer as stays, min(subtotal_minor)::integer as paid,
       (select count(*)::integer from audit_log where action = 'session.imported') as audited,
       (select count(*)::integer from events) as announced
     from sessions`,
  );
  expect(row).toEqual({ stays: 1, paid: 175, audited: 1, announced: 0 });
});

test.each([
  ['lot_ref', 'lot-2,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,1'],
  ['plate', 'lot-1,!,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,1'],
  ['started_at', 'lot-1,AB1,2026-11-01 10:00,2026-11-01T11:00:00Z,1'],
  ['started_at', 'lot-1,AB1,2026-13-01T10:00:00Z,2026-11-01T11:00:00Z,1'],
  ['ended_at', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T09:59:00Z,1'],
  ['ended_at', 'lot-1,AB1,2024-11-01T10:00:00Z,2026-11-01T09:59:00Z,1'],
  ['amount', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,1.005'],
  ['amount', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z'],
  ['amount', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,-1'],
  ['amount', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,1e3'],
  ['amount', 'lot-1,AB1,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,1000000000.01'],
  ['started_at', 'lot-1,AB1,0001-01-01T00:00:00Z,1970-01-01T00:00:00Z,1'],
  ['started_at', 'lot-1,AB1,9999-12-31T23:59:59-23:59,2199-12-31T23:59:59Z,1'],
  ['ended_at', 'lot-1,AB1,2199-12-31T23:00:00Z,2200-01-01T00:00:00Z,1'],
])('a row with a bad %s is rejected by number, and the others are imported', async (field, row) => {
  const good = GOOD.replace('ab-123', `X${Math.abs(hash(row))}`);
  const result = await run(`${HEADER}${row}\n${good}`);
  expect(result.created).toBe(1);
  expect(result.rejected).toMatchObject([{ row: 2, field }]);
});

test('a rejected row is listed by line and lot with all its problems', async () => {
  const broken = 'no-lot,!,yesterday,2026-11-31T10:00:00Z,"2,500"';
  const { rejected } = await run(`${HEADER}\n"lot-1","!\n!",,,\n${broken}`);
  const told = rejected.map(({ row, lot_ref, field }) => [row, lot_ref, field]);
  expect(told).toEqual([
    ...['plate', 'started_at', 'ended_at', 'amount'].map((field) => [4, 'lot-1', field]),
    ...COLUMNS.map((column) => [5, 'no-lot', column]),
  ]);
});

test('of a file of bad rows the first are listed, in their order, and all are counted', async () => {
  const bad = Array.from({ length: 12_000 }, (_, i) => GOOD.replace('lot-1', `lot ${i}`));
  const rows = [GOOD.replace('1.75', '9.75'), ...bad, GOOD, GOOD.replace('ab-123', 'MANY1')];
  const result = await run(HEADER + rows.join('\n'));
  expect(result).toMatchObject({ created: 1, unchanged: 1, rejected_count: 12_001 });
  expect(result.rejected.map(({ row }) => row)).toEqual(
    Array.from({ length: REJECTED_ROWS_MAX }, (_, i) => i + 2),
  );
});

test('a file with a quote that is not closed is refused naming the line', async () => {
  await expect(run(`${HEADER}${GOOD}\n"${GOOD}`)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field: 'file', reason: expect.stringMatching(/^line 3 has a quote/) }],
  });
});

test('a file for an operator that does not exist is refused', async () => {
  const csv = Readable.from([HEADER + GOOD]);
  const nobody = { operatorId: 'op_nobody', livemode: true, csv };
  await expect(importSessions(database.owner, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a file without the columns is refused, naming them', async () => {
  await expect(run('lot_ref,plate\nlot-1,AB1')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field: 'started_at' }, { field: 'ended_at' }, { field: 'amount' }],
  });
});

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});
