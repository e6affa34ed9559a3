import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDuplicates } from '../../src/parking/lots/duplicates/find-duplicates.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;
let other: string;
let keepId: string;
let duplicateId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-lots-'));
  const { operatorId: operator_id } = await addCaller(database, { name: 'City' });
  other = (await addCaller(database, { name: 'Mall' })).operatorId;
  keepId = await addLot(database, { operator_id, name: 'Green P 36' });
  duplicateId = await addLot(database, {
    operator_id: other,
    name: 'Green P 36',
    latitude: 43.65325,
  });
  await database.passHorizon();
  await findDuplicates(database.pipelines);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const hexlotBy =
  (run: typeof runHexlot) =>
  (...args: string[]) =>
    run(args, { HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_DATA_DIR: dir });
const hexlot = hexlotBy(callHexlot);
/** In a process of its own. */
const hexlotAlone = hexlotBy(runHexlot);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await hexlot(...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const kinds = async () =>
  (await json('lots', 'duplicates')).pairs.map((pair: { kind: string }) => pair.kind);

test('a pair is listed, merged, put back and called two, each also as JSON and without doing it', async () => {
  const people = await hexlotAlone('lots', 'duplicates');
  expect(people.stdout).toBe(
    `possible: ${keepId} (Green P 36, City) and ${duplicateId} (Green P 36, Mall), 6 m\n`,
  );
  const pair = { lot_id: keepId, other_lot_id: duplicateId, distance_m: 6 };
  const dry = await hexlot('lots', 'merge', keepId, duplicateId, '--dry-run');
  expect(dry.stdout).toContain('Nothing was changed (--dry-run).');
  expect(await kinds()).toEqual(['possible']);
  expect(await json('lots', 'merge', keepId, duplicateId)).toEqual({
    decision: 'merged',
    ...pair,
    is_dry_run: false,
  });
  expect(await kinds()).toContain('merged');
  const refused = await hexlotAlone('lots', 'merge', keepId, duplicateId);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`lot ${duplicateId} is merged into ${keepId} already`);
  expect(await json('lots', 'merge', keepId, duplicateId, '--undo')).toMatchObject({
    decision: 'unmerged',
  });
  expect(await json('lots', 'distinct', keepId, duplicateId)).toMatchObject({
    decision: 'distinct',
    ...pair,
  });
  expect(await kinds()).toContain('distinct');
  const back = await hexlot('lots', 'distinct', keepId, duplicateId, '--undo');
  expect(back.stdout).toContain('may be the same car park as');
});

test('an import says which of its lots may be listed already, and imports them', async () => {
  const file = join(dir, 'lots.geojson');
  const feature = {
    type: 'Feature',
    id: 'one',
    geometry: { type: 'Point', coordinates: [-79.3832, 43.65315] },
    properties: { amenity: 'parking', name: 'Green P 36' },
  };
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const imported = await json('import', 'lots', file, '--operator', other);
  expect(imported).toMatchObject({ created: 1, possible_duplicate_count: 1 });
  const [row] = imported.possible_duplicates;
  expect(row).toMatchObject({ row: 1, name: 'Green P 36' });
  expect(row.duplicates).toContainEqual({ lot_id: keepId, name: 'Green P 36', distance_m: 6 });
  const people = await hexlot('import', 'lots', file, '--operator', other);
  expect(people.stdout).toContain('1 lot taken that may be listed already:');
  expect(people.stdout).toContain(`  row 1 (Green P 36): Green P 36, 6 m away (${keepId})`);
});
