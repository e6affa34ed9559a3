import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CHALLENGE_RETRY_SECONDS,
  CHALLENGE_WINDOW_SECONDS,
  CHALLENGES_MAX,
  claimChallenges,
  markChallenge,
} from '../../../../../src/outbound/webhooks/courier/challenge.ts';
import { openPost, type Post } from '../stage.ts';

/** After everything that the tests write. */
const START = Date.now() + 86_400_000;
const at = (seconds: number) => new Date(START + seconds * 1_000);

let post: Post;
beforeAll(async () => {
  post = await openPost();
});
afterAll(() => post.database.drop());
beforeEach(() =>
  post.database.sql('truncate webhook_secrets, webhooks, webhook_addresses, deliveries'),
);

const claim = (seconds: number, vouched: string[] = []) =>
  claimChallenges(post.database.courier, vouched, at(seconds));

/** Asks for the proof of every address now. */
const askAll = () =>
  post.database.sql('update webhook_addresses set due_at = now(), challenge_count = 0');

test('an address that does not answer is challenged a few times, and then its webhooks are paused', async () => {
  const webhookIds = [await post.addWebhook(), await post.addWebhook()];
  let now = 0;
  for (const seconds of CHALLENGE_RETRY_SECONDS) {
    const { due, paused } = await claim(now);
    expect([due.map(({ url }) => url), paused]).toEqual([['https://example.com/hook'], []]);
    for (const one of due) await markChallenge(post.database.courier, one, 'answered 404');
    expect((await claim(now + seconds - 1)).due).toEqual([]);
    now += seconds;
  }
  const { due, paused } = await claim(now);
  expect(due).toEqual([]);
  expect(paused.sort()).toEqual(webhookIds.sort());
  for (const id of webhookIds)
    expect(await post.webhook(id)).toMatchObject({ status: 'paused', pause_reason: 'failures' });
  expect(await claim(now + 86_400)).toEqual({ due: [], paused: [] });
  const audits = await post.database.sql<{ actor_id: string }>(
    `select actor_id, diff from audit_log where entity_id = any($1)`,
    [webhookIds],
  );
  expect(audits).toHaveLength(2);

  // Who resumes one asks for it again, from the beginning.
  await post.database.sql(
    `update webhooks set status = 'active', paused_at = null, pause_reason = null
     where webhook_id = $1`,
    [webhookIds[0]],
  );
  expect((await claim(now + 86_400)).due).toHaveLength(1);
});

test('nobody asks an address more often than once a minute, and no operator many at once', async () => {
  for (let i = 0; i < 12; i += 1) await post.addWebhook({ url: `https://h${i}.example.com/` });
  const { ofOperator } = CHALLENGES_MAX;
  const first = (await claim(0)).due;
  expect(first).toHaveLength(ofOperator);
  await askAll();
  expect((await claim(CHALLENGE_WINDOW_SECONDS - 1)).due).toEqual([]);
  await askAll();
  const second = (await claim(CHALLENGE_WINDOW_SECONDS)).due;
  expect(second).toHaveLength(ofOperator);
  // Those that were not asked yet come first.
  const urls = [...first, ...second].map(({ url }) => url);
  expect(new Set(urls).size).toBe(2 * ofOperator);
});

test('ten operators together ask one host no more than its limit, and no other host waits for it', async () => {
  const colluding = await Promise.all(Array.from({ length: 10 }, () => openPost(post.database)));
  for (const one of colluding)
    for (let i = 0; i < 5; i += 1)
      await one.addWebhook({ url: `https://victim.example.com:443/${i}` });
  await post.addWebhook({ url: 'https://other.example.com/' });
  const hosts = (await claim(0)).due.map(({ url }) => new URL(url).hostname);
  expect(hosts.filter((host) => host === 'victim.example.com')).toHaveLength(CHALLENGES_MAX.ofHost);
  expect(hosts).toContain('other.example.com');
});

test('a host that is vouched for, an address without a webhook and a proven one are not asked', async () => {
  const unused = await post.addWebhook({ url: 'https://unused.example.com/' });
  const paused = await post.addWebhook({ url: 'https://paused.example.com/' });
  await post.addWebhook({ url: 'https://proven.example.com/' });
  await post.addWebhook({ url: 'http://127.0.0.1:9/' });
  await post.database.sql('update webhooks set deleted_at = now() where webhook_id = $1', [unused]);
  await post.database.sql(
    `update webhooks set status = 'paused', paused_at = now(), pause_reason = 'operator'
     where webhook_id = $1`,
    [paused],
  );
  const [proven] = (await claim(0, ['http://127.0.0.1:9/'])).due;
  expect(proven?.url).toBe('https://proven.example.com/');
  if (proven) await markChallenge(post.database.courier, proven, null);
  expect((await claim(86_400, ['http://127.0.0.1:9/'])).due).toEqual([]);
});

test('a new url is a new address, and an old one that is used again is proven still', async () => {
  const webhookId = await post.addWebhook();
  const [first] = (await claim(0)).due;
  if (first) await markChallenge(post.database.courier, first, null);
  const move = (url: string) =>
    post.database.sql('update webhooks set url = $2 where webhook_id = $1', [webhookId, url]);
  await move('https://example.com/other');
  await post.addEvents(1);
  expect((await claim(60)).due.map(({ url }) => url)).toEqual(['https://example.com/other']);
  await move('https://example.com/hook');
  expect((await claim(86_400)).due).toEqual([]);
});
