import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkOperator } from '../../../src/access/operators/check-operator.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { findOperator } from '../../../src/access/operators/find-operator.ts';
import { sendConfirmation } from '../../../src/access/operators/send-confirmation.ts';
import { updateOperator } from '../../../src/access/operators/update-operator.ts';
import { applyCheck } from '../../../src/parking/lots/write/apply-check.ts';
import { startSmtpServer } from '../../smtp-server.ts';
import { startTestApi, type TestApi } from '../client.ts';

const EMAIL = 'desk@example.org';

let api: TestApi;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let operatorId: string;

beforeAll(async () => {
  [api, smtp] = await Promise.all([startTestApi(), startSmtpServer()]);
});
afterAll(async () => {
  await api.stop();
  await smtp.stop();
});
beforeEach(async () => {
  const request = { name: 'New', plan: 'free', email: EMAIL, actorId: 'test' };
  const { id } = await createOperator(api.database.owner, { ...request, listingCheck: 'email' });
  operatorId = id;
});

const settings = () => ({
  mail: { smtpUrl: smtp.url, from: 'parking@example.com' },
  baseUrl: api.url,
});

/** Sends the mail, and returns the path of its link. */
async function send(): Promise<string> {
  await sendConfirmation(api.database.owner, settings(), operatorId);
  const { to, data = '' } = smtp.mails.at(-1) ?? {};
  expect(to).toBe((await findOperator(api.database.owner, operatorId)).email);
  const text = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [, path = ''] = new RegExp(`${api.url}(/confirm/\\S+)`).exec(text) ?? [];
  expect(path).toMatch(/^\/confirm\/[\w-]{43}$/);
  return path;
}

const open = (path: string) => api.request('GET', path);
/** As a browser sends the form of the page. */
const press = (path: string) =>
  api.request('POST', path, {
    raw: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const operator = () => findOperator(api.database.owner, operatorId);

test('the button of the page confirms an address once, and lists the lots that waited', async () => {
  const { secret } = await api.createKey({ operatorId });
  const row = { name: 'Lot', lat: 43.65, lng: -79.38, total_spaces: 5 };
  const { body } = await api.request('POST', '/api/v1/lots', { key: secret, body: row });
  expect(body.lot.is_waiting_for_check).toBe(true);

  const path = await send();
  const page = await open(path);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(page.text).toContain('<form method="post"><button ');
  expect(page.text).not.toContain(EMAIL);
  // A scanner of mails opens the link as often as it likes.
  await open(path);
  expect((await operator()).checkedAt).toBeNull();

  expect((await press(path)).text).toContain('is confirmed');
  expect(await operator()).toMatchObject({ checkedBy: 'email', checkedAt: expect.any(Date) });
  await applyCheck(api.database.pipelines, {});
  const shown = await api.request('GET', `/api/v1/lots/${body.lot.id}`);
  expect(shown.status).toBe(200);

  const { checkedAt } = await operator();
  for (const answer of [await press(path), await open(path)]) {
    expect(answer.text).toContain('is confirmed');
    expect(answer.text).not.toContain('<form');
  }
  expect((await operator()).checkedAt).toEqual(checkedAt);
  await expect(send()).rejects.toMatchObject({ details: { reason: 'checked' } });
});

test('presses at the same moment confirm once', async () => {
  const path = await send();
  await Promise.all(Array.from({ length: 8 }, () => press(path)));
  const audits = await api.database.sql(
    `select 1 from audit_log where entity_id = $1 and actor_id = 'confirm-email'`,
    [operatorId],
  );
  expect(audits).toHaveLength(1);
});

test('a wrong link, and one that is older than a day, confirm nothing and say so', async () => {
  const path = await send();
  const wrong = `${path.slice(0, -4)}AAAA`;
  for (const answer of [await open(wrong), await press(wrong)])
    expect(answer.text).toContain('This link is wrong');
  const cut = await open(path.slice(0, -1));
  expect(cut.status).toBe(400);
  expect(cut.body.error.details).toMatchObject([{ field: 'token' }]);
  await api.database.sql(
    `update operator_confirmations set expires_at = now() where operator_id = $1`,
    [operatorId],
  );
  for (const answer of [await open(path), await press(path)])
    expect(answer.text).toContain('too old');
  expect((await operator()).checkedAt).toBeNull();
});

test('a link to an address that the operator has no more confirms nothing', async () => {
  const path = await send();
  const request = { operatorId, email: 'new@example.org', actorId: 'test' };
  await updateOperator(api.database.owner, request);
  expect((await press(path)).text).toContain('This link is wrong');
  expect((await operator()).checkedAt).toBeNull();
  expect((await press(await send())).text).toContain('is confirmed');
});

test('an operator that was refused by hand cannot list its lots by a link', async () => {
  const path = await send();
  const request = { operatorId, isChecked: false, actorId: 'test' };
  await checkOperator(api.database.owner, request);
  expect((await press(path)).text).toContain('has to check the account');
  expect((await operator()).checkedAt).toBeNull();
  await expect(send()).rejects.toMatchObject({ details: { reason: 'refused' } });
});

test('an operator is sent five mails a day at most, also when they are asked for at once', async () => {
  const sent = smtp.mails.length;
  const asked = Array.from({ length: 12 }, () =>
    sendConfirmation(api.database.owner, settings(), operatorId),
  );
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(smtp.mails).toHaveLength(sent + 5);
  await expect(send()).rejects.toMatchObject({ details: { reason: 'too_many_mails' } });
});

test('of a link only a hash is stored, and no address in the audit log', async () => {
  const path = await send();
  await press(path);
  const token = path.slice('/confirm/'.length);
  const rows = await api.database.sql<{ hash: string }>(
    `select encode(token_sha256, 'hex') as hash from operator_confirmations where operator_id = $1`,
    [operatorId],
  );
  expect(rows).toEqual([{ hash: createHash('sha256').update(token).digest('hex') }]);
  const audits = await api.database.sql('select * from audit_log where entity_id = $1', [
    operatorId,
  ]);
  expect(JSON.stringify(audits)).not.toContain(EMAIL);
  expect(JSON.stringify(audits)).not.toContain(token);
});

test('a server that does not take the mail is reported by its code, without the address', async () => {
  smtp.refuse(true);
  const refused = sendConfirmation(api.database.owner, settings(), operatorId);
  await expect(refused).rejects.toThrow(/^the mail could not be sent \(550\)$/);
  smtp.refuse(false);
  const nobody = { ...settings(), mail: { smtpUrl: 'smtp://127.0.0.1:1', from: EMAIL } };
  const unsent = sendConfirmation(api.database.owner, nobody, operatorId);
  await expect(unsent).rejects.toThrow(/^the mail could not be sent \(\w+\)$/);
});
