import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { signUp } from '../../../../src/access/sign-in/sign-up/sign-up.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, DEVICE } from '../people.ts';

let database: TestDatabase;
beforeEach(async () => {
  await database?.drop();
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const SETTINGS = { signUp: true, mail: undefined, listingCheck: 'none' as const };

/** Somebody signs up from an address. */
const signUpFrom = (ip: string | null) =>
  database.db.transaction((connection) =>
    signUp(
      connection,
      {
        ...{ personId: newId('per'), name: 'Kim', email: null, operatorName: 'Elm Parking' },
        device: { ...DEVICE, ip },
      },
      SETTINGS,
      null,
    ),
  );

/** As if so many had signed up from a block of addresses, so long ago. */
async function signedUp(count: number, network: string | null, age = '1 minute') {
  const { signIn } = await addMember(database, await addOperator(database));
  await database.sql(
    `insert into sign_ins (sign_in_id, token_sha256, person_id, member_id, method, network,
       created_at)
     select concat_ws('-', $1::text, n), sha256(concat($1::text, n)::bytea), $1, $2, 'sign_up', $3,
       now() - $4::interval
     from generate_series(1, $5::integer) as n`,
    [signIn.personId, signIn.memberId, network, age, count],
  );
}
const LIMITED = { code: 'RATE_LIMITED', message: expect.stringContaining('try again tomorrow') };

test('from one block of addresses twenty sign up within a day, however many at once', async () => {
  await signedUp(15, '198.51.100.0/24');
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => signUpFrom(`198.51.100.${n}`)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(signUpFrom('198.51.100.77')).rejects.toMatchObject(LIMITED);
  await signUpFrom('203.0.113.1');
  expect(await database.sql(`select from operators where plan = 'free'`)).toHaveLength(6);
});

test('of those whose address is unknown no more sign up than from one block', async () => {
  await signedUp(20, null);
  await expect(signUpFrom(null)).rejects.toMatchObject(LIMITED);
  await signUpFrom('198.51.100.1');
});

test('from everywhere five hundred sign up within a day', async () => {
  for (let n = 0; n < 25; n++) await signedUp(20, `10.0.${n}.0/24`);
  await expect(signUpFrom('198.51.100.1')).rejects.toMatchObject(LIMITED);
  await database.sql(`update sign_ins set created_at = now() - interval '25 hours'
    where network = '10.0.0.0/24'`);
  await signUpFrom('198.51.100.1');
});

test('who signed up a day ago counts no more', async () => {
  await signedUp(20, '198.51.100.0/24', '24 hours 1 minute');
  await signUpFrom('198.51.100.1');
});
