import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  claimDeliveries,
  LEASE_MS,
} from '../../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { retryDelayMs } from '../../../../../src/outbound/webhooks/courier/schedule.ts';
import { ATTEMPTS_KEPT, FAILURES_MAX } from '../../../../../src/outbound/webhooks/webhook.ts';
import { openPost, type Post, resultOf, strangeResult, VOUCHED } from '../stage.ts';

let post: Post;
/** After everything that happens here. */
const START = new Date(Date.now() + 86_400_000);
const later = (ms: number) => new Date(START.getTime() + ms);

beforeAll(async () => {
  post = await openPost();
});
afterAll(() => post.database.drop());
beforeEach(async () => {
  await post.relay();
  await post.database.sql('truncate deliveries, event_bodies, webhook_secrets, webhooks');
});

/** One webhook with this many deliveries that are due. */
async function addWaiting(count = 1) {
  const webhookId = await post.addWebhook();
  const events = await post.addEvents(count);
  await post.relay();
  return { webhookId, events };
}

test('a claimed delivery has all that is sent, and the same bytes in each attempt', async () => {
  const { webhookId, events } = await addWaiting();
  const [first] = await post.claim(START);
  expect(first).toMatchObject({
    webhookId,
    eventId: events[0],
    type: 'lot.updated',
    tryCount: 0,
    url: 'https://example.com/hook',
    secret: expect.stringMatching(/^whsec_/),
    previousSecret: null,
  });
  expect(JSON.parse(first?.body ?? '')).toEqual({
    id: events[0],
    type: 'lot.updated',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { lot_id: 'lot_1' },
  });
  if (first === undefined) return;
  await post.mark([resultOf(first, { outcome: 'failed', retry_ms: 1_000 })], START);
  const [second] = await post.claim(later(1_000));
  expect(second).toMatchObject({ body: first.body, tryCount: 1 });
});

test('no two couriers have the same delivery, however many claim at once', async () => {
  const { events } = await addWaiting(200);
  const claims = await Promise.all(Array.from({ length: 8 }, () => post.claim(START)));
  const claimed = claims.flat().map(({ eventId }) => eventId);
  // One that found rows locked left them to the other.
  claimed.push(...(await post.claim(START)).map(({ eventId }) => eventId));
  expect(claimed.sort()).toEqual(events.sort());
});

test('webhooks take turns: a backlog of the first ones keeps none of the last ones waiting', async () => {
  const webhooks = [];
  for (let i = 0; i < 4; i += 1) webhooks.push((await addWaiting(10)).webhookId);
  const room = { rowLimit: 3, room: 2, known: new Map() };
  const claimed = new Set<string>();
  let after = '';
  // Two rows of one webhook and one of the next fill a claim, so four webhooks are two claims.
  for (let i = 0; i < 2; i += 1) {
    const { deliveries, next } = await claimDeliveries(post.database.courier, room, {
      after,
      vouched: VOUCHED,
    });
    expect(deliveries).toHaveLength(3);
    for (const { webhookId } of deliveries) claimed.add(webhookId);
    after = next;
  }
  expect([...claimed].sort()).toEqual(webhooks.sort());
  // After the last one comes the first one again.
  const last = await claimDeliveries(post.database.courier, room, { after, vouched: VOUCHED });
  expect(last).toEqual({ deliveries: [], next: '', isRound: false });
});

test('a courier that died gives its deliveries back when the lease ends, not before', async () => {
  await addWaiting(3);
  const dead = await post.claim(START);
  expect(await post.claim(later(LEASE_MS - 1))).toEqual([]);
  const heirs = await post.claim(later(LEASE_MS));
  expect(heirs.map(({ deliveryId }) => deliveryId)).toEqual(
    dead.map(({ deliveryId }) => deliveryId),
  );
  // What the first one learns now is not written down any more.
  await post.mark(
    dead.map((one) => resultOf(one)),
    later(LEASE_MS),
  );
  expect(await post.deliveries()).toMatchObject([
    { status: 'pending' },
    { status: 'pending' },
    { status: 'pending' },
  ]);
});

test('offsets of the attempts are 0, 1, 6, 36, 336, 2136 and 9336 seconds, and then none', async () => {
  await addWaiting();
  const offsets: number[] = [];
  // Failures of this webhook stay below the limit at which it is paused.
  for (let second = 0; second <= 20_000; second += 1) {
    const due = await nextDue();
    if (due === undefined) break;
    const at = new Date(Math.max(due.getTime(), START.getTime()));
    expect(await post.claim(new Date(at.getTime() - 1))).toEqual([]);
    const [claimed] = await post.claim(at);
    if (claimed === undefined) throw new Error('nothing is due');
    offsets.push((at.getTime() - START.getTime()) / 1_000);
    const retry_ms = retryDelayMs(claimed.tryCount + 1, { retryAfterMs: null, random: () => 0 });
    await post.mark([resultOf(claimed, { outcome: 'failed', retry_ms })], at);
  }
  expect(offsets).toEqual([0, 1, 6, 36, 336, 2_136, 9_336]);
  expect(await post.deliveries()).toMatchObject([{ status: 'failed', try_count: 7 }]);
});

/** When the waiting delivery is due; undefined when none waits. */
async function nextDue(): Promise<Date | undefined> {
  const { sql } = post.database;
  await sql(`update deliveries set due_at = $1 where due_at < $1 and status = 'pending'`, [START]);
  const [one] = (await post.deliveries()).filter(({ status }) => status === 'pending');
  return one?.due_at;
}

test(`the ${FAILURES_MAX}th failure in a row pauses, whatever else is written down with it`, async () => {
  const { webhookId } = await addWaiting(FAILURES_MAX + 5);
  const claimed = await post.claim(START);
  const failed = claimed.map((one) => resultOf(one, { outcome: 'failed', retry_ms: 1_000 }));
  expect(await post.mark(failed.slice(0, FAILURES_MAX - 1), START)).toEqual([]);
  expect(await post.webhook(webhookId)).toMatchObject({
    status: 'active',
    consecutive_failures: FAILURES_MAX - 1,
  });
  const last = failed.slice(FAILURES_MAX - 1, FAILURES_MAX);
  expect(await post.mark(last, START)).toEqual([
    { webhookId, reason: 'failures', failureCount: FAILURES_MAX },
  ]);
  expect(await post.webhook(webhookId)).toMatchObject({
    status: 'paused',
    pause_reason: 'failures',
    consecutive_failures: FAILURES_MAX,
    paused_at: START,
    last_failure_at: START,
    last_success_at: null,
  });
  // It gets nothing more: not what waits, and not what is new.
  await post.addEvents(2);
  await post.relay();
  expect(await post.claim(later(86_400_000))).toEqual([]);
});

test('a webhook that is resumed gets nothing of what waited or happened before', async () => {
  const { webhookId } = await addWaiting(5);
  const { sql } = post.database;
  const [claimed] = await post.claim(START);
  if (claimed === undefined) throw new Error('nothing is due');
  await post.mark([resultOf(claimed, { outcome: 'gone', retry_ms: 1_000 })], START);
  await post.addEvents(3);
  await post.relay();
  await sql(
    `update webhooks set status = 'active', paused_at = null, pause_reason = null,
       active_since = clock_timestamp()
     where webhook_id = $1`,
    [webhookId],
  );
  const [next] = await post.addEvents(1);
  await post.relay();
  expect(await post.claim(later(86_400_000))).toMatchObject([{ eventId: next }]);
});

test('a success begins a new count, also in the middle of what is written down at once', async () => {
  const { webhookId } = await addWaiting(2 * FAILURES_MAX);
  const claimed = await post.claim(START);
  const outcomes = claimed.map((one, number) =>
    number === FAILURES_MAX - 1
      ? resultOf(one)
      : resultOf(one, { outcome: 'failed', retry_ms: 1_000 }),
  );
  // 9 failures, 1 success, 9 failures.
  expect(await post.mark(outcomes.slice(0, 2 * FAILURES_MAX - 1), START)).toEqual([]);
  expect(await post.webhook(webhookId)).toMatchObject({
    status: 'active',
    consecutive_failures: FAILURES_MAX - 1,
    last_success_at: START,
    last_failure_at: START,
  });
  expect(await post.mark(outcomes.slice(-1), START)).toMatchObject([{ reason: 'failures' }]);
});

test('ten failures in a row pause, even when a success was written down with them', async () => {
  const { webhookId } = await addWaiting(FAILURES_MAX + 1);
  const claimed = await post.claim(START);
  const outcomes = claimed.map((one, number) =>
    number < FAILURES_MAX ? resultOf(one, { outcome: 'failed', retry_ms: 1_000 }) : resultOf(one),
  );
  await post.mark(outcomes, START);
  expect(await post.webhook(webhookId)).toMatchObject({
    status: 'paused',
    consecutive_failures: 0,
  });
});

test('an endpoint that says it is gone is paused at once', async () => {
  const { webhookId } = await addWaiting(2);
  const [first] = await post.claim(START);
  if (first === undefined) throw new Error('nothing was claimed');
  await post.mark([resultOf(first, { outcome: 'gone', retry_ms: 1_000 })], START);
  expect(await post.webhook(webhookId)).toMatchObject({ status: 'paused', pause_reason: 'gone' });
  const [audited] = await post.database.sql(
    `select actor_type, actor_id, diff from audit_log
     where action = 'webhook.updated' and entity_id = $1`,
    [webhookId],
  );
  expect(audited).toEqual({
    actor_type: 'system',
    actor_id: 'courier',
    diff: {
      before: { status: 'active', pause_reason: null },
      after: { status: 'paused', pause_reason: 'gone' },
    },
  });
});

test('what was not sent is due again at once and counts as no attempt', async () => {
  const { webhookId } = await addWaiting();
  const [first] = await post.claim(START);
  if (first === undefined) throw new Error('nothing was claimed');
  await post.mark([resultOf(first, { outcome: 'unsent', attempt: null })], START);
  expect(await post.webhook(webhookId)).toMatchObject({ consecutive_failures: 0 });
  expect(await post.claim(START)).toMatchObject([{ eventId: first.eventId, tryCount: 0 }]);
});

test('a result of another lease changes nothing', async () => {
  await addWaiting();
  const [claimed] = await post.claim(START);
  if (claimed === undefined) throw new Error('nothing was claimed');
  await post.mark([strangeResult(claimed)], START);
  expect(await post.deliveries()).toMatchObject([{ status: 'pending', attempts: [] }]);
});

test(`the last ${ATTEMPTS_KEPT} attempts are kept, oldest first`, async () => {
  await addWaiting();
  for (let number = 1; number <= ATTEMPTS_KEPT + 3; number += 1) {
    const [claimed] = await post.claim(later(number * 1_000));
    if (claimed === undefined) throw new Error('nothing is due');
    const { attempt } = resultOf(claimed);
    if (attempt === null) throw new Error('no attempt');
    await post.mark(
      [resultOf(claimed, { outcome: 'failed', retry_ms: 0, attempt: { ...attempt, ms: number } })],
      later(number * 1_000),
    );
    await post.database.sql('update webhooks set consecutive_failures = 0');
  }
  const [row] = await post.deliveries();
  expect(row?.attempts.map(({ ms }) => ms)).toEqual(
    Array.from({ length: ATTEMPTS_KEPT }, (_, index) => index + 4),
  );
});

test('a rotated secret comes with the delivery until its time is over', async () => {
  const { webhookId } = await addWaiting();
  await post.database.sql(
    `update webhook_secrets set previous_secret = 'whsec_old', previous_until = $2
     where webhook_id = $1`,
    [webhookId, later(LEASE_MS)],
  );
  expect(await post.claim(START)).toMatchObject([{ previousSecret: 'whsec_old' }]);
  expect(await post.claim(later(LEASE_MS))).toMatchObject([{ previousSecret: null }]);
});
