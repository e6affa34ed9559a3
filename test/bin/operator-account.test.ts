import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller } from '../stage/fixtures.ts';
import { startStripeServer, stripeSettingsOf } from '../stripe-server/start.ts';
import { callHexlot } from './stage/call-hexlot.ts';

let database: TestDatabase;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let dir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  stripe = await startStripeServer();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-account-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await stripe.stop();
  await database.drop();
});

const hexlot = (args: string[], settings: Record<string, string> = {}) =>
  callHexlot(['operator', ...args], {
    ...settings,
    HEXLOT_DATABASE_URL: database.connectionString,
    HEXLOT_DATA_DIR: dir,
  });
const withStripe = (...args: string[]) =>
  hexlot(args, {
    ...stripeSettingsOf(stripe),
    HEXLOT_BASE_URL: 'https://parking.example',
  });

test('an operator is onboarded: a link, what is still to state in plain words, then nothing', async () => {
  const { operatorId } = await addCaller(database);
  const account = ['account', '--id', operatorId];
  expect(await withStripe(...account)).toMatchObject({
    code: 0,
    stdout: 'It has no account: hexlot operator onboard makes one.\n',
  });
  const onboard = ['onboard', '--id', operatorId, '--country', 'ca'];
  const made = await withStripe(...onboard);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain('Stays on its lots cannot be paid to it.');
  expect(made.stdout).toContain('Still to state: a bank account to be paid out to.');
  expect(made.stdout).toMatch(/once, until \d{4}-.*\nhttps:\/\/connect\.example\//);
  const again = await withStripe(...onboard, '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({
    operator_id: operatorId,
    account: { status: 'incomplete', requirements: ['external_account'], livemode: true },
    url: expect.stringMatching(/^https:/),
    url_expires_at: expect.any(String),
  });
  const [one, ...others] = stripe.accounts();
  expect(others).toEqual([]);
  stripe.driver.decide(one?.id ?? '', { isReady: true, due: [] });
  expect((await withStripe(...account)).stdout).toBe(
    'Stays on its lots are paid to it.\nIt is paid out to its bank.\n',
  );
  stripe.driver.decide(one?.id ?? '', { isReady: false, disabledReason: 'under_review' });
  expect((await withStripe(...account)).stdout).toBe(
    'Stays on its lots cannot be paid to it (under_review).\n' +
      'It is not paid out to its bank (under_review).\n',
  );
  const test = await withStripe(...account, '--mode', 'test', '--json');
  expect(JSON.parse(test.stdout)).toMatchObject({ account: { status: 'none', livemode: false } });
});

test('the processor that moves no money asks for nothing', async () => {
  const { operatorId } = await addCaller(database);
  const { stdout } = await hexlot(['onboard', '--id', operatorId, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    account: { status: 'ready', requirements: [] },
    url_expires_at: null,
  });
});

test.each([
  [['--return-url', 'ftp://a.example'], '--return-url: must be a whole address'],
  [['--country', 'Canada'], '--country must be two letters, such as CA'],
  [['--country', 'AQ'], 'country: is none in which the payment processor has accounts'],
])('onboard refuses %s by name', async (more, message) => {
  const { operatorId } = await addCaller(database);
  const { code, stderr } = await withStripe('onboard', '--id', operatorId, ...more);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('an operator that is not there has no account, and gets none', async () => {
  for (const verb of ['account', 'onboard'])
    expect(await withStripe(verb, '--id', `op_${'0'.repeat(32)}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no such operator'),
    });
});
