import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimChallenges } from '../../../../../src/outbound/webhooks/courier/challenge.ts';
import { explainSignature } from '../../../../../src/outbound/webhooks/explain-signature.ts';
import { FAILURES_MAX, WEBHOOKS_MAX } from '../../../../../src/outbound/webhooks/webhook.ts';
import { openPost, type Post } from '../stage.ts';
import {
  ok,
  openPublicStage,
  type PublicStage,
  type Request,
  unaware,
  willing,
  willingInText,
} from './public-stage.ts';

const CHALLENGE = 'webhook.challenge';

let post: Post;
let stage: PublicStage;
beforeAll(async () => {
  post = await openPost();
  stage = await openPublicStage(post.database);
});
afterAll(async () => {
  await stage.close();
  await post.database.drop();
});
beforeEach(async () => {
  await post.relay();
  await post.database.sql(
    `truncate deliveries, event_bodies, webhook_secrets, webhooks, webhook_addresses,
       webhook_host_budgets`,
  );
  stage.requests.length = 0;
  stage.behave(willing);
});
afterEach(() => stage.stopCouriers());

const urlOf = (path: string, name = 'hooks') => `https://${name}.example.com${path}`;

const addresses = () =>
  post.database.sql<{ url: string; verified_at: Date | null; failure: string | null }>(
    'select url, livemode, verified_at, failure from webhook_addresses order by url',
  );

/** Resolves once so many challenges have ended, and a claim had the time to do more. */
async function untilChallenged(count: number): Promise<void> {
  await expect
    .poll(async () => (await addresses()).filter((one) => one.verified_at ?? one.failure).length)
    .toBe(count);
}

const statuses = async () => new Set((await post.deliveries()).map(({ status }) => status));

test('twenty webhooks at an address that wants no events cost it one request, whatever happens', async () => {
  const colluding = await Promise.all([post, openPost(post.database)]);
  for (const one of colluding)
    for (let i = 0; i < WEBHOOKS_MAX; i += 1) await one.addWebhook({ url: urlOf('/hook') });
  stage.behave(unaware);
  stage.startCourier();
  stage.startCourier();
  for (const one of colluding) await one.addEvents(150);
  await untilChallenged(2);
  await expect.poll(async () => (await post.deliveries()).length).toBe(2 * 150 * WEBHOOKS_MAX);
  await stage.stopCouriers();
  // One for each operator.
  expect(stage.requests.map(({ type }) => type)).toEqual([CHALLENGE, CHALLENGE]);
  expect(await statuses()).toEqual(new Set(['pending']));
  expect((await post.deliveries()).every(({ try_count }) => try_count === 0)).toBe(true);
});

test('an address proves itself once for all webhooks of its operator there, and then gets what waits', async () => {
  const secrets = ['a', 'b', 'c'].map((letter) => `whsec_${letter.repeat(43)}`);
  for (const secret of secrets) await post.addWebhook({ url: urlOf('/hook'), secret });
  const events = await post.addEvents(4);
  stage.startCourier();
  await expect.poll(statuses).toEqual(new Set(['delivered']));
  expect(stage.ofType(CHALLENGE)).toHaveLength(1);
  expect(stage.requests[0]?.type).toBe(CHALLENGE);
  expect(stage.ofType('lot.updated')).toHaveLength(events.length * secrets.length);

  const [challenge] = stage.ofType(CHALLENGE);
  if (challenge === undefined) throw new Error('there was no challenge');
  const signature = /^x-service-signature: .*$/gim;
  const header = [...challenge.headers.matchAll(signature)]
    .map(([line]) => line.split(': ')[1])
    .join(',');
  for (const secret of secrets)
    expect(explainSignature(secret, Buffer.from(challenge.body), header)).toBeUndefined();
  expect(JSON.parse(challenge.body)).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: CHALLENGE,
    created_at: expect.stringMatching(/Z$/),
    data: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect(challenge.headers).toContain(JSON.parse(challenge.body).id);

  // One more at the same address needs no other proof.
  await post.addWebhook({ url: urlOf('/hook') });
  await post.addEvents(1);
  await expect.poll(() => stage.ofType('lot.updated').length).toBe(events.length * 3 + 4);
  expect(stage.ofType(CHALLENGE)).toHaveLength(1);
});

test('another operator, the other world and another path are addresses of their own', async () => {
  const other = await openPost(post.database);
  await post.addWebhook({ url: urlOf('/hook') });
  await post.addWebhook({ url: urlOf('/hook'), livemode: false });
  await post.addWebhook({ url: urlOf('/hook/2') });
  await other.addWebhook({ url: urlOf('/hook') });
  stage.startCourier();
  await untilChallenged(4);
  expect(stage.ofType(CHALLENGE)).toHaveLength(4);
});

test('the bare text is a proof, too', async () => {
  stage.behave(willingInText);
  await post.addWebhook({ url: urlOf('/hook') });
  stage.startCourier();
  await untilChallenged(1);
  expect(await addresses()).toMatchObject([{ verified_at: expect.any(Date), failure: null }]);
});

const EMPTY = 'Content-Length: 0\r\n\r\n';
const redirect = `HTTP/1.1 307 Go\r\nLocation: https://other.example.com/\r\n${EMPTY}`;

test.each<[string, (request: Request) => string, string]>([
  ['answers only 200', unaware, 'answered 200 without the challenge'],
  ['repeats the request', ({ body }) => ok(body), 'answered 200 without the challenge'],
  [
    'answers with something else',
    () => ok('{"challenge":"x"}'),
    'answered 200 without the challenge',
  ],
  ['sends it elsewhere', () => redirect, 'answered 307: redirects are not followed'],
  ['answers it with an error', ({ body }) => ok(body).replace('200 OK', '404 No'), 'answered 404'],
])('an endpoint that %s proves nothing, and has no failure', async (_, answer, failure) => {
  stage.behave(answer);
  const webhookId = await post.addWebhook({ url: urlOf('/hook') });
  await post.addEvents(1);
  stage.startCourier();
  await untilChallenged(1);
  await stage.stopCouriers();
  expect(await addresses()).toMatchObject([{ verified_at: null, failure }]);
  expect(stage.ofType('lot.updated')).toEqual([]);
  expect(await post.webhook(webhookId)).toMatchObject({
    status: 'active',
    consecutive_failures: 0,
    last_failure_at: null,
  });
});

test('a webhook that is paused for its failures must prove its address again', async () => {
  const webhookId = await post.addWebhook({ url: urlOf('/hook') });
  await post.addWebhook({ url: urlOf('/hook'), events: ['session.created'] });
  const failing = (request: Request) =>
    request.type === CHALLENGE ? willing(request) : `HTTP/1.1 410 Gone\r\n${EMPTY}`;
  stage.behave(failing);
  stage.startCourier();
  await untilChallenged(1);
  await post.addEvents(FAILURES_MAX);
  await expect.poll(() => post.webhook(webhookId)).toMatchObject({ pause_reason: 'gone' });
  expect(await addresses()).toMatchObject([
    { verified_at: null, failure: 'answered 410 to an event' },
  ]);
  await stage.stopCouriers();
  // At once, for the other webhook that uses it.
  const later = new Date(Date.now() + 60_000);
  expect((await claimChallenges(post.database.courier, [], later)).due).toHaveLength(1);
});
