import { afterAll, describe, expect, test } from 'vitest';
import { badField } from '../../../../src/kit/errors.ts';
import { WEBHOOKS_MAX } from '../../../../src/outbound/webhooks/webhook.ts';
import { EVENT_TYPES } from '../../../../src/parking/events/event-data.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf } from '../../stage.ts';
import { bodyOf, openWebhooks, PATH } from './operator.ts';

const { api, newKey, post, get, made, remove, audits } = await openWebhooks({
  app: {
    async checkEndpoint(url) {
      if (!url.startsWith('https://')) throw badField('url', 'must begin with https://');
      return new URL(url).href;
    },
  },
});
afterAll(() => api.stop());

const SECRET = /^whsec_[A-Za-z0-9_-]{43}$/;

test('a new webhook is answered with its secret, and audited without', async () => {
  const key = await newKey();
  const answer = await post(key, '', {
    url: 'https://Hooks.example.com',
    events: ['payment.failed', 'session.ended'],
    description: ' Books ',
  });
  expect(answer.status, answer.text).toBe(201);
  const { webhook, secret } = answer.body;
  expect(secret).toMatch(SECRET);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^wh_[0-9a-f]{32}$/),
    url: 'https://hooks.example.com/',
    events: ['session.ended', 'payment.failed'],
    status: 'active',
    description: 'Books',
    consecutive_failures: 0,
    paused_at: null,
    pause_reason: null,
    last_success_at: null,
    last_failure_at: null,
    verified_at: null,
    verification_failure: null,
    secret_last4: secret.slice(-4),
    created_at: expect.stringMatching(/Z$/),
    updated_at: webhook.created_at,
  });
  expect(await audits(webhook.id)).toEqual([
    {
      action: 'webhook.created',
      actor_id: key.keyId,
      operator_id: key.operatorId,
      livemode: true,
      request_id: answer.headers['x-request-id'],
      diff: {
        before: null,
        after: {
          url: 'https://hooks.example.com/',
          events: ['session.ended', 'payment.failed'],
          description: 'Books',
          status: 'active',
          pause_reason: null,
        },
      },
    },
  ]);
  const [kept] = await api.database.sql<{ secret: string }>(
    'select secret from webhook_secrets where webhook_id = $1',
    [webhook.id],
  );
  expect(kept?.secret).toBe(secret);
  expect((await get(key, `/${webhook.id}`)).body).toEqual({ webhook });
});

test('is made once for all calls with the same Idempotency-Key, and shows its secret to one', async () => {
  const key = await newKey();
  const headers = { 'idempotency-key': 'books' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(key, '', bodyOf(), headers)),
  );
  const again = await post(key, '', bodyOf(), headers);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).not.toHaveProperty('secret');
  for (const { status, body } of answers)
    expect([status, body.webhook]).toEqual([201, again.body.webhook]);
  const secrets = answers.flatMap(({ body }) => body.secret ?? []);
  expect(secrets).toEqual([expect.stringMatching(SECRET)]);
  const kept = await api.database.sql<{ response: object }>(
    'select response from idempotency where key_id = $1',
    [key.keyId],
  );
  expect(JSON.stringify(kept)).not.toContain('whsec_');
  const other = await post(key, '', bodyOf({ description: 'other' }), headers);
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'idempotency_mismatch']);
});

test('several may have the same url, each with a secret of its own', async () => {
  const key = await newKey();
  const [one, other] = [await made(key), await made(key)];
  expect(one.secret).not.toBe(other.secret);
});

test('an operator has at most 20 in each world, even in a race; a deleted one makes room', async () => {
  const key = await newKey();
  const sandbox = await newKey({ operatorId: key.operatorId, mode: 'test' });
  const twin = await newKey({ operatorId: key.operatorId });
  const answers = await Promise.all(
    Array.from({ length: WEBHOOKS_MAX + 6 }, (_, i) => post(i % 2 ? key : twin, '', bodyOf())),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(6);
  for (const { status, body } of refused)
    expect([status, body.error.details]).toEqual([
      409,
      { reason: 'webhook_limit', webhooks_max: WEBHOOKS_MAX },
    ]);
  await made(sandbox);
  const listed = await get(key, '', { limit: 100 });
  expect(listed.body.data).toHaveLength(WEBHOOKS_MAX);
  await remove(key, listed.body.data[0].id);
  await made(key);
  expect((await post(key, '', bodyOf())).status).toBe(409);
});

describe('input that is refused', () => {
  let key: TestKey;

  test.each<[field: string, more: object]>([
    ['url', { url: undefined }],
    ['url', { url: '' }],
    ['url', { url: 'http://hooks.example.com' }],
    ['url', { url: `https://hooks.example.com/${'x'.repeat(2_000)}` }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events', { events: 'session.ended' }],
    ['events', { events: ['session.ended', 'session.ended'] }],
    ['events.1', { events: ['session.ended', 'session.begun'] }],
    ['events.0', { events: [null] }],
    ['description', { description: 'x'.repeat(201) }],
    ['description', { description: 'two\nlines' }],
    ['secret', { secret: 'whsec_mine' }],
    ['status', { status: 'paused' }],
  ])('400 names %s in %j', async (field, more) => {
    key ??= await newKey();
    const answer = await post(key, '', bodyOf(more));
    expect([answer.status, fieldsOf(answer)], answer.text).toEqual([400, [field]]);
  });

  test('an unknown type gets the list of known ones', async () => {
    const { body } = await post(await newKey(), '', bodyOf({ events: ['session.begun'] }));
    for (const type of EVENT_TYPES) expect(body.error.message).toContain(type);
  });

  test('nothing was written by any of these calls', async () => {
    const left = await api.database.sql(
      `select operator_id from webhooks where operator_id = $1
       union all select action from audit_log
       where operator_id = $1 and action like 'webhook.%'`,
      [key.operatorId],
    );
    expect(left).toEqual([]);
  });
});

test('a key needs webhooks:write, and belongs to no fleet', async () => {
  const reader = await post(await newKey({ scopes: ['webhooks:read'] }), '', bodyOf());
  expect([reader.status, reader.body.error.message]).toEqual([
    403,
    expect.stringContaining('webhooks:write'),
  ]);
  const fleet = await post(await newKey({ fleetId: 'north' }), '', bodyOf());
  expect([fleet.status, fleet.body.error.message]).toEqual([403, expect.stringContaining('fleet')]);
  const answer = await api.request('POST', PATH, { key: 'pk_live_wrong', body: bodyOf() });
  expect(answer.status).toBe(401);
});
