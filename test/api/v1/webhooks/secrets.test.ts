import { afterAll, expect, test } from 'vitest';
import { deliveryHeaders } from '../../../../src/outbound/webhooks/courier/send-delivery.ts';
import { isSignedWith } from '../../../../src/outbound/webhooks/signature.ts';
import type { TestKey } from '../../client.ts';
import { openWebhooks, PATH } from './operator.ts';

const { api, newKey, get, post, made, happened, relay, claim, audits } = await openWebhooks();
afterAll(() => api.stop());

/** Which secret made each signature of an event that happens now, as a courier sends it. */
async function signersOf(key: TestKey, secrets: readonly string[]) {
  await happened(key);
  await relay();
  const [delivery] = await claim();
  if (delivery === undefined) expect.unreachable();
  const body = Buffer.from(delivery.body);
  const headers = deliveryHeaders(delivery, body, 0);
  const signer = (name: string) =>
    secrets.find((secret) => isSignedWith(secret, body, String(headers[name])));
  return [signer('x-service-signature'), signer('x-service-signature-next')];
}

test('for 24 hours the secret before still signs, and the new one beside it; then it alone', async () => {
  const key = await newKey();
  const { id, secret } = await made(key);
  const rotated = await post(key, `/${id}/rotate-secret`);
  expect(rotated.status, rotated.text).toBe(200);
  const { secret: next, webhook } = rotated.body;
  expect(next).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(next).not.toBe(secret);
  expect(webhook.secret_last4).toBe(next.slice(-4));
  expect((await get(key, `/${id}`)).body).toEqual({ webhook });
  expect(await signersOf(key, [next, secret])).toEqual([secret, next]);

  const [kept] = await api.database.sql<{ hours: number }>(
    `update webhook_secrets set previous_until = now() where webhook_id = $1
     returning extract(epoch from old.previous_until - now()) / 3600 as hours`,
    [id],
  );
  expect(Number(kept?.hours)).toBeCloseTo(24, 1);
  expect(await signersOf(key, [next, secret])).toEqual([next, undefined]);
});

test('rotated twice, the last two sign, and the first no longer does', async () => {
  const key = await newKey();
  const { id, secret: first } = await made(key);
  const { secret: second } = (await post(key, `/${id}/rotate-secret`)).body;
  const { secret: third } = (await post(key, `/${id}/rotate-secret`)).body;
  expect(await signersOf(key, [first, second, third])).toEqual([second, third]);
});

test('the secret before no longer signs once its operator ends it, once', async () => {
  const key = await newKey();
  const { id, secret } = await made(key);
  const end = (as: TestKey) =>
    api.request('DELETE', `${PATH}/${id}/previous-secret`, { key: as.secret });
  expect((await end(key)).status).toBe(200);
  const { secret: next, webhook } = (await post(key, `/${id}/rotate-secret`)).body;
  expect((await end(await newKey())).status).toBe(404);
  expect(await signersOf(key, [secret, next])).toEqual([secret, next]);
  const ended = await end(key);
  expect([ended.status, ended.body]).toEqual([200, { webhook }]);
  await end(key);
  expect(await signersOf(key, [secret, next])).toEqual([next, undefined]);
  const actions = (await audits(id)).map(({ action }) => action);
  expect(actions).toEqual([
    'webhook.created',
    'webhook.secret_rotated',
    'webhook.previous_secret_ended',
  ]);
});

test('a repeat with the same Idempotency-Key rotates once and shows no secret', async () => {
  const key = await newKey();
  const { id } = await made(key);
  const headers = { 'idempotency-key': 'rotate' };
  const first = await post(key, `/${id}/rotate-secret`, undefined, headers);
  const again = await post(key, `/${id}/rotate-secret`, undefined, headers);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual({ webhook: first.body.webhook });
  const other = await post(key, `/${(await made(key)).id}/rotate-secret`, undefined, headers);
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'idempotency_mismatch']);
  const [, rotated, ...more] = await audits(id);
  expect(more).toEqual([]);
  expect(rotated).toMatchObject({
    action: 'webhook.secret_rotated',
    diff: { after: { secret_last4: first.body.webhook.secret_last4 } },
  });
});

test('the role that answers calls cannot read a secret, not even through an update', async () => {
  const [{ name = '' } = {}] = await api.database.sql<{ name: string }>(
    `select rolname as name from pg_roles where rolname like '%api' limit 1`,
  );
  const [rights] = await api.database.sql<object>(
    `select has_column_privilege($1, 'webhook_secrets', 'secret', 'select') as secret,
       has_column_privilege($1, 'webhook_secrets', 'previous_secret', 'select') as previous,
       has_column_privilege($1, 'webhook_secrets', 'previous_secret', 'update') as moved`,
    [name],
  );
  expect(rights).toEqual({ secret: false, previous: false, moved: false });
});

test('no log, audit row or idempotency row holds a secret', async () => {
  const found = await api.database.sql(
    `select from audit_log where diff::text like '%whsec_%'
     union all select from idempotency where response::text like '%whsec_%'`,
  );
  expect(found).toEqual([]);
});
