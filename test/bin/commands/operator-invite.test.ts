import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../../../src/access/sign-in/accept-invitation.ts';
import { startSmtpServer } from '../../smtp-server.ts';
import { addOperator, DEVICE } from '../../src/access/people.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { callHexlot } from '../stage/call-hexlot.ts';

let database: TestDatabase;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let dir: string;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  smtp = await startSmtpServer();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-invite-'));
  operatorId = await addOperator(database);
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await smtp.stop();
  await database.drop();
});

const invite = (args: string[], settings: Record<string, string> = {}) =>
  callHexlot(['operator', 'invite', ...args], {
    ...{ HEXLOT_BASE_URL: 'https://parking.example', ...settings },
    ...{ HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_DATA_DIR: dir },
  });
const LINK = /https:\/\/parking\.example\/dashboard\/invitations\/([\w-]{43})/;

test('a link is printed with which somebody becomes an owner, or what was said, once', async () => {
  const made = await invite(['--operator', operatorId, '--json']);
  expect(made.code, made.stderr).toBe(0);
  const { invitation } = JSON.parse(made.stdout);
  expect(invitation).toEqual({
    url: expect.stringMatching(LINK),
    expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const [, token = ''] = LINK.exec(invitation.url) ?? [];
  const person = { name: 'Kim', email: null, device: DEVICE };
  const { signIn } = await acceptInvitation(database.db, token, person, null);
  expect(signIn).toMatchObject({ operatorId, role: 'owner' });
  const plain = await invite(['--operator', operatorId, '--role', 'viewer']);
  expect(plain.stdout).toMatch(/^Whoever opens this link joins as viewer, once, until \d{4}-.*:\n/);
  expect(plain.stdout).toMatch(LINK);
});

test('with an address it is mailed where mail is set up', async () => {
  const mail = { HEXLOT_SMTP_URL: smtp.url, HEXLOT_MAIL_FROM: 'parking@example.com' };
  const asked = ['--operator', operatorId, '--email', 'kim@example.com'];
  const made = await invite(asked, mail);
  expect(made.stdout).toContain('It was sent to kim@example.com.');
  expect(smtp.mails.map(({ to }) => to)).toEqual(['kim@example.com']);
  expect((await invite(asked)).stdout).not.toContain('sent');
});

test.each([
  ['--operator', ['--operator', `op_${'0'.repeat(32)}`]],
  ['--operator', []],
  ['--email', ['--operator', '', '--email', 'kim']],
  ['--role', ['--operator', '', '--role', 'boss']],
])('what is wrong is on stderr, with %s', async (option, args) => {
  const refused = await invite(args.map((arg) => (arg === '' ? operatorId : arg)));
  expect(refused.code).not.toBe(0);
  expect(refused.stdout).toBe('');
  expect(refused.stderr).toContain(option);
});
