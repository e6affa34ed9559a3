import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readServerKeys } from '../../../../src/access/apps/server/server-keys.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.sql('delete from oauth_keys'));

const read = () => readServerKeys(database.db);
const namesOf = ({ keys }: Awaited<ReturnType<typeof read>>) => keys.map(({ keyId }) => keyId);

/** As if so many days had passed. */
const pass = (days: number) =>
  database.sql(
    `update oauth_keys set created_at = created_at - $1 * interval '1 day',
       signs_from = signs_from - $1 * interval '1 day'`,
    [days],
  );

test('processes that begin at once make one key, and all sign with it', async () => {
  const found = await Promise.all(Array.from({ length: 8 }, read));
  expect(new Set(found.map(({ signingKeyId }) => signingKeyId)).size).toBe(1);
  expect(found.every(({ keys }) => keys.length === 1)).toBe(true);
});

test('a key is published for a day before it signs, and the one that it replaces is kept', async () => {
  const [first] = namesOf(await read());
  await pass(89);
  expect(namesOf(await read())).toEqual([first]);
  await pass(1);
  const rotated = await Promise.all(Array.from({ length: 8 }, read));
  const [next] = namesOf(await read());
  for (const found of rotated) {
    expect(namesOf(found)).toEqual([next, first]);
    expect(found.signingKeyId).toBe(first);
  }
  await pass(0.9);
  expect((await read()).signingKeyId).toBe(first);
  await pass(0.2);
  expect(await read()).toMatchObject({ signingKeyId: next });
  expect(namesOf(await read())).toEqual([next, first]);
});

test('a key is deleted once nothing that it signed is valid', async () => {
  const [first] = namesOf(await read());
  await pass(90);
  const [second] = namesOf(await read());
  await pass(90);
  const names = namesOf(await read());
  expect(names).toHaveLength(2);
  expect(names[1]).toBe(second);
  expect(names).not.toContain(first);
});

test('the database has no private key that can be read', async () => {
  const { keys } = await read();
  const [row] = await database.sql<{ text: string }>(
    'select oauth_keys::text as text from oauth_keys',
  );
  for (const { jwk, cookieKey } of keys)
    for (const secret of [jwk.d, jwk.x, cookieKey]) expect(row?.text).not.toContain(secret);
  await database.sql(`update oauth_keys set server_secret = 's1.A' || substr(server_secret, 5)`);
  await expect(read()).rejects.toThrow('sealed with another key');
});
