import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoKeys } from '../../bin/demo-keys.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';

let database: TestDatabase;
let dir: string;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-demo-keys-'));
  const operator = { name: 'Demo', plan: 'pro', actorId: 'test' } as const;
  operatorId = (await createOperator(database.owner, operator)).id;
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

async function keyCount(): Promise<number> {
  return (await database.sql('select from api_keys')).length;
}

test('keys that cannot be kept are not made', async () => {
  const file = join(dir, 'file');
  await writeFile(file, '');
  const make = () => demoKeys(database.owner, join(file, 'data'), operatorId);
  await expect(make()).rejects.toThrow(/ENOTDIR|EEXIST/);
  await expect(demoKeys(database.owner, '/proc/self', operatorId)).rejects.toThrow();
  expect(await keyCount()).toBe(0);
});

test('a missing data directory is made, and only its owner can read the keys in it', async () => {
  const dataDir = join(dir, 'new', 'data');
  const keys = await demoKeys(database.owner, dataDir, operatorId);
  expect(keys).toMatchObject({
    live: expect.stringMatching(/^pk_live_/),
    test: expect.stringMatching(/^pk_test_/),
  });
  const path = join(dataDir, 'demo-keys.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ live: keys.live });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect(await demoKeys(database.owner, dataDir, operatorId)).toMatchObject(keys);
  expect(await keyCount()).toBe(2);
});
