import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeAttempt } from '../../../../src/access/sign-in/attempts.ts';
import { signInWithPassword } from '../../../../src/access/sign-in/passwords/sign-in-with-password.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addPasswordMember, DEVICE, PASSWORD } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const enter = (email: string, password: string, device: object = {}) =>
  signInWithPassword(database.db, {
    ...{ email, password, totp: null, recoveryCode: null, now: new Date() },
    device: { ...DEVICE, ...device },
  });
/** Tries that all fail, without the work of the hash. */
async function failOften(email: string, count: number, device: (n: number) => object) {
  let shutCount = 0;
  for (let from = 0; from < count; from += 100) {
    const tries = Array.from({ length: Math.min(100, count - from) }, (_, i) =>
      takeAttempt(database.db, email, { ...DEVICE, ...device(from + i) }),
    );
    const attempts = await Promise.all(tries);
    shutCount += attempts.filter(({ shutUntil }) => shutUntil !== null).length;
  }
  return shutCount;
}
const passWindow = () =>
  database.sql(`update sign_in_attempts set started_at = started_at - interval '15 minutes'`);

test('a stranger who fails 10,000 times in one block shuts it alone, and only for a while', async () => {
  const email = 'ana@example.com';
  const { deviceToken } = await addPasswordMember(database, email, { ...DEVICE, ip: '192.0.2.1' });
  const fromOwnBlock = (n: number) => ({ ip: `203.0.113.${n % 250}` });
  expect(await failOften(email, 10_000, fromOwnBlock)).toBe(9_990);
  const shut = await enter(email, PASSWORD);
  expect(shut).toMatchObject({ outcome: 'shut', until: expect.any(Date) });
  // The known device enters even from the stranger's block, and others from elsewhere.
  expect(await enter(email, PASSWORD, { deviceToken })).toMatchObject({ outcome: 'ok' });
  expect(await enter(email, PASSWORD, { ip: '198.51.100.1' })).toMatchObject({ outcome: 'ok' });
  const rows = await database.sql('select from sign_in_attempts');
  expect(rows.length).toBeLessThan(10);
  await passWindow();
  expect(await enter(email, PASSWORD)).toMatchObject({ outcome: 'ok' });
});

test('strangers in a thousand blocks shut new devices of an account, and none that it knows', async () => {
  const email = 'bo@example.com';
  const { deviceToken } = await addPasswordMember(database, email, { ...DEVICE, ip: '192.0.2.1' });
  const spread = (n: number) => ({ ip: `10.${n % 200}.${n % 100}.1` });
  expect(await failOften(email, 10_000, spread)).toBe(9_900);
  expect(await enter(email, PASSWORD, { ip: '198.51.100.1' })).toMatchObject({ outcome: 'shut' });
  expect(await enter(email, PASSWORD, { deviceToken })).toMatchObject({ outcome: 'ok' });
  await passWindow();
});

test('a block that tries many accounts is shut for all of them, but not for known devices', async () => {
  const { deviceToken } = await addPasswordMember(database, 'cy@example.com');
  for (let n = 0; n < 100; n += 1)
    await takeAttempt(database.db, `someone${n}@example.com`, DEVICE);
  expect(await enter('cy@example.com', PASSWORD)).toMatchObject({ outcome: 'shut' });
  expect(await enter('cy@example.com', PASSWORD, { deviceToken })).toMatchObject({
    outcome: 'ok',
  });
  await passWindow();
});

test('a known device is shut by its own failures, and one of another account is not known', async () => {
  const { deviceToken } = await addPasswordMember(database, 'di@example.com');
  const other = await addPasswordMember(database, 'ed@example.com');
  expect(await failOften('di@example.com', 12, () => ({ deviceToken }))).toBe(2);
  expect(await enter('di@example.com', PASSWORD, { deviceToken })).toMatchObject({
    outcome: 'shut',
  });
  await passWindow();
  const foreign = () => ({ deviceToken: other.deviceToken });
  expect(await failOften('di@example.com', 12, foreign)).toBe(2);
  expect(await enter('di@example.com', PASSWORD)).toMatchObject({ outcome: 'shut' });
  await passWindow();
});

test('many tries at once are no way round: eleven are let through by none of them', async () => {
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => takeAttempt(database.db, 'fay@example.com', DEVICE)),
  );
  expect(tries.filter(({ shutUntil }) => shutUntil === null)).toHaveLength(10);
  await passWindow();
});

test('whoever enters own accounts again and again makes no room for failures of others', async () => {
  const { deviceToken } = await addPasswordMember(database, 'gil@example.com');
  const countOf = async () =>
    (
      await database.sql<{ n: number }>(
        'select max(attempt_count) as n from sign_in_attempts where scope = 3',
      )
    )[0]?.n;
  await takeAttempt(database.db, 'victim@example.com', DEVICE);
  const before = await countOf();
  for (const device of [{ deviceToken }, {}])
    expect(await enter('gil@example.com', PASSWORD, device)).toMatchObject({ outcome: 'ok' });
  expect(await countOf()).toBe(before);
});

test('an address that nobody has is shut like any other, and stored nowhere', async () => {
  expect(await failOften('nobody@example.com', 12, () => ({ ip: '198.18.0.1' }))).toBe(2);
  const stored = await database.sql<{ text: string }>(
    'select to_jsonb(sign_in_attempts)::text as text from sign_in_attempts',
  );
  for (const { text } of stored) expect(text).not.toMatch(/nobody|198\.18/);
});
