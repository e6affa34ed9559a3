import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchEveryCity } from '../../bench/runs/search.ts';
import { type HttpClient, openClient, type Target } from '../../bench/stage/load.ts';
import { addMarketLots, type Place } from '../../bench/stage/market-data.ts';
import { median } from '../../bench/stats.ts';
import { createKey } from '../../src/access/keys/create-key.ts';
import { SCOPES } from '../../src/access/principals/scopes.ts';
import { monotonicMs } from '../../src/kit/clock.ts';
import { NO_LIMITS } from '../api/proxied-api.ts';
import { openStartStage, type StartStage } from '../bin/stage/start-process.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { type Service, startService } from './processes/service-process.ts';
import { measureService, type Sizes } from './soak/measure-service.ts';
import { CALLERS, type Latencies, type MixedLoad, openMixedLoad } from './soak/mixed-load.ts';

// The whole service under hours of mixed calls: drivers, agents, operators and buyers.

const LOTS = isFull ? 200_000 : 600;
/** What is measured at the end of each, is compared. */
const WINDOW_MS = isFull ? 60_000 : 3_000;
const WINDOWS = isFull ? 120 : 9;
/** Of them, until caches are full and code is compiled. */
const SETTLED_AFTER = isFull ? 20 : 3;
/** Of those that are compared: the first after that, and the last. */
const COMPARED = isFull ? 20 : 3;
const MEMORY_GROWTH_MAX = 1.05;
const LATENCY_GROWTH_MAX = 1.5;
/** Of what is written in the second half of the time, by what is written in the first. */
const STORED_GROWTH_MAX = 1.25;
/** Of the first figures of all lots, and of their first forecasts. */
const PUBLISHED_WITHIN_MS = 1_200_000;
const FORECAST_WITHIN_MS = 3_600_000;
const FORECAST_POLL_MS = 1_000;
const MIB = 2 ** 20;

type Window = Sizes & { latencies: Latencies };

let stage: StartStage;
let service: Service;
let places: Place[];
let target: Target;
let client: HttpClient;
let load: MixedLoad;
const windows: Window[] = [];

beforeAll(async () => {
  stage = await openStartStage();
  service = await startService(stage, isFull ? { HEXLOT_REFRESH_SECONDS: '60' } : {});
  const { database } = service;
  places = await addMarketLots(database, LOTS);
  await database.sql('vacuum analyze');
  const lots = await database.sql<{ lot_id: string; operator_id: string }>(
    'select lot_id, operator_id from lots order by lot_id',
  );
  const operatorId = lots[0]?.operator_id ?? '';
  const { secret: key } = await createKey(database.owner, {
    ...{ operatorId, name: 'soak', mode: 'live', scopes: SCOPES, actorId: 'test' },
    rateLimits: NO_LIMITS,
  });
  target = { url: service.api.url, key };
  client = openClient(target, CALLERS);
  const lotIds = lots.map(({ lot_id }) => lot_id);
  const ownLotIds = lots.filter((lot) => lot.operator_id === operatorId).map((lot) => lot.lot_id);
  load = openMixedLoad(client, { places, lotIds, ownLotIds }, randomFrom(seedOfRun()));
});
afterAll(async () => {
  await client?.close();
  await stage.close();
});

test(
  'every call of hours of mixed load is answered as it should be, by processes that live on',
  async () => {
    await service.expectPublished(PUBLISHED_WITHIN_MS);
    await untilAllAreForecast();
    // What is kept of lots that were shown grows until all were, which takes callers an hour.
    await searchEveryCity(target, places, { say: () => undefined });
    const endsAt = monotonicMs() + WINDOWS * WINDOW_MS;
    const calling = load.run(() => monotonicMs() >= endsAt);
    const measuring = async () => {
      while (windows.length < WINDOWS) {
        await sleep(WINDOW_MS);
        const sizes = await measureService(stage.dataDir, service.database);
        windows.push({ ...sizes, latencies: load.takeLatencies() });
      }
    };
    await Promise.all([calling, measuring()]);
    expect(service.hasLostNoRole()).toBe(true);
    process.stdout.write(report());
  },
  PUBLISHED_WITHIN_MS + FORECAST_WITHIN_MS + 2 * WINDOWS * WINDOW_MS,
);

test('the memory of each process stays as it is once caches are full', () => {
  const roles = [...(windows.at(-1)?.memory.keys() ?? [])].sort();
  expect(roles).toEqual(['api', 'courier', 'pipelines', 'postgres', 'start']);
  const growth = new Map(roles.map((role) => [role, growthOf(({ memory }) => memory.get(role))]));
  // A short run ends before the memory has settled.
  if (isFull)
    for (const [role, ratio] of growth) expect(ratio, role).toBeLessThan(MEMORY_GROWTH_MAX);
});

test('calls take as long after hours as before', () => {
  expect(kinds()).toHaveLength(load.kindCount);
  // In a short run some kinds are rare.
  if (!isFull) return;
  for (const kind of kinds()) {
    const ratio = growthOf(({ latencies }) => median(latencies.get(kind) ?? []));
    expect(ratio, kind).toBeLessThan(LATENCY_GROWTH_MAX);
  }
});

test('tables and files grow by what is written, and by nothing else', () => {
  const stored = windows.map(
    ({ tables, files }) => files + [...tables.values()].reduce((sum, bytes) => sum + bytes, 0),
  );
  const [first = 0, middle = 0, last = 0] = [
    stored[SETTLED_AFTER],
    stored[Math.floor((SETTLED_AFTER + WINDOWS) / 2)],
    stored.at(-1),
  ];
  expect(first).toBeGreaterThan(0);
  if (isFull) expect(last - middle).toBeLessThan(STORED_GROWTH_MAX * (middle - first) + 16 * MIB);
});

/** Refreshes forecast lots for half a minute each; what searches keep of them grows until then. */
async function untilAllAreForecast(): Promise<void> {
  const count = 'select count(*)::integer as count from marts.lot_forecasts';
  const poll = { interval: FORECAST_POLL_MS, timeout: FORECAST_WITHIN_MS };
  await expect.poll(() => service.database.sql(count), poll).toEqual([{ count: LOTS }]);
}

const kinds = () => [...new Set(windows.flatMap(({ latencies }) => [...latencies.keys()]))].sort();

/** Of the last windows, in relation to the first that are settled: the median of a figure. */
function growthOf(figure: (window: Window) => number | undefined): number {
  const medianOf = (part: readonly Window[]) =>
    median(part.map(figure).filter((value): value is number => Number.isFinite(value)));
  const first = windows.slice(SETTLED_AFTER, SETTLED_AFTER + COMPARED);
  return medianOf(windows.slice(-COMPARED)) / medianOf(first);
}

function report(): string {
  const at = [SETTLED_AFTER, Math.floor((SETTLED_AFTER + WINDOWS) / 2), WINDOWS - 1];
  const line = (name: string, figure: (window: Window) => string) =>
    `${name.padEnd(32)}${at.map((i) => figure(windows[i] as Window).padStart(12)).join('')}\n`;
  const mib = (bytes: number | undefined) => ((bytes ?? 0) / MIB).toFixed(1);
  const last = windows.at(-1) as Window;
  const calls = windows.reduce((sum, { latencies }) => sum + countOf(latencies), 0);
  const tables = [...last.tables.keys()]
    .sort((a, b) => (last.tables.get(b) ?? 0) - (last.tables.get(a) ?? 0))
    .slice(0, 12);
  return [
    `${calls} calls over ${LOTS} lots; after minutes ${at.map(minutesAt).join(', ')}\n`,
    ...[...last.memory.keys()].map(
      (role) => `${`MiB of ${role}, each ${minutesOf(COMPARED)} min`.padEnd(32)}${spans(role)}\n`,
    ),
    line('MiB of files', ({ files }) => mib(files)),
    ...tables.map((name) => line(`MiB of ${name}`, (window) => mib(window.tables.get(name)))),
    ...kinds().map((kind) =>
      line(`ms of ${kind}, median`, ({ latencies }) =>
        latencies.has(kind) ? median(latencies.get(kind) ?? []).toFixed(1) : '–',
      ),
    ),
  ].join('');
}

/** The least, the median and the most memory of a role, in the windows one after another. */
function spans(role: string): string {
  const mib = (bytes: number) => Math.round(bytes / MIB);
  const told: string[] = [];
  for (let i = 0; i < windows.length; i += COMPARED) {
    const sizes = windows.slice(i, i + COMPARED).map(({ memory }) => memory.get(role) ?? 0);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    told.push(`${mib(least)} ${mib(median(sizes))} ${mib(most)}`);
  }
  return told.map((text) => text.padStart(18)).join('');
}

const minutesOf = (windowCount: number) => ((windowCount * WINDOW_MS) / 60_000).toFixed(1);
const minutesAt = (i: number) => minutesOf(i + 1);

const countOf = (latencies: Latencies) =>
  [...latencies.values()].reduce((sum, { length }) => sum + length, 0);
