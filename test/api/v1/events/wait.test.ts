import { afterEach, beforeEach, expect, test } from 'vitest';
import { WAITING_MAX } from '../../../../src/outbound/webhooks/listen/event-watch.ts';
import type { TestKey } from '../../client.ts';
import { type Feed, fullness, openFeed } from './feed.ts';

let feed: Feed;
let key: TestKey;
beforeEach(async () => {
  feed = await openFeed();
  key = await feed.newKey();
});
afterEach(() => feed.close());

const WAIT = { wait_seconds: 25 };

/**
 * As many calls of the key as may wait at once, all of them waiting: one more was refused. No call
 * asks whether they do, as it could take the place of one of them.
 */
async function waitToTheLimit(after: string) {
  const calls = Array.from({ length: WAITING_MAX + 1 }, () => {
    const leaving = new AbortController();
    return { leaving, answer: feed.call(key, { after, ...WAIT }, { signal: leaving.signal }) };
  });
  const refused = await Promise.race(calls.map(async (call) => ({ call, ...(await call.answer) })));
  expect(refused.status, refused.text).toBe(429);
  const waiting = calls.filter((call) => call !== refused.call);
  return {
    refused,
    answers: waiting.map(({ answer }) => answer),
    /** Has the first of them hang up. */
    leave: () => waiting[0]?.leaving.abort(),
  };
}

test('a call that waits gets the first event as soon as it is committed', async () => {
  const start = await feed.now(key);
  const open = await feed.begin();
  const held = await open.add(key);
  const waiting = [feed.read(key, start, WAIT), feed.read(key, start, WAIT)];
  await open.commit();
  for (const next of await Promise.all(waiting)) expect(next.ids).toEqual([held]);
});

test('no event falls between a look and the wait', async () => {
  const ids: string[] = [];
  const heard: string[] = [];
  let cursor = await feed.now(key);
  const writing = (async () => {
    for (let i = 0; i < 60; i++) {
      ids.push(await feed.add(key));
      if (i % 7 === 0) await feed.read(key, cursor);
    }
  })();
  while (heard.length < 60) {
    const next = await feed.read(key, cursor, WAIT);
    heard.push(...next.ids);
    cursor = next.cursor;
  }
  await writing;
  expect(heard).toEqual(ids);
});

test('events of others, of the other world and of other types wake nobody', async () => {
  const start = await feed.now(key);
  const waiting = feed.read(key, start, { ...WAIT, types: 'occupancy.changed' });
  await feed.add(await feed.newKey());
  await feed.add(key, { livemode: false });
  const data = { lot_id: 'x', changed: ['name'], before: {}, after: {} };
  await feed.add(key, { event: { ...fullness('lot.updated'), data: data as never } });
  const meant = await feed.add(key);
  expect((await waiting).ids).toEqual([meant]);
});

test('without an event the answer comes after the wait, with a cursor to go on', async () => {
  const start = await feed.now(key);
  const quiet = await feed.read(key, start, { wait_seconds: 1 });
  expect(quiet).toMatchObject({ ids: [], hasMore: false });
  const id = await feed.add(key);
  expect((await feed.read(key, quiet.cursor)).ids).toEqual([id]);
});

test('a key waits with a few calls at a time, and one that leaves makes room at once', async () => {
  const start = await feed.now(key);
  const { refused, answers, leave } = await waitToTheLimit(start);
  expect(refused.headers['retry-after']).toBe('1');
  expect((await feed.call(key, { after: start })).status).toBe(200);
  const other = await feed.newKey({ operatorId: key.operatorId });
  const ofOther = feed.read(other, start, WAIT);

  const [left, ...staying] = answers;
  leave();
  await expect(left).rejects.toThrow(/abort/i);
  let status = 429;
  while (status === 429) ({ status } = await feed.call(key, { after: start, wait_seconds: 1 }));
  expect(status).toBe(200);

  const meant = await feed.add(key);
  expect((await ofOther).ids).toEqual([meant]);
  for (const { status, body } of await Promise.all(staying))
    expect([status, body.data.length]).toEqual([200, 1]);
});

test('a stop ends the wait with an answer', async () => {
  const { answers } = await waitToTheLimit(await feed.now(key));
  await feed.api.stopServing();
  for (const { status, headers, body } of await Promise.all(answers))
    expect([status, headers.connection, body.data]).toEqual([200, 'close', []]);
});

/** Resolves once a call with the key is answered like this. */
async function untilAnswered(status: number): Promise<void> {
  while ((await feed.call(key)).status !== status);
}

const SECONDS_AGO = "now() - interval '1 second'";

test.each([
  ['was revoked', `revoked_at = ${SECONDS_AGO}`, 401, 'UNAUTHORIZED'],
  ['has expired', `expires_at = ${SECONDS_AGO}`, 401, 'UNAUTHORIZED'],
  ['lost its scope', `scopes = '{lots:read}'`, 403, 'FORBIDDEN'],
])('a wait whose key %s ends at once, without an event', async (_, change, status, code) => {
  const { answers } = await waitToTheLimit(await feed.now(key));
  await feed.api.database.sql(`update api_keys set ${change} where key_id = $1`, [key.keyId]);
  await untilAnswered(status);
  await feed.add(key);
  for (const { status: got, body } of await Promise.all(answers)) {
    expect([got, body.error.code]).toEqual([status, code]);
    expect(body.data).toBeUndefined();
  }
});

test('a wait ends with its key also where nothing happens, and those of other keys go on', async () => {
  const other = await feed.newKey({ operatorId: key.operatorId });
  const start = await feed.now(key);
  const waiting = feed.call(key, { after: start, ...WAIT });
  const going = feed.read(other, start, WAIT);
  await feed.api.database.sql('update api_keys set revoked_at = now() where key_id = $1', [
    key.keyId,
  ]);
  expect((await waiting).status).toBe(401);
  const meant = await feed.add(other);
  expect((await going).ids).toEqual([meant]);
});
