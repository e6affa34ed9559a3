import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_KINDS, type HostileTarget } from '../../../bench/stage/hostile-caller.ts';
import { callFor, type HttpClient, openClient, pacedLoop } from '../../../bench/stage/load.ts';
import { median } from '../../../bench/stats.ts';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { NO_LIMITS } from '../../api/proxied-api.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';
import { isFull } from '../../stage/size.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { beginHostile } from '../sessions/begin-hostile.ts';

// Each kind of hostile caller, with ordinary keys and as fast as it is let, beside drivers and an
// operator who work at an ordinary pace.

const LOTS = isFull ? 20_000 : 300;
const PAIRS = isFull ? 5 : 1;
const DURATION_MS = isFull ? 6_000 : 600;
const HEALTHY = { callers: 4, pauseMs: 20 };
const SLOWDOWN_MAX = 2;
const PLACE = { lat: 43.6532, lng: -79.3832 };

let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;
let target: HostileTarget;
let lotId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const actorId = 'test';
  const newOperator = async (name: string) =>
    (await createOperator(database.owner, { name, plan: 'pro', actorId })).id;
  const newKey = async (operatorId: string, scopes: readonly string[], rateLimits = {}) =>
    (
      await createKey(database.owner, {
        ...{ operatorId, name: 'test', mode: 'live', scopes, rateLimits, actorId },
      })
    ).secret;
  const operatorId = await newOperator('Healthy');
  lotId = await addLot(database, { operator_id: operatorId, total_spaces: 50_000, ...at(0) });
  for (let i = 1; i < LOTS; i++)
    await addLot(database, { operator_id: operatorId, name: `Lot ${i}`, ...at(i) });
  const hostile = await newOperator('Hostile');
  await addLot(database, { operator_id: hostile, ...at(0) });
  api = await startApiProcess(database.connectionString);
  target = {
    ...{ url: api.url, key: await newKey(hostile, SCOPES) },
    ...{ scopelessKey: await newKey(hostile, ['payouts:read']), lotId, place: PLACE },
  };
  const key = await newKey(operatorId, SCOPES, NO_LIMITS);
  client = openClient({ url: api.url, key }, HEALTHY.callers);
});
afterAll(async () => {
  await client?.close();
  killApiProcesses();
  await database?.drop();
});

function at(i: number) {
  return { latitude: PLACE.lat + (i % 100) / 1_000, longitude: PLACE.lng + i / 100_000 };
}

let plates = 0;
/** A search or a stay; throws for anything but its answer. */
async function work(): Promise<void> {
  plates += 1;
  const { lat, lng } = PLACE;
  const body = JSON.stringify({ lot_id: lotId, plate: `N${plates}` });
  if (plates % 10 === 0)
    await callFor(client, 201, { method: 'POST', path: '/api/v1/sessions', body });
  else
    await callFor(client, 200, {
      method: 'GET',
      path: `/api/v1/lots/search?lat=${lat}&lng=${lng}`,
    });
}

const p99Ms = async () => (await pacedLoop(work, { ...HEALTHY, durationMs: DURATION_MS })).p99Ms;

test.each(HOSTILE_KINDS)(
  'beside %s others are refused nothing, and wait twice as long at most',
  async (kind) => {
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const calm = await p99Ms();
      const end = await beginHostile(kind, target);
      ratios.push((await p99Ms()) / calm);
      const statuses = await end();
      expect(Object.keys(statuses).filter((status) => status === '500')).toEqual([]);
    }
    if (isFull) console.log(`beside ${kind}: ${ratios.map((ratio) => ratio.toFixed(2))}`);
    // On a busy machine, a short measurement proves nothing.
    if (isFull) expect(median(ratios)).toBeLessThanOrEqual(SLOWDOWN_MAX);
  },
);
