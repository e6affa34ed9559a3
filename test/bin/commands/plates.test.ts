import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_PLATE_KEY } from '../../plates.ts';
import { openTestDatabase } from '../../stage/database.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { callHexlot } from '../stage/call-hexlot.ts';
import { runHexlot } from '../stage/run-hexlot.ts';

const dir = mkdtempSync(join(tmpdir(), 'hexlot-plates-'));
const newKey = () => randomBytes(32).toString('base64');

let parking: Parking;
beforeAll(async () => {
  parking = await openParking(await openTestDatabase('plain'));
});
afterAll(async () => {
  await parking.database.drop();
  rmSync(dir, { recursive: true });
});

const settingsWith = (key?: string) => ({
  HEXLOT_DATABASE_URL: parking.database.connectionString,
  HEXLOT_DATA_DIR: dir,
  ...(key !== undefined && { HEXLOT_PLATE_KEY: key }),
});

test('plates are plain until they are sealed by command, and the status says so', async () => {
  await parking.park(await parking.addLot(), { plate: 'MÜ-AB 12' });
  const before = await callHexlot(['status'], settingsWith());
  expect(before.stdout).toMatch(/^plates +stored plain: run hexlot plates seal/m);
  const { stdout } = await runHexlot(['plates', 'seal', '--json'], settingsWith());
  expect(JSON.parse(stdout)).toEqual({ sealed: 2 });
  expect(await parking.tablesWith('MÜAB12', ['MÜAB12', 'MÜ-AB 12'])).toEqual([]);
  const after = await callHexlot(['status', '--json'], settingsWith());
  expect(JSON.parse(after.stdout)).toMatchObject({ plates: 'sealed' });
  const again = await callHexlot(['plates', 'seal'], settingsWith());
  expect(again.stdout).toBe('0 rows sealed: no plate is plain.\n');
});

test('a key that was rotated is refused, and the new one opens the plates', async () => {
  const [next, wrong] = [newKey(), newKey()];
  const rotate = (key: string) => callHexlot(['plates', 'rotate', '--json'], settingsWith(key));
  expect(JSON.parse((await rotate(`${next},${TEST_PLATE_KEY}`)).stdout)).toEqual({ rotated: true });
  expect(JSON.parse((await rotate(next)).stdout)).toEqual({ rotated: false });
  for (const key of [TEST_PLATE_KEY, wrong])
    expect(await callHexlot(['status'], settingsWith(key))).toMatchObject({
      code: 1,
      stderr:
        'hexlot: HEXLOT_PLATE_KEY is not the key of this database: without it no plate in this ' +
        'database can be read\n',
    });
  expect(await callHexlot(['status'], settingsWith(next))).toMatchObject({ code: 0 });
});

test.each([
  ['', 'is needed with HEXLOT_DATABASE_URL: openssl rand -base64 32 makes one, to be kept as safe'],
  ['c2hvcnQ=', 'must be keys of 32 bytes in base64, separated by commas: openssl rand -base64 32'],
])('the key "%s" is refused, and what makes one is named', async (key, problem) => {
  const { code, stderr } = await runHexlot(['migrate'], settingsWith(key));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(`hexlot: HEXLOT_PLATE_KEY ${problem}`),
  });
});
