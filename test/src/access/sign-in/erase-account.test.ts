import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite } from '../../../../src/access/members/invitations/invite.ts';
import { joinWith } from '../../../../src/access/members/invitations/join.ts';
import { systemActor } from '../../../../src/access/principals/actor.ts';
import type { Role } from '../../../../src/access/principals/roles.ts';
import { linkCompanyAccount } from '../../../../src/access/sign-in/company/company-accounts.ts';
import { setPassword } from '../../../../src/access/sign-in/passwords/set-password.ts';
import { eraseAccount } from '../../../../src/access/sign-in/person/erase-account.ts';
import { findSignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import { newRecoveryCodes } from '../../../../src/access/sign-in/totp/recovery-codes.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, PASSWORD } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** Tables that say which person a row is of. */
const OF_PERSONS = [
  ...['sign_ins', 'passkeys', 'recovery_codes', 'known_devices', 'company_identities'],
  ...['email_changes', 'members', 'people'],
];

async function joinAlso(personId: string, operatorId: string, role: Role = 'viewer') {
  const asked = { operatorId, email: null, role };
  const { token } = await invite(database.db, asked, systemActor('test'));
  return joinWith(database.db, token, personId, null);
}

/** Somebody with all that people sign in with. */
async function addWhole(email: string) {
  const { db, sql } = database;
  const operatorId = await addOperator(database);
  await addMember(database, operatorId);
  const { signIn, token } = await addMember(database, operatorId, { email });
  await setPassword(db, signIn, PASSWORD, null);
  const account = { issuer: 'https://idp.example', subject: email, name: null, email: null };
  await linkCompanyAccount(db, signIn, account, null);
  await newRecoveryCodes(db, signIn, null);
  await sql(
    `insert into passkeys (passkey_id, person_id, credential_id, public_key, name)
     values ('psk_' || $1::text, $1, $1, 'x', 'Phone')`,
    [signIn.personId],
  );
  await sql(
    `insert into email_changes (token_sha256, person_id, email)
     values (sha256($1::text::bytea), $1, 'x@example.com')`,
    [signIn.personId],
  );
  return { ...signIn, token };
}

async function rowsOf(personId: string): Promise<string[]> {
  const found = await Promise.all(
    OF_PERSONS.map(async (table) => {
      const rows = await database.sql(`select from ${table} where person_id = $1`, [personId]);
      return rows.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
}
const auditOf = (operatorId: string) =>
  database.sql<{ action: string; actor_id: string }>(
    'select * from audit_log where operator_id = $1 order by audit_id',
    [operatorId],
  );
const sweep = () => database.pipelines.query('people_sweep');
const remove = (personId: string, age: string) =>
  database.sql('update members set removed_at = now() - $2::interval where person_id = $1', [
    personId,
    age,
  ]);

test('every table that says which person a row is of is looked at here', async () => {
  const found = await database.sql<{ table_name: string }>(
    `select table_name from information_schema.columns
     where column_name = 'person_id' and table_schema = 'public'
       and table_name <> 'passkey_challenges'`,
  );
  expect(found.map((one) => one.table_name).sort()).toEqual([...OF_PERSONS].sort());
});

test('who erases their account leaves every operator, and nothing leads to them', async () => {
  const person = await addWhole('a@example.com');
  const other = await addOperator(database);
  const { memberId } = await joinAlso(person.personId, other);
  expect(await rowsOf(person.personId)).toEqual(OF_PERSONS);
  const before = await auditOf(person.operatorId);
  await eraseAccount(database.db, person.personId, null);
  expect(await rowsOf(person.personId)).toEqual([]);
  expect(await findSignIn(database.db, person.token)).toBeUndefined();
  const after = await auditOf(person.operatorId);
  expect(after.slice(0, before.length)).toEqual(before);
  for (const [operatorId, id] of [
    [person.operatorId, person.memberId],
    [other, memberId],
  ] as const)
    expect((await auditOf(operatorId)).at(-1)).toMatchObject({
      ...{ action: 'member.removed', entity_id: id, actor_type: 'person', actor_id: id },
    });
  const [again] = await database.sql('select from people where lower(email) = $1 or name = $1', [
    'a@example.com',
  ]);
  expect(again).toBeUndefined();
  expect((await addMember(database, other, { email: 'a@example.com' })).signIn.email).toBe(
    'a@example.com',
  );
});

test('the last owner of an operator stays, at the other operators too', async () => {
  const operatorId = await addOperator(database, 'Oak Parking');
  const { signIn } = await addMember(database, operatorId);
  await joinAlso(signIn.personId, await addOperator(database));
  await expect(eraseAccount(database.db, signIn.personId, null)).rejects.toMatchObject({
    message: expect.stringContaining('Oak Parking keeps an owner'),
    details: { reason: 'last_owner' },
  });
  const [row] = await database.sql(
    'select count(*)::int as n from members where person_id = $1 and removed_at is null',
    [signIn.personId],
  );
  expect(row).toEqual({ n: 2 });
});

test('of two owners who erase themselves at the same time one stays', async () => {
  const operatorId = await addOperator(database);
  const people = [await addMember(database, operatorId), await addMember(database, operatorId)];
  const done = await Promise.allSettled(
    people.map(({ signIn }) => eraseAccount(database.db, signIn.personId, null)),
  );
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('who works for nobody is erased after 30 days, and not before', async () => {
  const person = await addWhole('b@example.com');
  const before = await auditOf(person.operatorId);
  await remove(person.personId, '29 days 23 hours');
  await sweep();
  expect(await rowsOf(person.personId)).toEqual(OF_PERSONS);
  await remove(person.personId, '30 days 1 hour');
  await sweep();
  expect(await rowsOf(person.personId)).toEqual([]);
  expect(await auditOf(person.operatorId)).toEqual(before);
  const [member] = await database.sql('select person_id from members where member_id = $1', [
    person.memberId,
  ]);
  expect(member).toEqual({ person_id: null });
});

test('who still works for somebody, or did until lately, stays', async () => {
  const [standing, lately] = [await addWhole('c@example.com'), await addWhole('d@example.com')];
  await remove(standing.personId, '31 days');
  await joinAlso(standing.personId, await addOperator(database));
  await joinAlso(lately.personId, await addOperator(database));
  await remove(lately.personId, '31 days');
  await database.sql(
    `update members set removed_at = now() - interval '1 day'
     where person_id = $1 and operator_id <> $2`,
    [lately.personId, lately.operatorId],
  );
  await sweep();
  for (const { personId } of [standing, lately]) expect(await rowsOf(personId)).toContain('people');
});
