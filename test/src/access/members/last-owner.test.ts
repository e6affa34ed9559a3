import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRole, removeMember } from '../../../../src/access/members/change-members.ts';
import { inviteAs } from '../../../../src/access/members/invitations/invite.ts';
import { findInvitation } from '../../../../src/access/members/invitations/join.ts';
import { findSignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, principalOf } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const LAST = { code: 'CONFLICT', details: { reason: 'last_owner' } };
const CONTEXT = { requestId: 'req_1', remember: undefined };

/** An operator with two owners. */
async function openPair() {
  const operatorId = await addOperator(database);
  const [one, two] = [
    await addMember(database, operatorId),
    await addMember(database, operatorId),
  ] as const;
  return { operatorId, one, two, db: database.db };
}

test('of two owners who remove each other at once, and themselves, one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { operatorId, one, two, db } = await openPair();
    const [a, b] = [principalOf(one.signIn), principalOf(two.signIn)];
    await Promise.allSettled([
      removeMember(db, a, b.id, 'req_1'),
      removeMember(db, b, a.id, 'req_2'),
      removeMember(db, a, a.id, 'req_3'),
      changeRole(db, b, { memberId: b.id, role: 'viewer' }, 'req_4'),
    ]);
    const owners = await database.sql(
      `select from members where operator_id = $1 and role = 'owner' and removed_at is null`,
      [operatorId],
    );
    expect(owners).toHaveLength(1);
  }
});

test('the last owner is neither removed nor given another role', async () => {
  const { one, two, db } = await openPair();
  const [a, b] = [principalOf(one.signIn), principalOf(two.signIn)];
  expect(await changeRole(db, a, { memberId: b.id, role: 'manager' }, 'req_1')).toMatchObject({
    ...{ memberId: b.id, role: 'manager' },
  });
  await expect(removeMember(db, a, a.id, 'req_1')).rejects.toMatchObject(LAST);
  await expect(
    changeRole(db, a, { memberId: a.id, role: 'viewer' }, 'req_1'),
  ).rejects.toMatchObject(LAST);
  await changeRole(db, a, { memberId: a.id, role: 'owner' }, 'req_1');
});

test('whoever is removed is signed out, and the invitations of that member are withdrawn', async () => {
  const { one, two, db } = await openPair();
  const [a, b] = [principalOf(one.signIn), principalOf(two.signIn)];
  const made = await inviteAs(db, b, { role: 'viewer', email: null }, CONTEXT);
  await removeMember(db, a, b.id, 'req_1');
  expect(await findSignIn(db, two.token)).toBeUndefined();
  expect(await findSignIn(db, one.token)).toMatchObject({ memberId: a.id });
  expect(await findInvitation(db, made.token)).toMatchObject({ state: 'withdrawn' });
  await expect(inviteAs(db, b, { role: 'viewer', email: null }, CONTEXT)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(removeMember(db, a, b.id, 'req_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
