import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../../src/access/keys/create-key.ts';
import { listKeys } from '../../../../src/access/keys/list-keys.ts';
import { revokeKey } from '../../../../src/access/keys/revoke-key.ts';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function newOperator(): Promise<string> {
  const request = { name: 'Op', plan: 'free', actorId: 'test' };
  return (await createOperator(database.owner, request)).id;
}

async function newKey(operatorId: string, mode: 'live' | 'test') {
  const request = { operatorId, name: mode, mode, scopes: ['lots:read'], actorId: 'test' };
  return createKey(database.owner, request);
}

test("an operator's keys are listed, without secrets and without keys of others", async () => {
  const operatorId = await newOperator();
  await newKey(await newOperator(), 'live');
  const first = await newKey(operatorId, 'live');
  const second = await newKey(operatorId, 'test');
  const { revokedAt } = await revokeKey(database.owner, { keyId: first.key.id, actorId: 'test' });
  const listed = await listKeys(database.owner, operatorId);
  expect(listed).toEqual([second.key, { ...first.key, revokedAt }]);
  expect(JSON.stringify(listed)).not.toContain(second.secret);
});

test('an operator without keys has an empty list, and an unknown one is NOT_FOUND', async () => {
  expect(await listKeys(database.owner, await newOperator())).toEqual([]);
  await expect(listKeys(database.owner, 'op_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
