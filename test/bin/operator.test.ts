import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpServer } from '../smtp-server.ts';
import { addStays, stayOf } from '../src/money/payouts/ledger.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-operator-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await database.drop();
});

const hexlotBy =
  (run: typeof runHexlot) =>
  (args: string[], settings: Record<string, string> = {}) =>
    run(['operator', ...args], {
      ...settings,
      HEXLOT_DATABASE_URL: database.connectionString,
      HEXLOT_DATA_DIR: dir,
    });
const hexlot = hexlotBy(callHexlot);
/** In a process of its own. */
const hexlotAlone = hexlotBy(runHexlot);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await hexlot([...args, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).operator;
}

test('an operator can turn the limits of end users on when it is made or later, and off again', async () => {
  const plain = await json('create', '--name', 'Plain');
  expect(plain.limits_end_users).toBe(false);
  const limiting = await json('create', '--name', 'Limiting', '--limit-end-users');
  expect(limiting.limits_end_users).toBe(true);

  const on = { ...plain, limits_end_users: true };
  expect(await json('update', '--id', plain.id, '--limit-end-users')).toEqual(on);
  expect(await json('update', '--id', plain.id, '--no-limit-end-users')).toEqual(plain);
  expect(
    await database.sql(
      `select actor_id from audit_log where entity_id = $1 and action = 'operator.updated'`,
      [plain.id],
    ),
  ).toEqual(Array(2).fill({ actor_id: 'hexlot operator update' }));
});

test('an operator declares its figures public and takes it back; both are audited', async () => {
  const plain = await json('create', '--name', 'City');
  expect(plain.figures_public).toBe(false);
  const declared = { ...plain, figures_public: true };
  expect(await json('update', '--id', plain.id, '--figures-public')).toEqual(declared);
  expect((await hexlot(['list'])).stdout).toContain(`${plain.id}  City (free, public figures)\n`);
  expect(await json('update', '--id', plain.id, '--no-figures-public')).toEqual(plain);
  const [off, on] = [{ figures_public: false }, { figures_public: true }];
  expect(
    await database.sql(
      `select actor_id, diff from audit_log
       where entity_id = $1 and action = 'operator.updated' order by audit_id`,
      [plain.id],
    ),
  ).toEqual([
    { actor_id: 'hexlot operator update', diff: { before: off, after: on } },
    { actor_id: 'hexlot operator update', diff: { before: on, after: off } },
  ]);
});

test('an operator gets another plan, name and address, and is found again by its id', async () => {
  const plain = await json('create', '--name', 'Found');
  expect(plain.plan).toBe('free');
  const news = ['--plan', 'pro', '--name', 'Found again', '--email', 'desk@example.org'];
  const changed = await json('update', '--id', plain.id, ...news);
  const email = 'desk@example.org';
  expect(changed).toEqual({ ...plain, plan: 'pro', name: 'Found again', email });
  expect(await json('get', '--id', plain.id)).toEqual(changed);
  const { stdout } = await hexlot(['list', '--json']);
  expect(JSON.parse(stdout).operators).toContainEqual(changed);
  const people = await hexlot(['list']);
  expect(people.stdout).toContain(`${plain.id}  Found again (pro)  desk@example.org\n`);
});

test('an operator is shown its fee when it is made, and later the gross of this month', async () => {
  const tiers = [
    { above: 0, percent: 5 },
    { above: 50_000, percent: 3.3 },
  ];
  const made = await hexlot(['create', '--name', 'Large', '--plan', 'enterprise', '--json']);
  const { operator, fees } = JSON.parse(made.stdout);
  expect(fees).toMatchObject({ tiers, gross: [] });
  const caller = await addCaller(database, { operatorId: operator.id, plan: 'enterprise' });
  const lotId = await addLot(database, { operator_id: operator.id });
  const capturedAt = new Date();
  await addStays(database, [
    stayOf(caller, { lotId, subtotalMinor: 5_000_001, feeMinor: 250_000, capturedAt }),
    stayOf(caller, { lotId, currency: 'jpy', subtotalMinor: 900, feeMinor: 45, capturedAt }),
  ]);
  const people = await hexlotAlone(['get', '--id', operator.id]);
  expect(people.stdout.split('\n').slice(1)).toEqual([
    'Fee of a stay: 5 %, 3.3 % above 50,000 of its currency a month.',
    `Gross of ${fees.month}: 50000.01 CAD; the next stay pays 3.3 %.`,
    `Gross of ${fees.month}: 900 JPY; the next stay pays 5 %.`,
    '',
  ]);
  const plain = await hexlot(['update', '--id', operator.id, '--plan', 'free']);
  expect(plain.stdout).toContain('Fee of a stay: 10 %.\n');
});

test('where lots are checked by hand, an operator waits until the owner checks it', async () => {
  const settings = { HEXLOT_LISTING_CHECK: 'hand' };
  const { stdout } = await hexlot(['create', '--name', 'New', '--json'], settings);
  const waiting = JSON.parse(stdout).operator;
  expect(waiting).toMatchObject({ checked_at: null, checked_by: null });
  await addLot(database, { operator_id: waiting.id });
  const refused = await hexlot(['check', '--id', waiting.id, '--undo'], settings);
  expect(refused.stdout).toContain('1 lot unlisted.');
  const people = await hexlot(['list'], settings);
  expect(people.stdout).toContain(
    `${waiting.id}  New (free)  not checked: its lots are not listed`,
  );
  const checked = await hexlot(['check', '--id', waiting.id, '--json'], settings);
  expect(JSON.parse(checked.stdout)).toMatchObject({
    operator: { id: waiting.id, checked_by: 'hand', checked_at: expect.any(String) },
    lot_count: 1,
  });
  expect(
    await database.sql(
      `select diff -> 'before' ->> 'checked_by' as before, diff -> 'after' ->> 'checked_by' as after
       from audit_log where entity_id = $1 and actor_id = 'hexlot operator check'
       order by audit_id`,
      [waiting.id],
    ),
  ).toEqual([
    { before: null, after: 'hand' },
    { before: 'hand', after: 'hand' },
  ]);
  expect((await json('create', '--name', 'Other')).checked_by).toBe('none');
});

test('where the address is the check, making an operator sends it a link, and so does a change', async () => {
  const smtp = await startSmtpServer();
  const settings = {
    HEXLOT_LISTING_CHECK: 'email',
    HEXLOT_SMTP_URL: smtp.url,
    HEXLOT_MAIL_FROM: 'parking@example.com',
  };
  const made = await hexlot(
    ['create', '--name', 'New', '--email', 'a@example.org', '--json'],
    settings,
  );
  expect(made.code, made.stderr).toBe(0);
  const { id } = JSON.parse(made.stdout).operator;
  await hexlot(['update', '--id', id, '--email', 'b@example.org'], settings);
  await hexlot(['send-check', '--id', id], settings);
  expect(smtp.mails.map(({ to }) => to)).toEqual([
    'a@example.org',
    'b@example.org',
    'b@example.org',
  ]);
  smtp.refuse(true);
  const unsent = await hexlot(['create', '--name', 'Late', '--email', 'c@example.org'], settings);
  expect(unsent).toMatchObject({ code: 1, stdout: expect.stringContaining('created') });
  expect(unsent.stderr).toContain('the mail could not be sent (550); the operator is stored;');
  expect(unsent.stderr).toMatch(/ hexlot operator send-check --id op_\w+ /);
  expect(unsent.stderr).not.toContain('c@example.org');
  await smtp.stop();
  const without = await hexlot(['list'], { HEXLOT_LISTING_CHECK: 'email' });
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('HEXLOT_SMTP_URL') });
  const nobody = await hexlot(['list'], { ...settings, HEXLOT_MAIL_FROM: '' });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('HEXLOT_MAIL_FROM') });
});

test('an update of an unknown operator, or of nothing, exits with 1 and one line on stderr that says why', async () => {
  const nobody = await hexlotAlone(['update', '--id', 'op_none', '--limit-end-users', '--json']);
  expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'hexlot: no such operator\n' });
  expect(await hexlot(['get', '--id', 'op_none', '--json'])).toEqual(nobody);
  const nothing = await hexlot(['update', '--id', 'op_none', '--json']);
  expect(nothing).toMatchObject({ code: 1, stdout: '' });
  expect(nothing.stderr).toMatch(/^hexlot: nothing to change: .*--limit-end-users.*\n$/);
});

test('the help says what limiting end users means, and when a running API follows', async () => {
  const { code, stdout } = await hexlot(['update', '--help']);
  expect(code).toBe(0);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('20 calls per minute for each end user (X-End-User-Id)');
  expect(text).toContain('in 30 seconds at the latest');
});
