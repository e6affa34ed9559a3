import { setTimeout as sleep } from 'node:timers/promises';
import { latLngToCell } from 'h3-js';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSites } from '../../../../src/demand/searches/project-sites.ts';
import { readClock } from '../../../../src/stores/postgres.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { addSearches, DOWNTOWN, readSites, searchesBy, startOver } from './unmet.ts';

const POLL_MS = 5;
const AT_ONCE = 4;
const CENTRES = Array.from({ length: 30 }, (_, i) => ({ ...DOWNTOWN, lng: DOWNTOWN.lng + i / 50 }));

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());
beforeEach(async () => {
  await startOver(parking.database);
  await addSearches(
    parking.database,
    CENTRES.flatMap((centre) => searchesBy([4, 3, 3], { centre })),
  );
});

/** The parts of sites in which runs at different instants must agree. */
async function sitesWithoutPeriod() {
  const sites = await readSites(parking.database);
  return sites.map(({ from_at, to_at, ...site }) => site);
}

/** The process id of the statement of this database that waits for a lock, once there is one. */
async function whoWaits(): Promise<number> {
  for (;;) {
    const [waiting] = await parking.database.sql<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting !== undefined) return waiting.pid;
    await sleep(POLL_MS);
  }
}

test('concurrent runs leave the same sites as one', async () => {
  await projectSites(parking.pipelines);
  const alone = await sitesWithoutPeriod();
  expect(alone).toHaveLength(CENTRES.length);
  for (let round = 0; round < 5; round++) {
    await parking.database.sql('truncate marts.projection_sites');
    await Promise.all(Array.from({ length: AT_ONCE }, () => projectSites(parking.pipelines)));
    expect(await sitesWithoutPeriod()).toEqual(alone);
  }
});

test('a run that waited for another computes the sites again, for its own later period', async () => {
  let later: Promise<unknown> = Promise.resolve();
  let waitedUntil = new Date(0);
  const cell = BigInt(`0x${latLngToCell(0, 0, 8)}`);
  await parking.pipelines.transaction(async (first) => {
    await first.query('projection_sites_lock');
    later = projectSites(parking.pipelines);
    await whoWaits();
    await addSearches(parking.database, searchesBy([4, 3, 3], { centre: { lat: 10, lng: 10 } }));
    const figures = { unmet_searches: 10, caller_count: 3, suggested_spaces: 3 };
    const period = { from_at: '2026-01-01T00:00:00Z', to_at: '2026-01-02T00:00:00Z' };
    const site = { livemode: true, cell: String(cell), latitude: 0, longitude: 0 };
    const sites = JSON.stringify([{ ...site, ...figures, ...period }]);
    await first.query('projection_sites_replace', { sites });
    waitedUntil = await readClock(parking.pipelines);
  });
  await later;
  const sites = await readSites(parking.database);
  expect(sites).toHaveLength(CENTRES.length + 1);
  expect(sites.map((site) => site.cell)).not.toContain(cell.toString(16));
  for (const site of sites) expect(Number(site.to_at)).toBeGreaterThanOrEqual(+waitedUntil);
});

test('an interrupted run leaves the sites unchanged, and the next one writes them', async () => {
  await projectSites(parking.pipelines);
  const before = await readSites(parking.database);
  await addSearches(parking.database, searchesBy([4, 3, 3], { centre: { lat: 10, lng: 10 } }));
  const blocker = new pg.Client({ connectionString: parking.database.connectionString });
  await blocker.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table lots in access exclusive mode');
    const cut = projectSites(parking.pipelines).catch((error: Error) => error);
    await parking.database.sql('select pg_terminate_backend($1)', [await whoWaits()]);
    expect(await cut).toBeInstanceOf(Error);
  } finally {
    await blocker.end();
  }
  expect(await readSites(parking.database)).toEqual(before);
  await projectSites(parking.pipelines);
  expect(await readSites(parking.database)).toHaveLength(before.length + 1);
});
