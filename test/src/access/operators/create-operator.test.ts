import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('an operator is made with exactly one audit row, without its e-mail address', async () => {
  const operator = await createOperator(database.owner, {
    name: 'Parkhaus Nord',
    plan: 'starter',
    email: 'desk@example.org',
    actorId: 'test',
  });
  expect(operator).toMatchObject({
    name: 'Parkhaus Nord',
    plan: 'starter',
    limitsEndUsers: false,
    figuresPublic: false,
  });
  const rows = await database.sql<{ diff: object }>(
    'select action, actor_type, actor_id, operator_id, diff from audit_log where entity_id = $1',
    [operator.id],
  );
  expect(rows).toEqual([
    {
      action: 'operator.created',
      actor_type: 'system',
      actor_id: 'test',
      operator_id: operator.id,
      diff: {
        before: null,
        after: {
          name: 'Parkhaus Nord',
          plan: 'starter',
          limits_end_users: false,
          checked_at: expect.any(String),
          checked_by: 'none',
        },
      },
    },
  ]);
});

test('an operator may limit end users from the beginning, and its audit row says so', async () => {
  const operator = await createOperator(database.owner, {
    name: 'Parkhaus Ost',
    plan: 'pro',
    limitsEndUsers: true,
    actorId: 'test',
  });
  expect(operator.limitsEndUsers).toBe(true);
  const rows = await database.sql(
    `select diff -> 'after' -> 'limits_end_users' as audited from audit_log where entity_id = $1`,
    [operator.id],
  );
  expect(rows).toEqual([{ audited: true }]);
});

test.each([
  ['name', { name: '', plan: 'free' }],
  ['name', { name: 'x'.repeat(201), plan: 'free' }],
  ['plan', { name: 'x', plan: 'gold' }],
  ['email', { name: 'x', plan: 'free', email: 'nobody' }],
])('a bad %s is refused by name and nothing is written', async (field, request) => {
  const before = await database.sql('select 1 from audit_log');
  await expect(
    createOperator(database.owner, { ...request, actorId: 'test' }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ field }],
  });
  expect(await database.sql('select 1 from audit_log')).toHaveLength(before.length);
});
