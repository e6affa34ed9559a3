import { expect, onTestFinished, test } from 'vitest';
import { openStartStage } from '../../bin/stage/start-process.ts';
import { cutIntoDays } from '../../pipelines/stage/search-days.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { startService } from '../processes/service-process.ts';
import { openSessionStage } from '../sessions/session-stage.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

// Fault 3: the disk of the database, or of the warehouse, is full and later gets space again.

const ROUNDS = isFull ? 5 : 1;
const MIB = 2 ** 20;
const POLL = { interval: 100, timeout: 60_000 };
const CALLS = 400;
const HEALTH = '/api/v1/health';
const RATES = '/api/v2/intelligence/market-rate?lat=43.6532&lng=-79.3832&radius_km=1';

const seed = seedOfRun();
const random = randomFrom(seed);

async function openScene(
  place: (disk: SmallDisk) => { parent?: string; warehouse?: string },
  bytes: number,
) {
  const disk = openSmallDisk(bytes);
  if ('reason' in disk) {
    console.log(`skipped: ${disk.reason}`);
    return undefined;
  }
  const { parent, warehouse } = place(disk);
  const start = await openStartStage(parent);
  onTestFinished(async () => {
    await start.close();
    disk.close();
  });
  const settings = warehouse === undefined ? {} : { HEXLOT_WAREHOUSE_URL: warehouse };
  const service = await startService(start, settings);
  const stage = await openSessionStage(random, service);
  onTestFinished(() => stage.close());
  /** This many requests and answers of concurrent callers. */
  const call = (beats: number) => {
    let beat = 0;
    return stage.load.run(service.api, {
      onBeat: () => void beat++,
      isEnough: () => beat >= beats,
    });
  };
  return { disk, service, stage, call };
}

async function statusOf(url: string, secret?: string): Promise<{ status: number; body: unknown }> {
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const response = await fetch(url, { headers });
  return { status: response.status, body: await response.json() };
}

test(`the database works again once its full disk has space (seed ${seed})`, async () => {
  const scene = await openScene((disk) => ({ parent: disk.path }), 400 * MIB);
  if (scene === undefined) return;
  const { disk, service, stage, call } = scene;
  const { database, api } = service;
  for (let round = 0; round < ROUNDS; round++) {
    disk.fill(2 * MIB);
    const { failedCount } = stage.load.ledger;
    // Writes go to the server's log first, and there is no space for its next segment.
    const switchLog = () => database.sql('select pg_switch_wal()').catch(() => undefined);
    await expect
      .poll(async () => {
        await Promise.all([call(CALLS / 10), switchLog()]);
        return stage.load.ledger.failedCount > failedCount;
      }, POLL)
      .toBe(true);
    await expect
      .poll(() => statusOf(api.url + HEALTH), POLL)
      .toMatchObject({ status: 503, body: { checks: { database: { state: 'restarting' } } } });
    disk.free();
    await expect.poll(service.answers, POLL).toBe(true);
    await stage.load.settle(api);
    await call(CALLS);
    await stage.expectNoFaults();
    await service.expectPublished();
  }
  expect(service.hasLostNoRole()).toBe(true);
  await service.expectExactlyOnce();
});

test(`a disk that is full for the archive affects no stays, and packing catches up (seed ${seed})`, async () => {
  const scene = await openScene(
    (disk) => ({ warehouse: `${disk.path}/warehouse.duckdb` }),
    24 * MIB,
  );
  if (scene === undefined) return;
  const { disk, service, stage, call } = scene;
  await call(CALLS);
  await service.expectPublished();
  // Searches of a day that is due are packed, however few they are.
  const { database } = service;
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count)
     select now() - interval '9 days', true, 'search', 617760317196730367, 43.65, -79.38, i % 50000,
       1, 1
     from generate_series(1, 60000) as i`,
  );
  await service.expectPublished();
  disk.fill(0);
  await cutIntoDays(database, 10);
  await expect.poll(() => service.log().includes('refresh failed'), POLL).toBe(true);
  await call(CALLS);
  expect(stage.load.ledger.failedCount).toBe(0);
  disk.free();
  const due = `select count(*)::integer as due from search_log
    where logged_at < now() - interval '8 days'`;
  await expect.poll(() => database.sql(due), POLL).toEqual([{ due: 0 }]);
  await service.expectPublished();
  await stage.expectNoFaults();
  expect(service.hasLostNoRole()).toBe(true);
});

test(`a full disk of the warehouse affects no stays, and the figures catch up (seed ${seed})`, async () => {
  const scene = await openScene(
    (disk) => ({ warehouse: `${disk.path}/warehouse.duckdb` }),
    24 * MIB,
  );
  if (scene === undefined) return;
  const { disk, service, stage, call } = scene;
  for (let round = 0; round < ROUNDS; round++) {
    await call(CALLS);
    await service.expectPublished();
    disk.fill(0);
    await call(CALLS);
    await expect
      .poll(async () => {
        await call(CALLS / 10);
        return service.log().includes('refresh failed');
      }, POLL)
      .toBe(true);
    expect(stage.load.ledger.failedCount).toBe(0);
    const { status } = await statusOf(service.api.url + RATES, stage.secret);
    expect([200, 503]).toContain(status);
    disk.free();
    await service.expectPublished();
    await stage.expectNoFaults();
  }
  expect(service.hasLostNoRole()).toBe(true);
  await service.expectExactlyOnce();
});
