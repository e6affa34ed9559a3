import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withNewKey, wrappingKeys } from '../../../../bin/plate-keys.ts';
import { newDataKey } from '../../../../src/stores/plates/data-key.ts';
import { openPlates } from '../../../../src/stores/plates/open-plates.ts';
import { rotateKey } from '../../../../src/stores/plates/rotate-key.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql('delete from plate_keys');
  dataDir = await mkdtemp(join(tmpdir(), 'hexlot-plates-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const NAME = 'HEXLOT_PLATE_KEY';
const openWith = (...keys: Buffer[]) =>
  openPlates(database.connectionString, { name: NAME, read: async () => keys });
/** As a process with the embedded database does, without the variable unless given. */
const embedded = (plateKeys: Buffer[] = []) => ({ plateKeys, databaseUrl: undefined, dataDir });
const openEmbedded = async (plateKeys: Buffer[] = []) =>
  openPlates(database.connectionString, wrappingKeys(embedded(plateKeys)));
const file = () => join(dataDir, 'plate.key');
/** How a process stores a plate. */
const storedBy = (plates: Awaited<ReturnType<typeof openWith>>) =>
  plates.sealValues(['plate'], { plate: 'NE4821' }).plate;

test('the first process makes the key of a database, and all that begin at once get the same', async () => {
  const key = newDataKey();
  const opened = await Promise.all(Array.from({ length: 5 }, () => openWith(key)));
  expect(new Set(opened.map(storedBy)).size).toBe(1);
});

test('a process whose key does not open that of the database does not start, and names the variable', async () => {
  await openWith(newDataKey());
  await expect(openWith(newDataKey())).rejects.toThrow(
    'HEXLOT_PLATE_KEY is not the key of this database: without it no plate in this database can ' +
      'be read',
  );
});

test('a rotated key is opened by the new one alone, what is sealed stays, and running processes go on', async () => {
  const [old, next] = [newDataKey(), newDataKey()];
  const running = await openWith(old);
  const stored = storedBy(running);
  expect(await rotateKey(database.owner, [next, old])).toBe(true);
  expect(await rotateKey(database.owner, [next, old])).toBe(false);
  expect(storedBy(await openWith(next))).toBe(stored);
  expect(storedBy(await openWith(old, next))).toBe(stored);
  await expect(openWith(old)).rejects.toThrow(NAME);
  expect(storedBy(running)).toBe(stored);
  await expect(rotateKey(database.owner, [newDataKey(), old])).rejects.toThrow('none of the keys');
});

test('the embedded database has its key in a file that only its owner reads', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => openEmbedded()));
  opened.push(await openEmbedded());
  expect(new Set(opened.map(storedBy)).size).toBe(1);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readFile(file(), 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
});

test('a file that is gone, or has no key, is named, and no other key is made', async () => {
  await openEmbedded();
  await writeFile(file(), 'no key');
  await expect(openEmbedded()).rejects.toThrow(`${file()} must be keys of 32 bytes in base64`);
  await rm(file());
  await expect(openEmbedded()).rejects.toThrow(
    `${file()} is gone: without it no plate in this database can be read. Put it back from`,
  );
  await expect(stat(file())).rejects.toThrow('ENOENT');
});

test('the key in the file is rotated to one that is made, whenever that ends', async () => {
  const stored = storedBy(await openEmbedded());
  const before = await readFile(file(), 'utf8');
  const wrap = (keys: readonly Buffer[]) => rotateKey(database.owner, keys);
  const fails = withNewKey(embedded(), async (keys) => {
    await wrap(keys);
    throw new Error('killed');
  });
  await expect(fails).rejects.toThrow('killed');
  expect(storedBy(await openEmbedded())).toBe(stored);
  expect(await withNewKey(embedded(), wrap)).toBe(true);
  expect(storedBy(await openEmbedded())).toBe(stored);
  expect(await readFile(file(), 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
  expect(await readFile(file(), 'utf8')).not.toBe(before);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test('the variable takes the place of the file, once the key is rotated to it', async () => {
  const stored = storedBy(await openEmbedded());
  const key = newDataKey();
  expect(storedBy(await openEmbedded([key]))).toBe(stored);
  await withNewKey(embedded([key]), (keys) => rotateKey(database.owner, keys));
  await rm(file());
  expect(storedBy(await openEmbedded([key]))).toBe(stored);
});

test('with another database the variable has to be set', () => {
  const settings = { plateKeys: [], databaseUrl: 'postgres://db.example', dataDir };
  expect(() => wrappingKeys(settings)).toThrow(
    'HEXLOT_PLATE_KEY is needed with HEXLOT_DATABASE_URL: openssl rand -base64 32 makes one',
  );
});

test('a database with no operator is sealed from the start, another one when its operator says so', async () => {
  expect((await openWith(newDataKey())).isWhole).toBe(true);
  await database.sql('delete from plate_keys');
  await addCaller(database);
  expect((await openWith(newDataKey())).isWhole).toBe(false);
});
