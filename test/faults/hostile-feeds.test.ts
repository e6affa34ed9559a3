import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callFor, type HttpClient, openClient, pacedLoop } from '../../bench/stage/load.ts';
import { median } from '../../bench/stats.ts';
import { createKey } from '../../src/access/keys/create-key.ts';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import { roundDegrees } from '../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from './processes/api-process.ts';
import { beginHostile } from './sessions/begin-hostile.ts';

// Callers that always ask for other parts of the map, or ask for it and never read it, next to one
// that searches. Needs /proc, which shows the most memory that a process ever had.

const LOTS = isFull ? 200_000 : 4_000;
const PLACES = 2_000;
const PAIRS = isFull ? 5 : 1;
const DURATION_MS = isFull ? 8_000 : 1_000;
/** Drivers' apps: each waits some time after an answer before its next call. */
const HEALTHY = { callers: 4, pauseMs: 20 };
const RSS_BYTES_MAX = 1e9;
const SLOWDOWN_MAX = 2;
const UNLIMITED = 1_000_000;

const seed = seedOfRun();
const random = randomFrom(seed);

let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;
const places = Array.from({ length: PLACES }, () => ({
  lat: roundDegrees(140 * random() - 70),
  lng: roundDegrees(358 * random() - 179),
}));

beforeAll(async () => {
  database = await openTestDatabase();
  const { owner } = database;
  const actorId = 'test';
  const { id: operatorId } = await createOperator(owner, {
    name: 'Operator',
    plan: 'pro',
    actorId,
  });
  await database.sql(ADD_LOTS, [
    operatorId,
    LOTS,
    places.map(({ lat }) => lat),
    places.map(({ lng }) => lng),
    places.map(({ lat, lng }) => cellAt(lat, lng)),
  ]);
  await database.sql('analyze lots');
  const { secret } = await createKey(owner, {
    operatorId,
    name: 'healthy',
    mode: 'live',
    scopes: ['lots:read'],
    rateLimits: { read: UNLIMITED },
    actorId,
  });
  api = await startApiProcess(database.connectionString);
  client = openClient({ url: api.url, key: secret }, HEALTHY.callers);
  await callFor(client, 200, { method: 'HEAD', path: '/api/v1/lots.geojson' });
});
afterAll(async () => {
  await client?.close();
  killApiProcesses();
  await database?.drop();
});

const ADD_LOTS = `
  insert into lots (lot_id, operator_id, livemode, name, slug, address, latitude, longitude, cell,
    country, timezone, total_spaces, rate_minor, rate_unit, currency, lot_type, features,
    tariff)
  select uuidv7(), $1, true, 'Lot ' || n, 'lot-' || n, n % 900 || ' Charles Street',
    round((lat + n / 2000 % 10 * 0.0002)::numeric, 7),
    round((lng + n / 20000 * 0.0002)::numeric, 7),
    cell,
    'US', 'UTC', 20 + n % 400, 100 + n % 900, 'hour', 'usd', 'surface', '{covered}',
    plain_tariff(100 + n % 900, 'hour', 1, null, false)
  from generate_series(1, $2::integer) as n
  join unnest($3::float8[], $4::float8[], $5::bigint[]) with ordinality
    as place (lat, lng, cell, i) on place.i = 1 + n % 2000`;

/** A search at a random place; throws for anything but an answer. */
async function search(): Promise<void> {
  const { lat, lng } = places[Math.floor(random() * PLACES)] ?? { lat: 0, lng: 0 };
  await callFor(client, 200, {
    method: 'GET',
    path: `/api/v1/lots/search?lat=${lat}&lng=${lng}&radius_km=5`,
  });
}

const searchFor = (durationMs: number) => pacedLoop(search, { ...HEALTHY, durationMs });

const startBeside = (kind: string) =>
  beginHostile(kind, {
    ...{ url: api.url, key: '', scopelessKey: '', lotId: '' },
    place: places[0] ?? { lat: 0, lng: 0 },
  });

/** The most memory that the API ever had. */
function rssBytesMax(): number {
  const [, kilobytes] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8')) ?? [];
  return 1_024 * Number(kilobytes);
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux(`who asks for one part of the map after another is slow alone (seed ${seed})`, async () => {
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const alone = await searchFor(DURATION_MS);
    const end = await startBeside('feed with other boxes');
    const beside = await searchFor(DURATION_MS);
    const statuses = await end();
    ratios.push(beside.p99Ms / alone.p99Ms);
    // Some must have been answered, otherwise the test shows nothing.
    expect(statuses[200]).toBeGreaterThan(0);
    expect(Object.keys(statuses).filter((status) => !/200|429|503/.test(status))).toEqual([]);
  }
  expect(rssBytesMax()).toBeLessThan(RSS_BYTES_MAX);
  if (isFull) expect(median(ratios), String(ratios)).toBeLessThan(SLOWDOWN_MAX);
});

onLinux('who asks for the map and never reads it takes no memory', async () => {
  const end = await startBeside('requests whose answers are not read');
  await searchFor(DURATION_MS);
  await end();
  expect(rssBytesMax()).toBeLessThan(RSS_BYTES_MAX);
});
