import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite } from '../../../../src/access/members/invitations/invite.ts';
import { joinWith } from '../../../../src/access/members/invitations/join.ts';
import { DEMO_OPERATOR_NAME } from '../../../../src/access/operators/demo-operator.ts';
import { systemActor } from '../../../../src/access/principals/actor.ts';
import {
  chooseMember,
  endAllSignIns,
  endSignIn,
  findSignIn,
  listSignIns,
  startSignIn,
} from '../../../../src/access/sign-in/sign-ins.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addMember, addOperator, DEVICE } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const start = (personId: string, device: object = {}) =>
  startSignIn(database.db, { personId, method: 'passkey', device: { ...DEVICE, ...device } });
/** As if so long had passed since a column was written. */
const age = (signInId: string, column: string, interval: string) =>
  database.sql(`update sign_ins set ${column} = ${column} - $2::interval where sign_in_id = $1`, [
    signInId,
    interval,
  ]);

test('each sign-in has a token of its own, so that one put into a browser before is no use', async () => {
  const { token, signIn, deviceToken } = await addMember(database, await addOperator(database));
  const again = await start(signIn.personId, { deviceToken });
  expect(again.token).not.toBe(token);
  expect(again.deviceToken).toBe(deviceToken);
  for (const text of [token, again.token])
    expect(await findSignIn(database.db, text)).toMatchObject({ personId: signIn.personId });
  const planted = 'a'.repeat(43);
  expect((await start(signIn.personId, { deviceToken: planted })).token).not.toBe(planted);
  expect(await findSignIn(database.db, planted)).toBeUndefined();
  for (const text of ['', 'x', `${token}x`, signIn.signInId])
    expect(await findSignIn(database.db, text)).toBeUndefined();
  const stored = await database.sql<{ text: string }>(
    `select to_jsonb(sign_ins)::text as text from sign_ins
     union all select to_jsonb(known_devices)::text from known_devices`,
  );
  for (const { text } of stored) expect(text).not.toMatch(new RegExp(`${token}|${deviceToken}`));
});

test('unused for 12 hours it ends, and after 7 days however much it is used', async () => {
  const { token, signIn } = await addMember(database, await addOperator(database));
  const { signInId } = signIn;
  await age(signInId, 'last_seen_at', '11 hours 59 minutes');
  const found = await findSignIn(database.db, token);
  expect(found).toBeDefined();
  await age(signInId, 'last_seen_at', '12 hours 1 minute');
  expect(await findSignIn(database.db, token)).toBeUndefined();
  await age(signInId, 'last_seen_at', '-12 hours');
  await age(signInId, 'created_at', '6 days 23 hours');
  const late = await findSignIn(database.db, token);
  const left = (late?.expiresAt.getTime() ?? 0) - Date.now();
  expect(left).toBeGreaterThan(50 * 60_000);
  expect(left).toBeLessThan(61 * 60_000);
  await age(signInId, 'created_at', '1 hour');
  expect(await findSignIn(database.db, token)).toBeUndefined();
});

test('that it is used is written at most once a minute, however many calls come at once', async () => {
  const { token, signIn } = await addMember(database, await addOperator(database));
  const versionOf = async () =>
    (
      await database.sql<{ xmin: string }>(
        'select xmin::text from sign_ins where sign_in_id = $1',
        [signIn.signInId],
      )
    )[0]?.xmin;
  const before = await versionOf();
  await findSignIn(database.db, token);
  expect(await versionOf()).toBe(before);
  await age(signIn.signInId, 'last_seen_at', '61 seconds');
  const aged = await versionOf();
  await Promise.all(Array.from({ length: 8 }, () => findSignIn(database.db, token)));
  const touched = await versionOf();
  expect(touched).not.toBe(aged);
  await findSignIn(database.db, token);
  expect(await versionOf()).toBe(touched);
});

test('a person sees and ends only own sign-ins, one or all others', async () => {
  const { token, signIn } = await addMember(database, await addOperator(database));
  const stranger = await addMember(database, await addOperator(database));
  const { personId } = signIn;
  const more = [await start(personId), await start(personId), await start(personId)];
  const { rows } = await listSignIns(database.db, personId);
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatchObject({
    ...{ operatorName: 'Elm Parking', method: 'passkey', userAgent: 'Firefox on Linux' },
    network: '203.0.113.0/24',
  });
  const [one] = more;
  const oneId = one?.signIn.signInId ?? '';
  await endSignIn(database.db, { personId, signInId: oneId }, 'req_1');
  await endSignIn(database.db, { personId, signInId: oneId }, 'req_1');
  expect(await findSignIn(database.db, one?.token ?? '')).toBeUndefined();
  for (const signInId of [stranger.signIn.signInId, 'x', `sgn_${'0'.repeat(32)}`])
    await expect(endSignIn(database.db, { personId, signInId }, null)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  const kept = { keptSignInId: signIn.signInId, requestId: null };
  expect(await endAllSignIns(database.db, personId, kept)).toBe(2);
  expect(await findSignIn(database.db, token)).toBeDefined();
  expect(await findSignIn(database.db, stranger.token)).toBeDefined();
  expect(await endAllSignIns(database.db, personId, { requestId: null })).toBe(1);
  const audit = await database.sql(
    `select from audit_log where action = 'sign_in.ended' and actor_id = $1`,
    [signIn.memberId],
  );
  expect(audit).toHaveLength(4);
});

test('a person looks at one operator at a time, and never at one that it is no member of', async () => {
  const { token, signIn } = await addMember(database, await addOperator(database));
  const stranger = await addMember(database, await addOperator(database));
  const other = await addOperator(database, DEMO_OPERATOR_NAME);
  const invitation = await invite(
    database.db,
    { operatorId: other, role: 'viewer', email: null },
    systemActor('test'),
  );
  const { memberId } = await joinWith(database.db, invitation.token, signIn.personId, null);
  await chooseMember(database.db, signIn.signInId, memberId);
  expect(await findSignIn(database.db, token)).toMatchObject({
    ...{ operatorId: other, role: 'viewer', isDemo: true },
    otherOperators: [{ operatorId: signIn.operatorId, role: 'owner' }],
  });
  await expect(
    chooseMember(database.db, signIn.signInId, stranger.signIn.memberId),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // The next one begins where the person was last.
  expect((await start(signIn.personId)).signIn.operatorId).toBe(other);
  const mimic = await addMember(database, await addOperator(database, DEMO_OPERATOR_NAME));
  expect(mimic.signIn.isDemo).toBe(false);
});
