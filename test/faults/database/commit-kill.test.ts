import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { sealed } from '../../plates.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';
import { isFull } from '../../stage/size.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { POLL } from '../sessions/session-stage.ts';
import { type Backends, watchBackends } from './backends.ts';

const ROUNDS = isFull ? 10 : 1;
const VEHICLES = 6;
const SPACES = 4;
const ACTIONS = ['hold.activated', 'session.created'];

/** The steps of a commit. The locks of `held` keep it waiting in a step. */
const POINTS = [
  { step: 'locking the lots', held: 'select from lots for update' },
  { step: 'taking the spaces', held: 'lock table sessions in share mode' },
  { step: 'writing the events', held: 'lock table events in share mode' },
  { step: 'storing its answer', held: 'lock table idempotency in share mode' },
] as const;
/** What becomes of the transaction of the killed process. */
const FATES = ['dies with it', 'outlives it', 'waits for it, frozen, until the timeout'] as const;
const CASES = Array.from({ length: ROUNDS }, () =>
  POINTS.flatMap((point, i) =>
    FATES.filter((_, j) => isFull || i % FATES.length === j).map((fate) => ({ ...point, fate })),
  ),
).flat();

let database: TestDatabase;
let backends: Backends;
let secret: string;
let api: ApiProcess | undefined;
let dispatches = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  backends = watchBackends(database);
  const { operatorId } = await addCaller(database);
  const place = { operator_id: operatorId, total_spaces: SPACES * CASES.length };
  await Promise.all([addLot(database, place), addLot(database, place)]);
  const scopes = ['fleet:write', 'sessions:write'];
  const key = { operatorId, name: 'test', mode: 'live' as const, scopes, actorId: 'test' };
  ({ secret } = await createKey(database.owner, { ...key, rateLimits: { write: 1_000 } }));
});
afterAll(async () => {
  killApiProcesses();
  await database.drop();
});

async function runningApi(): Promise<ApiProcess> {
  if (!api?.isKept()) api = await startApiProcess(database.connectionString);
  return api;
}

const post = (to: ApiProcess, path: string, body: object, key: string) =>
  to.exchange(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });

/** A dispatch to two lots, and the call that commits it. */
async function dispatched() {
  const number = ++dispatches;
  const plates = Array.from({ length: VEHICLES }, (_, i) => `K${number}V${i}`);
  const body = {
    fleet_id: 'north',
    near: { lat: 43.6532, lng: -79.3832, radius_km: 1 },
    ttl_seconds: 900,
    vehicles: plates.map((plate) => ({ plate })),
  };
  const sent = await post(await runningApi(), '/av-fleet/dispatch', body, `send ${number}`);
  expect(sent?.status).toBe(201);
  const { id, allocations } = sent?.body.dispatch ?? {};
  const handoffs = allocations.map((one: { plate: string; fencing_token: number }) => ({
    plate: one.plate,
    fencing_token: one.fencing_token,
  }));
  const path = `/av-fleet/dispatch/${id}/commit`;
  const commit = (to: ApiProcess) => post(to, path, { allocations: handoffs }, `commit ${number}`);
  return { plates, commit };
}

/** What is written of the stays of these vehicles. */
async function written(plates: readonly string[]) {
  const [row] = await database.sql<{ stays: number; audited: number; events: number }>(
    `select count(*)::int as stays,
       (select count(*) from audit_log where action = any($2) and entity_id in (
          select unnest(array[session_id, hold_id]) from holds join vehicles using (vehicle_id)
          where plate = any($1)))::int as audited,
       (select count(*) from events where type = 'session.created' and entity_id in (
          select session_id from sessions join vehicles using (vehicle_id)
          where plate = any($1)))::int as events
     from sessions join vehicles using (vehicle_id) where plate = any($1)`,
    [plates.map(sealed), ACTIONS],
  );
  return row;
}

const ALL = { stays: VEHICLES, audited: ACTIONS.length * VEHICLES, events: VEHICLES };
const NONE = { stays: 0, audited: 0, events: 0 };

test.each(CASES)(
  'a commit killed at $step, whose transaction $fate, parks none, and all when repeated',
  async ({ held, fate }) => {
    const killed = await runningApi();
    const { plates, commit } = await dispatched();
    const { release } = await backends.hold(held);
    onTestFinished(release);
    const sending = commit(killed);
    await expect.poll(backends.waitingCount, POLL).toBe(1);
    if (fate === 'waits for it, frozen, until the timeout') {
      killed.freeze();
      await release();
      await expect.poll(backends.busyCount, POLL).toBe(0);
    }
    await killed.kill();
    expect(await sending).toBeUndefined();
    if (fate === 'dies with it') await backends.terminateBackends();
    await release();
    await expect.poll(backends.busyCount, POLL).toBe(0);
    expect(await written(plates)).toEqual(NONE);
    const answer = await commit(await runningApi());
    expect(answer?.status).toBe(200);
    expect(answer?.body.dispatch.status).toBe('committed');
    expect(await written(plates)).toEqual(ALL);
    expect((await commit(await runningApi()))?.headers['idempotent-replayed']).toBe('true');
    expect(await written(plates)).toEqual(ALL);
  },
);
