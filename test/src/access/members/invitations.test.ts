import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite } from '../../../../src/access/members/invitations/invite.ts';
import { findInvitation, joinWith } from '../../../../src/access/members/invitations/join.ts';
import { systemActor } from '../../../../src/access/principals/actor.ts';
import { acceptInvitation } from '../../../../src/access/sign-in/accept-invitation.ts';
import { findSignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, DEVICE } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ACTOR = systemActor('test');
const PERSON = { name: 'Kim Lee', email: null, device: DEVICE };
const inviteTo = (operatorId: string, more: { email?: string } = {}) =>
  invite(database.db, { operatorId, role: 'manager', email: more.email ?? null }, ACTOR);
const accept = (token: string, person: typeof PERSON | object = {}) =>
  acceptInvitation(database.db, token, { ...PERSON, ...person }, null);

test('of twenty who open one invitation at once, one joins; it works no more afterwards', async () => {
  const operatorId = await addOperator(database);
  const { token, expiresAt, createdAt } = await inviteTo(operatorId);
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(86_400_000);
  expect(await findInvitation(database.db, token)).toMatchObject({
    ...{ state: 'open', role: 'manager', operatorName: 'Elm Parking', email: null },
  });
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => accept(token)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ details: { reason: 'invitation_used' } });
  const members = await database.sql('select from members where operator_id = $1', [operatorId]);
  expect(members).toHaveLength(1);
  expect(await database.sql(`select from people where name = 'Kim Lee'`)).toHaveLength(1);
  expect(await findInvitation(database.db, token)).toMatchObject({ state: 'used' });
  const [audit] = await database.sql<{ n: number }>(
    `select count(*)::integer as n from audit_log where action = 'member.joined'
     and operator_id = $1 and actor_type = 'person' and actor_id = entity_id`,
    [operatorId],
  );
  expect(audit?.n).toBe(1);
});

test('an invitation is over after 24 hours, or once it is withdrawn, and unknown ones are none', async () => {
  const operatorId = await addOperator(database);
  const [late, withdrawn] = [await inviteTo(operatorId), await inviteTo(operatorId)];
  await database.sql(
    `update invitations set expires_at = now() - interval '1 second' where invitation_id = $1`,
    [late.invitationId],
  );
  await database.sql('update invitations set withdrawn_at = now() where invitation_id = $1', [
    withdrawn.invitationId,
  ]);
  await expect(accept(late.token)).rejects.toMatchObject({
    details: { reason: 'invitation_expired' },
  });
  await expect(accept(withdrawn.token)).rejects.toMatchObject({
    details: { reason: 'invitation_withdrawn' },
  });
  for (const token of ['', 'x', 'a'.repeat(43), `${late.token} `])
    await expect(accept(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('neither the token nor an address of an invitation is in the database in the clear', async () => {
  const operatorId = await addOperator(database);
  const { token } = await inviteTo(operatorId, { email: 'secret.kim@example.com' });
  const found = await database.sql<{ text: string }>(
    `select to_jsonb(audit_log)::text as text from audit_log where operator_id = $1
     union all select (to_jsonb(invitations) - 'email')::text from invitations`,
    [operatorId],
  );
  for (const { text } of found) expect(text).not.toMatch(new RegExp(`${token}|secret\\.kim`));
});

test('somebody who is signed in joins one more operator, once', async () => {
  const { signIn, token } = await addMember(database, await addOperator(database));
  const other = await addOperator(database, 'Oak Parking');
  const first = await inviteTo(other);
  const joined = await joinWith(database.db, first.token, signIn.personId, null);
  expect(joined).toMatchObject({ operatorId: other, role: 'manager' });
  const second = await inviteTo(other);
  await expect(joinWith(database.db, second.token, signIn.personId, null)).rejects.toMatchObject({
    details: { reason: 'already_member' },
  });
  expect(await findInvitation(database.db, second.token)).toMatchObject({ state: 'open' });
  expect((await findSignIn(database.db, token))?.otherOperators).toEqual([
    { memberId: joined.memberId, operatorId: other, operatorName: 'Oak Parking', role: 'manager' },
  ]);
});

test('an address that somebody signs in with is taken, in any case, and the invitation stays', async () => {
  const operatorId = await addOperator(database);
  await accept((await inviteTo(operatorId)).token, { email: 'Taken@Example.com' });
  const { token } = await inviteTo(operatorId);
  await expect(accept(token, { email: 'taken@example.COM' })).rejects.toMatchObject({
    details: { reason: 'email_taken' },
  });
  expect(await findInvitation(database.db, token)).toMatchObject({ state: 'open' });
});

test('an operator makes at most a hundred invitations within a day', async () => {
  const operatorId = await addOperator(database);
  await database.sql(
    `insert into invitations (invitation_id, operator_id, role, token_sha256, made_by)
     select 'ivt_' || n, $1, 'viewer', sha256(n::text::bytea), 'test'
     from generate_series(1, 100) as n`,
    [operatorId],
  );
  await expect(inviteTo(operatorId)).rejects.toMatchObject({
    details: { reason: 'too_many_invitations' },
  });
  await expect(inviteTo(`op_${'0'.repeat(32)}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
