import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { osmFeature } from '../src/imports/lots/geojson.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-import-'));
  const request = { name: 'Op', plan: 'free', actorId: 'test' };
  operatorId = (await createOperator(database.owner, request)).id;
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const importBy =
  (run: typeof runHexlot) =>
  async (kind: 'lots' | 'sessions' | 'occupancy', text: string, ...more: string[]) => {
    const path = join(dir, kind);
    await writeFile(path, text);
    return run(['import', kind, path, '--operator', operatorId, ...more], {
      HEXLOT_DATABASE_URL: database.connectionString,
      HEXLOT_DATA_DIR: dir,
    });
  };
const importFile = importBy(callHexlot);
/** In a process of its own. */
const importAlone = importBy(runHexlot);

const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });
const GOOD = osmFeature(2.35, 48.85, { ref: 'elm' });
const NOTED = osmFeature(2.35, 48.85, { ref: 'yew', name: 'Yew', charge: '1 EUR' });
const BAD = osmFeature(200, 48.85, { ref: 'o'.repeat(201), name: 'Oak' });
const HEADER = 'lot_ref,plate,started_at,ended_at,amount\n';
const STAY = 'elm,AB123,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,2.00\n';
const BAD_STAY = 'ash,AB123,2026-11-01 10:00,2026-11-01T11:00:00Z,2.00\n';
const COUNTS = 'lot_ref,at,occupied\n';
const COUNT = 'elm,2026-11-01T10:00:00Z,7\n';
const BAD_COUNT = 'ash,2026-11-01T10:00:00Z,many\n';
const NOTHING = 'hexlot: nothing was imported: every row was rejected\n';

test('rejected rows are listed with name and all problems, and with good rows the exit code is 0', async () => {
  const theatre = { ...osmFeature(2.35, 48.85, { amenity: 'theatre' }), id: 'way/5' };
  const lots = await importAlone('lots', collection(GOOD, BAD, NOTED, theatre));
  expect(lots).toMatchObject({ code: 0, stderr: '' });
  expect(lots.stdout.split('\n')).toEqual([
    'Read as GeoJSON.',
    'Understood:',
    '  name: 3 values, such as "Lot"',
    '  capacity: 3 values, such as "10"',
    '  ref: 3 values, such as "elm", 1 cannot be read',
    '  charge: 1 value, such as "1 EUR", 1 cannot be read',
    'Kept as tags:',
    '  amenity',
    'Look at:',
    '  type: 2 of 2 lots do not say what kind they are',
    '2 lots created, 0 updated, 0 unchanged.',
    '1 entry passed over: no car park.',
    'As lot_ref in stays and counts: elm (Lot), yew (Yew)',
    '1 value kept as text:',
    expect.stringMatching(/^ {2}row 3 \(Yew\): charge: "1 EUR" .*$/),
    '1 row rejected:',
    expect.stringMatching(/^ {2}row 2 \(Oak\): geometry: .*; ref: .*$/),
    '',
  ]);
  const stays = await importFile('sessions', HEADER + STAY + BAD_STAY);
  expect(stays).toMatchObject({ code: 0, stderr: '' });
  expect(stays.stdout).toMatch(
    /^1 stay imported, .*\n1 row rejected:\n {2}line 3 \(ash\): lot_ref: .*; started_at: .*\n$/m,
  );
  const counts = await importFile('occupancy', COUNTS + COUNT + BAD_COUNT);
  expect(counts).toMatchObject({ code: 0, stderr: '' });
  expect(counts.stdout).toMatch(
    /^1 count imported, .*\n1 row rejected:\n {2}line 3 \(ash\): lot_ref: .*; occupied: .*\n$/m,
  );
});

test('of many rejected rows 20 are listed, with the number of the others', async () => {
  const { stdout } = await importFile('occupancy', COUNTS + COUNT + BAD_COUNT.repeat(1_001));
  const lines = stdout.slice(stdout.indexOf('0 counts')).trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    '0 counts imported, 1 was there already.',
    '1001 rows rejected:',
  ]);
  expect(lines).toHaveLength(23);
  expect(lines.at(-1)).toBe('  … and 981 more (the first 1000 of them with --json)');
  const json = await importFile('occupancy', COUNTS + COUNT + BAD_COUNT.repeat(21), '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ created: 0, unchanged: 1, rejected_count: 21 });
});

test.each([
  ['lots', collection(BAD)],
  ['sessions', HEADER + BAD_STAY],
  ['occupancy', COUNTS + BAD_COUNT],
] as const)(
  '%s that are all rejected end with 1, with --json after its object',
  async (kind, text) => {
    const { code, stdout, stderr } = await importFile(kind, text, '--json');
    expect([code, stderr]).toEqual([1, NOTHING]);
    expect(JSON.parse(stdout)).toMatchObject({
      created: 0,
      rejected: [{ row: expect.any(Number) }, {}],
    });
  },
);

test.each([
  ['lots', collection()],
  ['sessions', HEADER],
  ['occupancy', COUNTS],
] as const)(
  '%s of a file without rows end with 0: there was nothing to import',
  async (kind, text) => {
    expect(await importFile(kind, text)).toMatchObject({ code: 0, stderr: '' });
  },
);

test.each(['lots', 'sessions', 'occupancy'] as const)(
  '%s of an empty file end with 1',
  async (kind) => {
    const { code, stdout, stderr } = await importFile(kind, '');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^hexlot: file: .*\n$/);
  },
);

test('a rehearsal says what would be done, and writes nothing', async () => {
  const table = 'Titel;Plätze;Breite;Länge\nFir;12;48,85;2,37\n;3;48,86;2,38\n';
  const map = ['--map', 'name=Titel', '--map', 'lat=Breite', '--map', 'lng=Länge'];
  const { code, stdout } = await importFile('lots', table, ...map, '--dry-run');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'Nothing was written: this is a rehearsal (--dry-run).',
    'Read as CSV with semicolons, UTF-8.',
    'Understood:',
    '  Titel as name: 1 value, such as "Fir"',
    '  Breite as lat: 2 values, such as "48,85"',
    '  Länge as lng: 2 values, such as "2,37"',
    'Left out, because nothing here stands for it:',
    '  Plätze: 2 values, such as "12"',
    'Look at:',
    '  capacity: 1 of 1 lot come without one: nobody can park there until it is known',
    '  type: 1 of 1 lot do not say what kind they are',
    '1 lot would be created, 0 updated, 0 unchanged.',
    'As lot_ref in stays and counts: fir@48.85000,2.37000 (Fir)',
    '1 row rejected:',
    '  row 3 (no name): Titel: is missing',
    '',
  ]);
  expect(await database.sql(`select 1 from lots where name = 'Fir'`)).toEqual([]);
  await importFile('lots', table, ...map, '--map', 'capacity=Plätze');
  const counts = 'Zeit,Fir,note\n2026-11-01 11:00,2,x\n';
  const zone = ['--zone', 'Europe/Paris', '--counts', 'free'];
  const rehearsed = await importFile('occupancy', counts, ...zone, '--dry-run');
  expect(rehearsed.stdout).toContain('1 count would be imported, 0 were there already.');
  const real = await importFile('occupancy', counts, ...zone, '--json');
  expect(JSON.parse(real.stdout)).toMatchObject({ created: 1, dry_run: false });
  expect(
    await database.sql('select at, occupied from occupancy_counts where occupied = 10'),
  ).toEqual([{ at: new Date('2026-11-01T10:00:00Z'), occupied: 10 }]);
  const again = await importFile('occupancy', counts, ...zone, '--dry-run');
  expect(again.stdout).toContain('0 counts would be imported, 1 was there already.');
});

test('stays of another system come in by its own words, and a report quotes none of them', async () => {
  const stays =
    'Parkhaus;Kennzeichen;Einfahrt;Ausfahrt;Betrag\n' +
    'elm;XY 77;01.11.2026 12:00;01.11.2026 13:00;2,50\n';
  const { stdout } = await importFile('sessions', stays, '--zone', 'Europe/Paris');
  expect(stdout.split('\n')).toEqual([
    'Read as semicolons, UTF-8.',
    'Understood:',
    '  Parkhaus as lot_ref: 1 value',
    '  Kennzeichen as plate: 1 value',
    '  Einfahrt as started_at: 1 value',
    '  Ausfahrt as ended_at: 1 value',
    '  Betrag as amount: 1 value',
    '1 stay imported, 0 were there already.',
    '',
  ]);
});

test('a map that cannot be read is refused, naming the option', async () => {
  const { stderr } = await importAlone('lots', 'name,lat,lng\n', '--map', 'name');
  expect(stderr).toContain('must be a field, = and the header of a column');
});

test('what others see of how full the lots are, and whether counts bind, is set for a whole file, and otherwise kept', async () => {
  const shown = () =>
    database.sql(
      `select availability_shown, reports_inform_only from lots
       where ref = 'ask' and deleted_at is null`,
    );
  const said = { availability_shown: 'level', reports_inform_only: true };
  const file = collection(osmFeature(2.36, 48.86, { ref: 'ask' }));
  await importFile('lots', file, '--availability', 'level', '--reports-inform-only');
  expect(await shown()).toEqual([said]);
  const again = await importFile('lots', file);
  expect(again.stdout).toContain('0 lots created, 0 updated, 1 unchanged.\n');
  expect(await shown()).toEqual([said]);
  await importFile('lots', file, '--no-reports-inform-only');
  expect(await shown()).toEqual([{ ...said, reports_inform_only: false }]);
  const wrong = await importFile('lots', file, '--availability', 'some');
  expect(wrong.stderr).toContain('Allowed choices are exact, level, none');
});
