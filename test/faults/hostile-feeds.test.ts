import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostileFeeds } from '../../bench/hostile-feeds.ts';
import { callFor, type HttpClient, loop, openClient } from '../../bench/load.ts';
import { median } from '../../bench/stats.ts';
import { cellAt } from '../../src/cells.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createOperator } from '../../src/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from './api-process.ts';

// Callers who ask for ever-different parts of the map, or ask for it and never read it, beside one
// who searches. Needs /proc, which tells the most memory a process ever had.

const isFull = process.env.HEXLOT_TEST_SIZE === 'full';
const LOTS = isFull ? 200_000 : 4_000;
const PLACES = 2_000;
const PAIRS = isFull ? 5 : 1;
const DURATION_MS = isFull ? 8_000 : 1_000;
const IN_FLIGHT = 4;
const CONNECTIONS = 16;
const RSS_BYTES_MAX = 1e9;
const SLOWDOWN_MAX = 2;
const UNLIMITED = 1_000_000;

const seed = seedOfRun();
const random = randomFrom(seed);

let database: TestDatabase;
let api: ApiProcess;
let client: HttpClient;
const places = Array.from({ length: PLACES }, () => ({
  lat: 140 * random() - 70,
  lng: 360 * random() - 180,
}));

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const actorId = 'test';
  const { id: operatorId } = await createOperator(db, { name: 'Operator', plan: 'pro', actorId });
  await database.sql(ADD_LOTS, [
    operatorId,
    LOTS,
    places.map(({ lat }) => lat),
    places.map(({ lng }) => lng),
    places.map(({ lat, lng }) => cellAt(lat, lng)),
  ]);
  await database.sql('analyze lots');
  const { secret } = await createKey(db, {
    operatorId,
    name: 'healthy',
    mode: 'live',
    scopes: ['lots:read'],
    rateLimits: { read: UNLIMITED },
    actorId,
  });
  api = await startApiProcess(database.connectionString);
  client = openClient({ url: api.url, key: secret }, IN_FLIGHT);
  await callFor(client, 200, { method: 'HEAD', path: '/api/v1/lots.geojson' });
});
afterAll(async () => {
  await client?.close();
  killApiProcesses();
  await database?.drop();
});

const ADD_LOTS = `
  insert into lots (lot_id, operator_id, livemode, name, slug, address, latitude, longitude, cell,
    country, timezone, total_spaces, rate_minor, rate_unit, currency, lot_type, features)
  select uuidv7(), $1, true, 'Lot ' || n, 'lot-' || n, n % 900 || ' Charles Street',
    lat + (n / 2000 % 10) * 0.0002, lng + (n / 20000 % 10) * 0.0002, cell,
    'US', 'UTC', 20 + n % 400, 100 + n % 900, 'hour', 'usd', 'surface', '{covered}'
  from generate_series(1, $2::integer) as n
  join unnest($3::float8[], $4::float8[], $5::bigint[]) with ordinality
    as place (lat, lng, cell, i) on place.i = 1 + n % 2000`;

/** One who searches here and there; anything but an answer throws. */
async function search(): Promise<void> {
  const { lat, lng } = places[Math.floor(random() * PLACES)] ?? { lat: 0, lng: 0 };
  await callFor(client, 200, {
    method: 'GET',
    path: `/api/v1/lots/search?lat=${lat}&lng=${lng}&radius_km=5`,
  });
}

const searchFor = (durationMs: number) => loop(search, { inFlight: IN_FLIGHT, durationMs });

/** The most that the API ever had in memory. */
function rssBytesMax(): number {
  const [, kilobytes] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8')) ?? [];
  return 1_024 * Number(kilobytes);
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  `who asks for one part of the map after another slows down nobody else (seed ${seed})`,
  async () => {
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const alone = await searchFor(DURATION_MS);
      const hostile = startHostileFeeds(api.url, seed + pair);
      const beside = await searchFor(DURATION_MS);
      const { statuses, byteLength } = await hostile.stop();
      ratios.push(beside.p99Ms / alone.p99Ms);
      console.log({ alone, beside, statuses, byteLength, rss: rssBytesMax() });
      if (pair > 0) continue;
      // The hostile ones were answered, and refused for being too many: else nothing was shown.
      expect(statuses[200]).toBeGreaterThan(0);
      expect(statuses[503]).toBeGreaterThan(0);
      expect(Object.keys(statuses).filter((status) => !/200|429|503/.test(status))).toEqual([]);
    }
    expect(rssBytesMax()).toBeLessThan(RSS_BYTES_MAX);
    if (isFull) expect(median(ratios), String(ratios)).toBeLessThan(SLOWDOWN_MAX);
  },
);

onLinux('who asks for the map and never reads it takes no memory', async () => {
  const sockets = Array.from({ length: CONNECTIONS }, askAndNeverRead);
  await searchFor(DURATION_MS);
  expect(rssBytesMax()).toBeLessThan(RSS_BYTES_MAX);
  for (const socket of sockets) socket.destroy();
});

function askAndNeverRead(): Socket {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  const call = 'GET /api/v1/lots.geojson HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(call.repeat(CONNECTIONS));
  return socket;
}
