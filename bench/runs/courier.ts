import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { newId } from '../../src/access/ids.ts';
import { monotonicMs, systemClock } from '../../src/kit/clock.ts';
import { claimDeliveries } from '../../src/outbound/webhooks/courier/claim-deliveries.ts';
import { openCourierDatabase } from '../../src/outbound/webhooks/courier/open-courier.ts';
import { runCourier } from '../../src/outbound/webhooks/courier/run-courier.ts';
import { newWebhookSecret } from '../../src/outbound/webhooks/secret.ts';
import { openSender } from '../../src/outbound/webhooks/sending/open-sender.ts';
import type { Comparison, Run } from '../report.ts';
import type { Load } from '../stage/load.ts';
import type { Stack } from '../stage/stack.ts';

type Receiver = {
  url: string;
  host: string;
  count(): Promise<number>;
  take(): Promise<{ eventId: string; at: number }[]>;
  stop(): Promise<void>;
};

const RECEIVER = fileURLToPath(new URL('../stage/receiver.ts', import.meta.url));
const CERTIFICATE = readFileSync(new URL('../../test/api/certificate/cert.pem', import.meta.url));
const WEBHOOKS = 20;
const IN_FLIGHT = 64;
const EVENTS_PER_SECOND = 100;
const CLAIMS = 200;

/** Sending deliveries, against a loop that only posts the same bytes. */
export async function compareCourier(stack: Stack, run: Run): Promise<Comparison[]> {
  const { courier, pairs: pairCount, say, note } = run;
  const { deliveryCount, seconds } = courier;
  const receiver = await forkReceiver();
  const pairs: { ours: Load; bare: Load }[] = [];
  try {
    await addWebhooks(stack, Array<string>(WEBHOOKS).fill(`${receiver.url}/hook`));
    for (let pair = 0; pair < pairCount; pair += 1) {
      say(`sending ${deliveryCount} deliveries, pair ${pair + 1} of ${pairCount}`);
      const ours = await sendAll(stack, receiver, deliveryCount);
      pairs.push({ ours, bare: await postAll(stack, receiver, deliveryCount) });
    }
    await emptyTables(stack);
    say(`from commit to first byte, ${EVENTS_PER_SECOND} events a second`);
    const owners = await addWebhooks(stack, [`${receiver.url}/hook`]);
    const ms = await delays(stack, receiver, owners, seconds);
    note(`commit to first byte, ${EVENTS_PER_SECOND} events a second: ${inWords(ms)}`);
    await emptyTables(stack);
    const hanging = await compareHanging(stack, receiver, run);
    await compareWaiting(stack, run);
    return [
      {
        title: `${deliveryCount} deliveries to ${WEBHOOKS} webhooks over HTTPS`,
        against: `undici alone, ${IN_FLIGHT} in flight`,
        figure: 'perSecond',
        aim: '>= 0.5',
        pairs,
      },
      hanging,
    ];
  } finally {
    await receiver.stop();
  }
}

async function forkReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(RECEIVER);
  const answer = async <T>() => ((await once(child, 'message')) as [T])[0];
  const { port } = await answer<{ port: number }>();
  const ask = <T>(wish: string) => {
    child.send(wish);
    return answer<T>();
  };
  return {
    url: `https://localhost:${port}`,
    host: `localhost:${port}`,
    count: async () => (await ask<{ count: number }>('count')).count,
    take: async () => (await ask<{ received: { eventId: string; at: number }[] }>('take')).received,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Adds a webhook for each address; whose they are decides which events they get. */
async function addWebhooks(
  { sql, operatorId }: Stack,
  urls: readonly string[],
  whose: 'one operator' | 'an operator each' = 'one operator',
): Promise<string[]> {
  const operatorIds: string[] = [];
  for (const url of urls) {
    const id = newId('wh');
    const ownerId = whose === 'one operator' ? operatorId : newId('op');
    await sql(
      `insert into operators (operator_id, name, plan) values ($1, 'Bench', 'pro')
       on conflict do nothing`,
      [ownerId],
    );
    await sql(
      `insert into webhooks (webhook_id, operator_id, livemode, url, events, secret_last4)
       values ($1, $2, true, $3, '{session.created}', 'last')`,
      [id, ownerId, url],
    );
    await sql('insert into webhook_secrets (webhook_id, secret) values ($1, $2)', [
      id,
      newWebhookSecret(),
    ]);
    operatorIds.push(ownerId);
  }
  return operatorIds;
}

async function emptyTables({ sql }: Stack): Promise<void> {
  await sql('truncate deliveries, event_bodies, webhook_secrets, webhooks');
}

/** Events like those of a stay that begins; returns their ids when they were committed. */
async function addEvents({ sql }: Stack, operatorId: string, count: number): Promise<string[]> {
  const rows = (await sql(
    `insert into events (type, livemode, operator_id, entity_id, data)
     select 'session.created', true, $1, 'ses_' || n, jsonb_build_object(
       'session_id', 'ses_' || uuidv7(), 'session_code', '7F3K-9Q2M', 'lot_id', uuidv7(),
       'lot_name', 'Elm Street Garage', 'vehicle_id', n, 'effective_rate', 3.5,
       'rate_unit', 'hour', 'duration_hours', 1, 'source', 'api')
     from generate_series(1, $2::integer) as n
     returning event_id`,
    [operatorId, count],
  )) as { event_id: string }[];
  return rows.map((row) => row.event_id);
}

function startCourier({ db: owner, log }: Stack, receiver: Receiver) {
  const allow = [receiver.host];
  const sender = openSender({ allow, log, trusted: CERTIFICATE.toString() });
  const db = openCourierDatabase(owner, log);
  const courier = runCourier({ db, log, clock: systemClock, sender, allow });
  return { stop: () => courier.stop().finally(db.close) };
}

async function sendAll(stack: Stack, receiver: Receiver, count: number): Promise<Load> {
  await addEvents(stack, stack.operatorId, count / WEBHOOKS);
  const startedAt = monotonicMs();
  const courier = startCourier(stack, receiver);
  while ((await receiver.count()) < count) await sleep(20);
  const ms = monotonicMs() - startedAt;
  await courier.stop();
  await receiver.take();
  return { perSecond: (count / ms) * 1_000, p50Ms: ms, p99Ms: ms };
}

async function postAll(stack: Stack, receiver: Receiver, count: number): Promise<Load> {
  const [row] = (await stack.sql('select body from event_bodies limit 1')) as { body: string }[];
  const body = Buffer.from(row?.body ?? '');
  const connect = { ca: CERTIFICATE };
  const pool = new Pool(receiver.url, { connections: IN_FLIGHT, connect });
  let left = count;
  const startedAt = monotonicMs();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left-- > 0) {
        const headers = { 'content-type': 'application/json' };
        const answer = await pool.request({ method: 'POST', path: '/hook', headers, body });
        await answer.body.dump();
        if (answer.statusCode !== 204) throw new Error(`the receiver: ${answer.statusCode}`);
      }
    }),
  );
  const ms = monotonicMs() - startedAt;
  await pool.close();
  const { length } = await receiver.take();
  if (length !== count) throw new Error(`${length} posts were received, not ${count}`);
  return { perSecond: (count / ms) * 1_000, p50Ms: ms, p99Ms: ms };
}

/** Milliseconds from the commit of an event to the first byte at each receiver, ascending. */
async function delays(
  stack: Stack,
  receiver: Receiver,
  operatorIds: readonly string[],
  seconds: number,
): Promise<number[]> {
  const courier = startCourier(stack, receiver);
  const committed = new Map<string, number>();
  const endAt = monotonicMs() + seconds * 1_000;
  for (let next = monotonicMs(); next < endAt; next += 1_000 / EVENTS_PER_SECOND) {
    await sleep(Math.max(0, next - monotonicMs()));
    const ownerId = operatorIds[committed.size % operatorIds.length] ?? '';
    const [eventId = ''] = await addEvents(stack, ownerId, 1);
    committed.set(eventId, performance.timeOrigin + performance.now());
  }
  await sleep(1_000);
  await courier.stop();
  const received = await receiver.take();
  const ms = received.map(({ eventId, at }) => at - (committed.get(eventId) ?? Number.NaN));
  if (ms.length === 0 || ms.some(Number.isNaN))
    throw new Error(`of ${committed.size} events ${ms.length} came, or others`);
  return ms.sort((a, b) => a - b);
}

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const inWords = (ms: readonly number[]) =>
  `p50 ${share(ms, 0.5).toFixed(1)} ms, p99 ${share(ms, 0.99).toFixed(1)} ms (${ms.length})`;

const toLoad = (ms: readonly number[]): Load => ({
  perSecond: ms.length,
  p50Ms: share(ms, 0.5),
  p99Ms: share(ms, 0.99),
});

/** The delays of healthy endpoints while as many others accept everything and never answer. */
async function compareHanging(
  stack: Stack,
  receiver: Receiver,
  { courier: { seconds, endpoints }, pairs: pairCount, say }: Run,
): Promise<Comparison> {
  const pairs = [];
  const healthy = Array.from({ length: endpoints / 2 }, (_, n) => `${receiver.url}/hook/${n}`);
  const hanging = Array.from({ length: endpoints / 2 }, (_, n) => `${receiver.url}/hang/${n}`);
  for (let pair = 0; pair < pairCount; pair += 1) {
    say(`${endpoints} endpoints, half of them hang, pair ${pair + 1} of ${pairCount}`);
    const measure = async (urls: readonly string[]) => {
      const owners = await addWebhooks(stack, urls, 'an operator each');
      const load = toLoad(await delays(stack, receiver, owners, seconds));
      await emptyTables(stack);
      return load;
    };
    const bare = await measure([...healthy, ...healthy]);
    pairs.push({ ours: await measure([...healthy, ...hanging]), bare });
  }
  return {
    title: `commit to first byte of ${endpoints / 2} endpoints while as many others hang`,
    against: 'without the others',
    figure: 'p99Ms',
    aim: '<= 2',
    pairs,
  };
}

/** What a claim takes beside deliveries that wait for another webhook. */
async function compareWaiting(
  stack: Stack,
  { courier: { waiting }, say, note }: Run,
): Promise<void> {
  say(`${waiting} waiting deliveries`);
  await addWebhooks(stack, ['https://example.com/a', 'https://example.com/b']);
  const without = await timeClaims(stack);
  await stack.sql(
    `insert into deliveries (webhook_id, event_id, type, round)
     select (select min(webhook_id) from webhooks), 'evt_' || n, 'session.created', 1
     from generate_series(1, $1::integer) as n`,
    [waiting],
  );
  const beside = await timeClaims(stack);
  note(`a claim: ${inWords(without)}; beside ${waiting} that wait: ${inWords(beside)}`);
  await emptyTables(stack);
}

async function timeClaims({ db: owner, log, sql }: Stack): Promise<number[]> {
  const db = openCourierDatabase(owner, log);
  const times: number[] = [];
  const room = { rowLimit: 500, room: 4, known: new Map() };
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    await sql(
      `insert into deliveries (webhook_id, event_id, type, round)
       select (select max(webhook_id) from webhooks), 'evt_own_' || $1, 'session.created', 1`,
      [newId('evt')],
    );
    const startedAt = monotonicMs();
    await claimDeliveries(db, room, { vouched: ['https://'] });
    times.push(monotonicMs() - startedAt);
  }
  await db.close();
  return times.sort((a, b) => a - b);
}
