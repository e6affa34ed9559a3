import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import type { OperatorRecord } from '../../../../src/access/operators/operator.ts';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { faultsOfRecords } from '../../../stage/records.ts';

let database: TestDatabase;
let operator: OperatorRecord;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const request = { name: 'Op', plan: 'pro', email: 'desk@example.org', actorId: 'test' };
  operator = await createOperator(database.owner, request);
});

const limitEndUsers = (limitsEndUsers: boolean, operatorId = operator.id) =>
  updateOperator(database.owner, { operatorId, limitsEndUsers, actorId: 'test' });

const stored = () =>
  database.sql('select limits_end_users from operators where operator_id = $1', [operator.id]);

const updates = () =>
  database.sql<{ diff: object }>(
    `select actor_type, actor_id, operator_id, diff from audit_log
     where entity_id = $1 and action = 'operator.updated' order by audit_id`,
    [operator.id],
  );

test('every change of an operator writes exactly one audit row', async () => {
  expect(await limitEndUsers(true)).toEqual({ ...operator, limitsEndUsers: true });
  expect(await stored()).toEqual([{ limits_end_users: true }]);
  expect(await limitEndUsers(false)).toEqual(operator);
  expect(await stored()).toEqual([{ limits_end_users: false }]);
  const row = { actor_type: 'system', actor_id: 'test', operator_id: operator.id };
  const [off, on] = [{ limits_end_users: false }, { limits_end_users: true }];
  expect(await updates()).toEqual([
    { ...row, diff: { before: off, after: on } },
    { ...row, diff: { before: on, after: off } },
  ]);
});

test('plan and name can be changed, together or alone, and the audit row has the differences', async () => {
  const change = (changes: { plan?: string; name?: string; limitsEndUsers?: boolean }) =>
    updateOperator(database.owner, { operatorId: operator.id, actorId: 'test', ...changes });
  const free = { ...operator, plan: 'free' };
  expect(await change({ plan: 'free' })).toEqual(free);
  const renamed = { ...free, name: 'Parkhaus West', limitsEndUsers: true };
  const asked = { plan: 'free', name: 'Parkhaus West', limitsEndUsers: true };
  expect(await change(asked)).toEqual(renamed);
  expect(await change(asked)).toEqual(renamed);
  expect((await updates()).map(({ diff }) => diff)).toEqual([
    { before: { plan: 'pro' }, after: { plan: 'free' } },
    {
      before: { name: 'Op', limits_end_users: false },
      after: { name: 'Parkhaus West', limits_end_users: true },
    },
  ]);
});

test('an e-mail address can be changed, and the audit row only says that it was', async () => {
  const change = (email: string, plan?: string) =>
    updateOperator(database.owner, { operatorId: operator.id, email, plan, actorId: 'test' });
  const email = 'new-desk@example.org';
  expect(await change(email)).toEqual({ ...operator, email });
  expect(await change(email)).toEqual({ ...operator, email });
  expect(await change('third@example.org', 'free')).toMatchObject({ plan: 'free' });
  expect((await updates()).map(({ diff }) => diff)).toEqual([
    { before: {}, after: {}, email_changed: true },
    { before: { plan: 'pro' }, after: { plan: 'free' }, email_changed: true },
  ]);
});

test('an operator without an address gets one', async () => {
  const bare = await createOperator(database.owner, { name: 'B', plan: 'free', actorId: 'test' });
  const asked = { operatorId: bare.id, email: 'b@example.org', actorId: 'test' };
  expect(await updateOperator(database.owner, asked)).toEqual({ ...bare, email: 'b@example.org' });
});

test('of changes to different members at once none is lost', async () => {
  const of = { operatorId: operator.id, actorId: 'test' };
  await Promise.all([
    updateOperator(database.owner, { ...of, plan: 'enterprise' }),
    updateOperator(database.owner, { ...of, name: 'Parkhaus West' }),
    updateOperator(database.owner, { ...of, limitsEndUsers: true }),
    updateOperator(database.owner, { ...of, figuresPublic: true }),
  ]);
  const changed = {
    plan: 'enterprise',
    name: 'Parkhaus West',
    limitsEndUsers: true,
    figuresPublic: true,
  };
  expect(await updateOperator(database.owner, of)).toEqual({ ...operator, ...changed });
  expect(await updates()).toHaveLength(4);
});

test.each([
  ['name', { name: '' }],
  ['name', { name: ' ' }],
  ['plan', { plan: 'gold' }],
  ['email', { email: '' }],
  ['email', { email: 'desk' }],
  ['email', { email: `${'d'.repeat(250)}@x.io` }],
])('a bad %s is refused by name and changes nothing', async (field, changes) => {
  await expect(
    updateOperator(database.owner, { operatorId: operator.id, actorId: 'test', ...changes }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field }] });
  expect(await updates()).toEqual([]);
});

test('a change to the present values writes nothing and is not audited', async () => {
  expect(await limitEndUsers(false)).toEqual(operator);
  expect(await updates()).toEqual([]);
});

test('of many concurrent equal changes one is audited, and all callers see the result', async () => {
  const seen = await Promise.all(Array.from({ length: 8 }, () => limitEndUsers(true)));
  expect(seen).toEqual(Array(8).fill({ ...operator, limitsEndUsers: true }));
  expect(await updates()).toHaveLength(1);
});

test('another operator is not touched', async () => {
  const other = await createOperator(database.owner, { name: 'B', plan: 'free', actorId: 'test' });
  await limitEndUsers(true, other.id);
  expect(await stored()).toEqual([{ limits_end_users: false }]);
});

test('an unknown operator is NOT_FOUND', async () => {
  await expect(limitEndUsers(true, 'op_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('its events and audit rows have the shapes that their types declare', async () => {
  expect(await faultsOfRecords(database.sql)).toEqual([]);
});
