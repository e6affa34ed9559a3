import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importSessions } from '../../../../src/imports/sessions/import-sessions.ts';
import { opened } from '../../../plates.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';

/** CSV of unknown origin: a stay is imported correctly, or clearly refused. */

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ operatorId } = await addCaller(database));
  await addLot(database, { operator_id: operatorId, ref: 'elm', currency: 'eur' });
  await addLot(database, { operator_id: operatorId, ref: '007', currency: 'jpy' });
  const other = await addCaller(database);
  await addLot(database, { operator_id: other.operatorId, ref: 'oak' });
});

async function importText(text: string | Buffer) {
  const csv = Readable.from([Buffer.from(text)]);
  const result = await importSessions(database.owner, { operatorId, livemode: true, csv });
  const stays = await database.sql<{ plate: string; stay: string }>(
    `select plate, concat_ws(' ', to_char(started_at, 'MM-DD HH24:MI:SS'),
       to_char(ended_at, 'MM-DD HH24:MI:SS'), subtotal_minor) as stay
     from sessions join vehicles using (vehicle_id)
     where operator_id = $1 order by started_at`,
    [operatorId],
  );
  return { ...result, stays: stays.map(({ plate, stay }) => `${opened(plate)} ${stay}`) };
}

const HEADER = 'lot_ref,plate,started_at,ended_at,amount';
const ROW = 'elm,AB 123,2026-11-01T10:00:00Z,2026-11-01T11:30:00Z,3.75';
const STAY = 'AB123 11-01 10:00:00 11-01 11:30:00 375';
const lines = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');
const row = (more: Partial<Record<'ref' | 'plate' | 'from' | 'to' | 'amount', string>>) =>
  [
    more.ref ?? 'elm',
    more.plate ?? 'AB123',
    more.from ?? '2026-11-01T10:00:00Z',
    more.to ?? '2026-11-01T11:30:00Z',
    more.amount ?? '3.75',
  ].join(',');

test.each<[string, string, string[]]>([
  ['with a byte order mark', `\ufeff${lines(ROW)}`, [STAY]],
  ['with Windows line ends', lines(ROW).replaceAll('\n', '\r\n'), [STAY]],
  [
    'with the line ends of two systems',
    `${HEADER}\r\n${ROW}\n${row({ plate: 'Z9', from: '2026-11-01T11:00:00Z' })}\r\n`,
    [STAY, 'Z9 11-01 11:00:00 11-01 11:30:00 375'],
  ],
  ['with empty lines', lines('', ROW, '', ''), [STAY]],
  ['with the empty rows of Excel', lines(ROW, ',,,,', ',,,,'), [STAY]],
  ['with all in quotes', lines(ROW).replaceAll(/[^,\n]+/g, '"$&"'), [STAY]],
  [
    'with columns of their own, in their own order',
    'id,amount,plate,lot_ref,"note",ended_at,started_at\n' +
      '1,3.75,ab-123,elm,"a, b",2026-11-01T11:30:00Z,2026-11-01T10:00:00Z\n',
    [STAY],
  ],
  [
    'in the local time of the lot, with its offset',
    lines(row({ from: '2026-11-01T11:00:00+01:00', to: '2026-11-01T12:30:00.000+01:00' })),
    [STAY],
  ],
  ['without seconds', lines(row({ from: '2026-11-01T10:00Z', to: '2026-11-01T11:30Z' })), [STAY]],
  [
    'money without cents',
    lines(row({ ref: '007', amount: '300' })),
    ['AB123 11-01 10:00:00 11-01 11:30:00 300'],
  ],
  ['semicolons', lines(ROW).replaceAll(',', ';'), [STAY]],
  ['tabs', lines(ROW).replaceAll(',', '\t'), [STAY]],
  ['a decimal comma', lines(ROW).replaceAll(',', ';').replace('3.75', '3,75'), [STAY]],
  ['the header alone', `${HEADER}\n`, []],
])('is imported correctly: %s', async (_what, text, stays) => {
  const result = await importText(text);
  expect(result.rejected).toEqual([]);
  expect(result.stays).toEqual(stays);
});

test.each<[string, string, string]>([
  ['a time without its zone', 'started_at', row({ from: '2026-11-01T10:00:00' })],
  ['a date as Excel writes it', 'started_at', row({ from: '01.11.2026 10:00' })],
  ['a date as Excel keeps it', 'started_at', row({ from: '46327.41667' })],
  ['a day that is not in the calendar', 'started_at', row({ from: '2026-02-30T10:00:00Z' })],
  ['an end before the start', 'ended_at', row({ to: '2026-11-01T09:00:00Z' })],
  [
    'an end that is yet to come',
    'ended_at',
    row({
      from: '2096-11-01T10:00:00Z',
      to: '2096-11-01T11:00:00Z',
    }),
  ],
  ['a stay of more than a year', 'ended_at', row({ from: '2024-11-01T10:00:00Z' })],
  ['a decimal comma', 'row', row({ amount: '3,75' })],
  ['a comma that may be of thousands', 'amount', row({ amount: '"3,750"' })],
  ['a sign of a currency', 'amount', row({ amount: '€3.75' })],
  ['a dot between thousands', 'amount', row({ amount: '3.750' })],
  ['a dot between thousands of yen', 'amount', row({ ref: '007', amount: '1.000' })],
  ['an amount below zero', 'amount', row({ amount: '-3.75' })],
  ['no amount', 'amount', 'elm,AB123,2026-11-01T10:00:00Z,2026-11-01T11:30:00Z'],
  ['a lot nobody has', 'lot_ref', row({ ref: 'ash' })],
  ['a reference that lost its zeros', 'lot_ref', row({ ref: '7' })],
  ["another operator's lot", 'lot_ref', row({ ref: 'oak' })],
  ['no plate', 'plate', row({ plate: '?' })],
])('only its line is refused: %s', async (_what, field, text) => {
  const { rejected, stays } = await importText(lines(text));
  expect(rejected).toMatchObject([{ row: 2, field }]);
  expect(stays).toEqual([]);
});

test('two different stays of one plate with the same start are not taken for one', async () => {
  const other = row({ amount: '9.75' });
  const first = await importText(lines(ROW, ROW, other));
  expect(first).toMatchObject({ created: 1, unchanged: 1, stays: [STAY] });
  expect(first.rejected).toMatchObject([{ row: 4, field: 'started_at' }]);
  const second = await importText(lines(other, ROW));
  expect(second).toMatchObject({ created: 0, unchanged: 1, stays: [STAY] });
  expect(second.rejected).toMatchObject([{ row: 2, field: 'started_at' }]);
});

test.each<[string, string | Buffer]>([
  ['no header', `${ROW}\n`],
  ['a column less', 'lot_ref,plate,started_at,ended_at\n'],
  ['a column twice', `${HEADER},amount\n${ROW},99\n`],
  ['an empty file', ''],
  ['text of another encoding', Buffer.from(lines(ROW), 'utf16le')],
])('the whole file is refused: %s', async (_what, text) => {
  await expect(importText(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await database.sql('select 1 from sessions where operator_id = $1', [operatorId])).toEqual(
    [],
  );
});
