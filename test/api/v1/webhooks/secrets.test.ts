import { afterAll, expect, test } from 'vitest';
import { deliveryHeaders } from '../../../../src/webhooks/courier/send-delivery.ts';
import { isSignedWith } from '../../../../src/webhooks/signature.ts';
import type { TestKey } from '../../client.ts';
import { openWebhooks } from './operator.ts';

const { api, newKey, get, post, made, happened, relay, claim, audits } = await openWebhooks();
afterAll(() => api.stop());

/** The signature of an event that happens now, as a courier sends it. */
async function signatureOf(key: TestKey) {
  await happened(key);
  await relay();
  const [delivery] = await claim();
  if (delivery === undefined) expect.unreachable();
  const body = Buffer.from(delivery.body);
  const header = String(deliveryHeaders(delivery, body, 0)['x-service-signature']);
  return (secret: string) => isSignedWith(secret, body, header);
}

test('a new secret and the one before both sign for 24 hours, then only the new one', async () => {
  const key = await newKey();
  const { id, secret } = await made(key);
  const rotated = await post(key, `/${id}/rotate-secret`);
  expect(rotated.status, rotated.text).toBe(200);
  const { secret: next, webhook } = rotated.body;
  expect(next).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(next).not.toBe(secret);
  expect(webhook.secret_last4).toBe(next.slice(-4));
  expect((await get(key, `/${id}`)).body).toEqual({ webhook });
  let isSigned = await signatureOf(key);
  expect([isSigned(next), isSigned(secret)]).toEqual([true, true]);

  const [kept] = await api.database.sql<{ hours: number }>(
    `update webhook_secrets set previous_until = now() where webhook_id = $1
     returning extract(epoch from old.previous_until - now()) / 3600 as hours`,
    [id],
  );
  expect(Number(kept?.hours)).toBeCloseTo(24, 1);
  isSigned = await signatureOf(key);
  expect([isSigned(next), isSigned(secret)]).toEqual([true, false]);
});

test('rotated twice, the last two sign, and the first no longer does', async () => {
  const key = await newKey();
  const { id, secret: first } = await made(key);
  const { secret: second } = (await post(key, `/${id}/rotate-secret`)).body;
  const { secret: third } = (await post(key, `/${id}/rotate-secret`)).body;
  const isSigned = await signatureOf(key);
  expect([first, second, third].map(isSigned)).toEqual([false, true, true]);
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
