import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../src/outbound/webhooks/receiver.ts';
import { openPost, type Post } from '../../src/outbound/webhooks/stage.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { killAt } from '../processes/run-callers.ts';
import { openSessionStage, type SessionStage } from '../sessions/session-stage.ts';

// Fault 1 for webhooks: couriers and the API are killed while stays begin and end.

const COURIER_KILLS = isFull ? 400 : 16;
const API_KILLS = isFull ? 50 : 4;
/** At most this many requests and answers in one life of the API. */
const BEATS_MAX = 200;
/** Each point is passed about once for each request. */
const PASSES_MAX = 12;
const POINTS = ['deliveries_relay', 'deliveries_claim', 'send', 'deliveries_mark'].flatMap(
  (step) => [`before ${step}`, `after ${step}`],
);
const PROGRAM = fileURLToPath(new URL('./courier-process.ts', import.meta.url));

const seed = seedOfRun();
const random = randomFrom(seed);
const children = new Set<ChildProcess>();
let stage: SessionStage;
let post: Post;
let receiver: Receiver;

beforeAll(async () => {
  stage = await openSessionStage(random);
  const [owner] = await stage.database.sql<{ operator_id: string }>(
    'select operator_id from lots limit 1',
  );
  post = await openPost(stage.database, owner?.operator_id);
  receiver = await openReceiver();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await stage.close();
});

/** Resolves with the signal that ends it. */
async function runCourierUntilKilled(...point: string[]): Promise<NodeJS.Signals | null> {
  const child = fork(PROGRAM, [stage.database.connectionString, receiver.host, ...point]);
  children.add(child);
  const [, signal] = await once(child, 'exit');
  children.delete(child);
  return signal;
}

/** Couriers one after another, each killed at a point, until enough were killed. */
async function killCouriers(): Promise<void> {
  for (let kill = 0; kill < COURIER_KILLS; kill += 1) {
    const point = POINTS[kill % POINTS.length] ?? '';
    const nth = String(1 + Math.floor(random() * PASSES_MAX));
    const signal = await runCourierUntilKilled(point, nth);
    expect(signal).toBe('SIGKILL');
    // What it had is given back at once, and not only when its lease ends.
    await stage.database.sql(`update deliveries set lease_ends_at = now() where lease is not null`);
  }
}

test(`${COURIER_KILLS} kills of couriers and ${API_KILLS} of the API: each committed event is delivered, with one id and the same bytes (seed ${seed})`, async () => {
  await post.addWebhook({
    url: receiver.url,
    events: ['session.created', 'session.ended', 'payment.completed', 'occupancy.changed'],
  });
  let areKilling = true;
  const couriers = killCouriers().finally(() => {
    areKilling = false;
  });
  for (let kill = 0; areKilling || kill < API_KILLS; kill += 1) {
    const api = await stage.runningApi();
    const beat = Math.floor(random() * BEATS_MAX);
    let beats = 0;
    const isEnough = () => ++beats > BEATS_MAX;
    await stage.load.run(api, kill < API_KILLS ? killAt(api, { beat, turns: 5 }) : { isEnough });
    if (kill < API_KILLS) await api.kill();
  }
  await couriers;
  await stage.load.settle(await stage.runningApi());
  void runCourierUntilKilled();
  const committed = await stage.database.sql<{ event_id: string; type: string }>(
    'select event_id, type from events order by event_id',
  );
  const ids = committed.map(({ event_id }) => event_id);
  await receiver.until(() => receiver.distinctIds.size >= ids.length);
  expect([...receiver.distinctIds].sort()).toEqual(ids.sort());
  const bodies = new Map<string, string>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers['x-service-delivery']);
    expect(body.toString()).toBe(bodies.get(id) ?? body.toString());
    bodies.set(id, body.toString());
    expect(JSON.parse(body.toString())).toMatchObject({ id, type: headers['x-service-event'] });
  }
  const twice = receiver.received.length - ids.length;
  process.stdout.write(`${ids.length} events, ${twice} of them sent again after a kill\n`);
});
