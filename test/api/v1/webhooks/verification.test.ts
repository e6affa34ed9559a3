import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claimChallenges,
  markChallenge,
} from '../../../../src/outbound/webhooks/courier/challenge.ts';
import { claimDeliveries } from '../../../../src/outbound/webhooks/courier/claim-deliveries.ts';
import type { TestKey } from '../../client.ts';
import { bodyOf, openWebhooks } from './operator.ts';

const ROOM = { rowLimit: 100, room: 100, known: new Map() };

let webhooks: Awaited<ReturnType<typeof openWebhooks>>;
let key: TestKey;
beforeAll(async () => {
  webhooks = await openWebhooks();
  key = await webhooks.newKey();
});
afterAll(() => webhooks.api.stop());

const courier = () => webhooks.api.database.courier;
const sql = (text: string, values: unknown[] = []) => webhooks.api.database.sql(text, values);

/** Challenges what is due. A minute passes first; `failure`: null where it succeeds. */
async function challenge(failure: string | null): Promise<string[]> {
  await sql(
    `update webhook_addresses set challenged_at = challenged_at - interval '1 minute',
       due_at = due_at - interval '1 minute'`,
  );
  const { due } = await claimChallenges(courier(), []);
  for (const one of due) await markChallenge(courier(), one, failure);
  return due.map(({ url }) => url);
}

const due = async () => (await claimDeliveries(courier(), ROOM)).deliveries;

test('events, tests, repeats and replays wait for the proof, and come after it', async () => {
  const url = 'https://one.example.com/hook';
  const { id } = await webhooks.made(key, { url });
  expect(await challenge('answered 404')).toEqual([url]);
  const shown = await webhooks.get(key, `/${id}`);
  expect(shown.body.webhook).toMatchObject({
    status: 'active',
    verified_at: null,
    verification_failure: 'answered 404',
    consecutive_failures: 0,
  });

  await webhooks.happened(key);
  await webhooks.relay();
  expect((await webhooks.post(key, `/${id}/test`, {})).status).toBe(202);
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await webhooks.post(key, `/${id}/replay`, { since })).status).toBe(202);
  const { body } = await webhooks.get(key, `/${id}/deliveries`);
  for (const delivery of body.data) {
    expect(delivery.status).toBe('pending');
    await webhooks.post(key, `/${id}/deliveries/${delivery.id}/redeliver`);
  }
  expect(await due()).toEqual([]);

  expect(await challenge(null)).toEqual([url]);
  expect((await due()).map(({ url: to }) => to)).toEqual([url, url]);
  const proven = (await webhooks.get(key, `/${id}`)).body.webhook;
  expect(proven).toMatchObject({
    verified_at: expect.stringMatching(/Z$/),
    verification_failure: null,
  });
  // A further one at the same url is proven from the beginning.
  expect(await webhooks.made(key, { url })).toMatchObject({ verified_at: proven.verified_at });
  expect(await challenge(null)).toEqual([]);
});

test('a failed challenge is repeated at once by a test, by status active and by a new url', async () => {
  const url = 'https://two.example.com/hook';
  const { id } = await webhooks.made(key, { url });
  expect(await challenge('answered 404')).toEqual([url]);
  expect(await challenge('answered 404')).toEqual([url]);
  // The next one would be due in ten minutes.
  expect(await challenge('answered 404')).toEqual([]);
  await webhooks.post(key, `/${id}/test`, {});
  expect(await challenge('answered 500')).toEqual([url]);
  await webhooks.patch(key, id, { description: 'no question' });
  await webhooks.patch(key, id, { status: 'active' });
  expect(await challenge('answered 500')).toEqual([url]);
  const moved = await webhooks.patch(key, id, { url: `${url}/2` });
  expect(moved.body.webhook).toMatchObject({ verified_at: null, verification_failure: null });
  expect(await challenge(null)).toEqual([`${url}/2`]);
  const again = await webhooks.patch(key, id, { url });
  expect(again.body.webhook).toMatchObject({ verification_failure: 'answered 500' });
});

test('the proof of one operator is none for another, nor for the other world', async () => {
  // What other tests left.
  await challenge(null);
  const url = 'https://three.example.com/hook';
  await webhooks.made(key, { url });
  expect(await challenge(null)).toEqual([url]);
  const stranger = await webhooks.newKey();
  const testing = await webhooks.newKey({ operatorId: key.operatorId, mode: 'test' });
  for (const other of [stranger, testing]) {
    const { body } = await webhooks.post(other, '', bodyOf({ url }));
    expect(body.webhook.verified_at).toBeNull();
  }
  expect(await challenge(null)).toEqual([url, url]);
});
