import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { type ApiProcess, startApiProcess } from '../processes/api-process.ts';
import { openSessionStage, type SessionStage } from '../sessions/session-stage.ts';
import { openPostgresLink, type PostgresLink } from './postgres-link.ts';

// Fault 30: a database that keeps its connections open, accepts new ones, and answers nothing.

/** For the answer itself, on a busy machine. */
const GRACE_MS = 2_000;
const RECOVERY_MS_MAX = 5_000;
const POLL_MS = 50;
/** Two for feeds, and those for notices. */
const CONNECTIONS_MAX = 8 + 2 + 3;
const PLACE = { lat: 43.65, lng: -79.38 };

let stage: SessionStage;
let link: PostgresLink;
let api: ApiProcess;

beforeAll(async () => {
  stage = await openSessionStage(randomFrom(seedOfRun()));
  link = await openPostgresLink(stage.database.connectionString);
  api = await startApiProcess(link.connectionString);
});
afterAll(async () => {
  link?.thaw();
  await stage?.close();
  await link?.close();
});

type Told = { what: string; status: number; text: string; ms: number };

async function call(method: string, path: string, body?: object): Promise<Told> {
  const begunAt = performance.now();
  const answer = await fetch(api.url + path, {
    method,
    headers: {
      authorization: `Bearer ${stage.secret}`,
      accept: 'application/json, text/event-stream',
      ...(body && { 'content-type': 'application/json', 'idempotency-key': 'once' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const ms = performance.now() - begunAt;
  return { what: `${method} ${path}`, status: answer.status, text, ms };
}

const query = new URLSearchParams({ lat: String(PLACE.lat), lng: String(PLACE.lng) });
const park = () =>
  call('POST', '/api/v1/sessions', { lot_id: stage.roomyLot, plate: 'HANG 1', duration_hours: 1 });
const toolCall = () =>
  call('POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_session_status', arguments: { session_code: '2345-6789' } },
  });

/** Nothing is published here, so it is 503 with another text once the database answers. */
const askMarketRate = () => call('GET', `/api/v2/intelligence/market-rate?${query}`);

/** Calls that need the database, through each endpoint. */
const calls = [
  park,
  () => call('GET', '/api/v1/me'),
  () => call('GET', '/api/v1/sessions'),
  () => call('GET', '/api/v2/usage'),
  () =>
    call('POST', '/api/agents/openai/actions', {
      action: 'get_rates',
      parameters: { lot_id: stage.roomyLot },
    }),
];

test('a database that hangs leaves no call without an answer, and is served again once it answers', async () => {
  expect((await call('GET', '/api/v1/health')).text).toContain('"state":"up"');
  link.freeze();
  // As many as there are connections, and some that wait for one.
  const late = await Promise.all(
    [...calls, ...calls, ...calls, askMarketRate].map((make) => make()),
  );
  for (const { what, status, text, ms } of late) {
    expect(status, what).toBe(503);
    expect(JSON.parse(text), what).toEqual({
      error: {
        code: 'INTERNAL',
        message: 'the service is not available at the moment',
        request_id: expect.stringMatching(/^req_/),
      },
    });
    expect(ms, what).toBeLessThan(CALL_MS_MAX + GRACE_MS);
  }
  // Without a key, which would have to be looked up.
  const health = await fetch(`${api.url}/api/v1/health`);
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({
    checks: { database: { status: 'fail', state: 'away' } },
  });
  const feed = call('GET', '/api/v1/lots.geojson');
  const tool = toolCall();

  link.thaw();
  const thawedAt = performance.now();
  const failing = async () =>
    (await Promise.all(calls.map((make) => make()))).filter(({ status }) => status >= 500);
  while ((await failing()).length > 0) await sleep(POLL_MS);
  expect(performance.now() - thawedAt).toBeLessThan(RECOVERY_MS_MAX);
  expect((await feed).status).toBe(200);
  expect((await tool).status).toBe(200);

  const parked = await park();
  expect(parked.status).toBe(201);
  expect(
    await stage.database.sql('select session_id from sessions where lot_id = $1', [stage.roomyLot]),
  ).toEqual([{ session_id: JSON.parse(parked.text).session.id }]);
  const [row] = await stage.database.sql<{ count: number }>(
    `select count(*)::integer from pg_stat_activity
     where datname = current_database() and application_name like 'hexlot api%'`,
  );
  expect(row?.count).toBeLessThanOrEqual(CONNECTIONS_MAX);
});
