import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../../src/access/ids.ts';
import { cellAt } from '../../../src/kit/geo/cells.ts';
import {
  addAgentSearch,
  addCounts,
  addLotNear,
  addStay,
  changeLot,
  DAY_MS,
  endStay,
  HOUR_MS,
  importStays,
  payStay,
  pick,
  type Random,
  type Stay,
} from '../../pipelines/stage/parking.ts';
import { addStrongCounts } from '../../pipelines/stage/strong-lots.ts';
import type { TestDatabase } from '../../stage/database.ts';
import type { LotColumns } from '../../stage/fixtures.ts';

// Writes what happens on parking lots without a pause, as many callers of the product do.

export const CITIES = [
  { city: 'Toronto', state: 'ON', lat: 43.67, lng: -79.38 },
  { city: 'Santa Monica', state: 'CA', lat: 34.02, lng: -118.49 },
  { city: 'Kathmandu', state: null, lat: 27.71, lng: 85.32 },
];

const LOTS_MAX = 60;
/** A late transaction commits after at most this many other rows. */
const LATE_ROWS_MAX = 30;
const PAUSE_MS = 5;

export type Writer = {
  /** Resolves once the last row is written and every late transaction is committed. */
  stop(): Promise<void>;
};

export async function startWriter(
  database: TestDatabase,
  random: Random,
  operatorIds: readonly string[],
): Promise<Writer> {
  const lotIds: string[] = [];
  const open: (Stay & { endedAt?: Date })[] = [];
  const unpaid: (Stay & { endedAt: Date })[] = [];
  const late: { leftCount: number; commit(): Promise<void> }[] = [];

  const around = ({ lat, lng }: { lat: number; lng: number }) => ({
    lat: lat + random() / 20,
    lng: lng + random() / 20,
  });
  const past = (ms: number) => new Date(Math.floor(Date.now() - random() ** 2 * ms));

  async function openLot(): Promise<void> {
    if (lotIds.length >= LOTS_MAX) return;
    const { lat, lng } = around(pick(random, CITIES));
    const place = { latitude: lat, longitude: lng, operator_id: pick(random, operatorIds) };
    const isPosted = random() < 0.9;
    lotIds.push(
      await addLotNear(database, random, { ...place, ...(!isPosted && { rate_minor: null }) }),
    );
  }

  async function changeOne(): Promise<void> {
    const { lat, lng } = around(pick(random, CITIES));
    const moved = { latitude: lat, longitude: lng, cell: String(cellAt(lat, lng)) };
    const columns = pick<Partial<LotColumns> & { cell?: string }>(random, [
      moved,
      { rate_minor: Math.floor(random() * 900) },
      { is_listed: random() < 0.7 },
      { status: pick(random, ['active', 'active', 'closed']) },
    ]);
    await changeLot(database, pick(random, lotIds), true, columns);
  }

  async function park(): Promise<void> {
    const startedAt = past(40 * DAY_MS);
    const stay = {
      lotId: pick(random, lotIds),
      startedAt,
      subtotalMinor: Math.floor(random() * 5_000),
      vehicleId: Math.floor(random() * 60),
      baseRateMinor: Math.floor(random() * 900),
    };
    if (random() < 0.3) open.push(await addStay(database, stay));
    else {
      const endedAt = new Date(Math.min(+startedAt + random() ** 3 * 3 * DAY_MS, Date.now()));
      const ended = await addStay(database, { ...stay, endedAt, isUnpaid: random() < 0.3 });
      if (ended.isUnpaid) unpaid.push({ ...ended, endedAt });
    }
  }

  async function settle(): Promise<void> {
    const ended = open.shift();
    if (ended !== undefined) await endStay(database, { ...ended, endedAt: new Date() });
    const paid = unpaid.shift();
    if (paid !== undefined) await payStay(database, paid);
  }

  async function search(): Promise<void> {
    const at = past((random() < 0.7 ? 0.9 : 60) * DAY_MS);
    // Few places, so that some have crowds.
    const { lat, lng } = pick(random, CITIES);
    const centre = { lat: lat + Math.floor(random() * 3) / 100, lng };
    const isByAgent = random() < 0.8;
    await addAgentSearch(database, random, {
      at,
      centre,
      ...(!isByAgent && { agentPlatform: null }),
    });
  }

  async function count(): Promise<void> {
    const lotId = pick(random, lotIds);
    const counts = Array.from({ length: 3 }, () => ({
      lotId,
      at: past(9 * DAY_MS),
      occupied: Math.floor(random() * 30),
    }));
    await addCounts(database, counts);
  }

  /** Writes rows before others and commits them after those. */
  async function beginLate(): Promise<void> {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('begin');
    await client.query(REPEAT_SEARCH);
    const endedAt = past(20 * DAY_MS);
    const stay: Stay = {
      sessionId: newId('ses'),
      lotId: pick(random, lotIds),
      livemode: true,
      startedAt: new Date(+endedAt - random() * 9 * HOUR_MS),
      endedAt,
      subtotalMinor: 777,
      currency: 'cad',
    };
    const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows;
    await importStays({ sql }, [stay]);
    const commit = async () => {
      await client.query('commit');
      await client.end();
    };
    late.push({ leftCount: Math.floor(random() * LATE_ROWS_MAX), commit });
  }

  async function commitDue(isLast = false): Promise<void> {
    for (const one of [...late]) {
      one.leftCount -= 1;
      if (one.leftCount > 0 && !isLast) continue;
      late.splice(late.indexOf(one), 1);
      await one.commit();
    }
  }

  const works = [park, park, park, settle, search, search, search, search, count, changeOne];
  for (let i = 0; i < 20; i += 1) await openLot();
  // Most have so many counts that they are told of, with the others around them.
  for (const lotId of lotIds.slice(4)) await addStrongCounts(database, random, { lotId });
  for (let i = 0; i < 200; i += 1) await pick(random, works)();

  let isStopped = false;
  const writing = (async () => {
    try {
      while (!isStopped) {
        if (random() < 0.02) await openLot();
        if (random() < 0.02 && late.length === 0) await beginLate();
        await pick(random, works)();
        await commitDue();
        // Without a pause, reading what was written would soon take most of the time.
        await sleep(PAUSE_MS);
      }
    } finally {
      await commitDue(true);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await writing;
    },
  };
}

const REPEAT_SEARCH = `
  insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
    agent_platform, found_lot_count, available_lot_count, city_id, city, state, country,
    searched_on, local_hour, wanted_on)
  select at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m, agent_platform,
    found_lot_count, available_lot_count, city_id, city, state, country, searched_on, local_hour,
    wanted_on
  from search_log
  order by search_id desc
  limit 1`;
