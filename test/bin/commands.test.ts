import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hexlotProgram } from '../../bin/program.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-commands-'));
  settings = { HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_DATA_DIR: dir };
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const jsonBy =
  (run: typeof runHexlot) =>
  async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'], settings);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
const json = jsonBy(callHexlot);
/** By a process of its own. */
const jsonAlone = jsonBy(runHexlot);

test('with --json a command prints one JSON object and nothing else, from account to figures', async () => {
  const { operator } = await jsonAlone('operator', 'create', '--name', 'CLI', '--plan', 'pro');
  const { key } = await json(
    ...['key', 'create', '--operator', operator.id, '--mode', 'live'],
    ...['--scopes', 'lots:read,intelligence'],
  );
  expect(key.secret).toMatch(/^pk_live_/);
  expect(key.scopes).toEqual(['lots:read', 'intelligence']);

  const lots = join(dir, 'lots.geojson');
  await writeFile(lots, JSON.stringify({ type: 'FeatureCollection', features: [LOT] }));
  expect(await json('import', 'lots', lots, '--operator', operator.id)).toMatchObject({
    created: 1,
    rejected_count: 0,
    rejected: [],
  });
  const stays = join(dir, 'stays.csv');
  await writeFile(stays, STAYS);
  expect(await json('import', 'sessions', stays, '--operator', operator.id)).toMatchObject({
    created: 1,
    rejected: [{ row: 3, field: 'plate' }],
  });
  await database.passHorizon();
  const refreshed = await jsonAlone('refresh');
  expect(refreshed.watermark).toMatchObject({ tx: expect.any(String), id: expect.any(String) });
  expect(refreshed.steps.map((step: { name: string }) => step.name)).toContain('publish-marts');
  const rebuilt = await json('rebuild');
  expect(rebuilt.watermark).toEqual(refreshed.watermark);

  expect((await json('key', 'revoke', '--key', key.id)).key.revoked_at).toBeTruthy();
});

test('a failing command exits with 1 and one line on stderr that says why', async () => {
  const none = await runHexlot(
    ['key', 'create', '--operator', 'op_none', '--mode', 'live', '--scopes', 'intelligence'],
    settings,
  );
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: 'hexlot: no such operator\n' });
  const noFile = await callHexlot(
    ['import', 'sessions', join(dir, 'nowhere.csv'), '--operator', 'op_none'],
    settings,
  );
  expect(noFile.code).toBe(1);
  expect(noFile.stderr).toMatch(/^hexlot: .*ENOENT.*nowhere\.csv.*\n$/);
});

test.each([
  ['HEXLOT_PORT', '80800'],
  ['HEXLOT_REFRESH_SECONDS', '0'],
  ['HEXLOT_WAREHOUSE_THREADS', '0'],
  ['HEXLOT_WAREHOUSE_MEMORY_MIB', '1 GB'],
  ['HEXLOT_WAREHOUSE_MEMORY_MIB', '12'],
  ['HEXLOT_TRANSPORT', 'carrier-pigeon'],
  ['HEXLOT_TRANSPORT', 'tls'],
  ['HEXLOT_DATABASE_URL', 'mysql://x'],
  ['HEXLOT_PROT', '8080'],
])('%s=%s refuses to start and names the variable', async (name, value) => {
  const run = await callHexlot(['migrate'], { ...settings, [name]: value });
  expect(run.code).toBe(1);
  const named = value === 'tls' ? 'HEXLOT_TLS_CERT' : name;
  expect(run.stderr).toMatch(new RegExp(`^hexlot: ${named} .*\\n$`));
});

test('every command has help that says what it does', async () => {
  const visit = (command: Command): void => {
    expect(command.description(), command.name()).not.toBe('');
    expect(command.helpInformation()).toContain('--help');
    command.commands.forEach(visit);
  };
  visit(await hexlotProgram());
});

test('a command that is called is alone, and a word that is none gets the help of all', async () => {
  const namesOf = async (word: string) => (await hexlotProgram(word)).commands.map((c) => c.name());
  const all = await namesOf('');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
  for (const word of ['pipeline', '--help', 'constructor'])
    expect(await namesOf(word)).toEqual(all);
});

const LOT = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-79.38, 43.65] },
  properties: {
    ref: 'cli-1',
    name: 'CLI lot',
    amenity: 'parking',
    parking: 'surface',
    capacity: 10,
    charge: '2.00 CAD/hour',
    'addr:country': 'CA',
  },
};
const STAYS = `lot_ref,plate,started_at,ended_at,amount
cli-1,ABC123,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,2.00
cli-1,?,2026-11-01T10:00:00Z,2026-11-01T11:00:00Z,2.00
`;
