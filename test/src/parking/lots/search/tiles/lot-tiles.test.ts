import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellParent } from '../../../../../../src/kit/geo/cells.ts';
import { circleCap, coverCircle } from '../../../../../../src/kit/geo/circle-cover.ts';
import { sweepHolds } from '../../../../../../src/parking/holds/release-holds.ts';
import { applyRates } from '../../../../../../src/parking/lots/rates/apply-rates.ts';
import {
  isReported,
  type KnownLot,
  occupiedSpaces,
} from '../../../../../../src/parking/lots/search/match/known-lot.ts';
import type { LotDescription } from '../../../../../../src/parking/lots/search/tiles/described-lots.ts';
import {
  LOT_TILE_RESOLUTION,
  LOTS_KEPT_MAX,
  type LotTiles,
  openLotTiles,
} from '../../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import type { Session } from '../../../../../../src/parking/sessions/session.ts';
import type { Querier } from '../../../../../../src/stores/postgres.ts';
import { fromRecord } from '../../../../../../src/stores/row-names.ts';
import { inHours, openStage, type Stage } from '../../../../../api/stage.ts';
import { randomFrom, seedOfRun } from '../../../../../stage/random.ts';

const STEPS = 150;
const WRITERS = 4;
/** Minutes from now at which the spaces in use are compared: claims begin and end in between. */
const INSTANTS = [0, 20, 40, 70];
const CENTRE = { lat: 43.65, lng: -79.38 };
const RADIUS_M = 20_000;
const CELLS = coverCircle(circleCap(CENTRE, RADIUS_M), LOT_TILE_RESOLUTION);

/** In addition to one of each kind. */
const OFTEN = ['park', 'park', 'hold', 'hold'];

const seed = seedOfRun();
const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];

let stage: Stage;
let lotIds: string[];

beforeAll(async () => {
  stage = await openStage();
  lotIds = await Promise.all(
    Array.from({ length: 12 }, () => stage.parking.addLot({ total_spaces: 6, ...place() })),
  );
});
afterAll(() => stage.api.stop());

const place = () => ({
  latitude: CENTRE.lat + 0.2 * (random() - 0.5),
  longitude: CENTRE.lng + 0.2 * (random() - 0.5),
});

/** Every lot in the circle's cells as in the tiles, with the spaces in use at each instant. */
async function known(tiles: LotTiles) {
  const read = await tiles.read(CELLS);
  const at = instants(read.now);
  const lots = await shownLots(tiles, read.lots, at);
  return { now: read.now, lots: lots.toSorted(byId) };
}

async function shownLots(tiles: LotTiles, lots: KnownLot[], at: readonly Date[]) {
  const descriptions = await tiles.describe(lots.map((lot) => lot.lotId));
  return lots.map((lot, i) => {
    const { text: _, ...described } = descriptions[i] as LotDescription;
    return { ...shown(lot, at), ...described };
  });
}

const instants = (now: Date) => INSTANTS.map((minutes) => new Date(+now + minutes * 60_000));
const byId = (a: { lotId: string }, b: { lotId: string }) => (a.lotId < b.lotId ? -1 : 1);

function shown(lot: KnownLot, at: readonly Date[]) {
  const { cell, holds: _, takenSpaces, reportedAt, reportedOccupied, ...columns } = lot;
  return {
    ...columns,
    cell: String(cell),
    occupied: at.map((instant) => occupiedSpaces(lot, instant)),
    reported: at.map((instant) => isReported(lot, instant)),
  };
}

/** The same from the database. */
async function stored(now: Date) {
  const records = await stage.api.database.sql<object>(
    `select lot_id, operator_id, livemode, name, slug, address, city, state, country, latitude,
       longitude, timezone, total_spaces, is_capacity_estimated,
       area_m2, currency, tariff,
       charge_text,
       data_license, is_osm_export_allowed, availability_shown, rate_id,
       price_rules, scheduled_rates, lot_type, features, ev_spaces, accessible_spaces, av_spaces,
       opening_hours, is_overnight_allowed, max_height_cm, status, website, osm_id,
       duplicate_of,
       date_trunc('milliseconds', updated_at) as updated_at, cell::text as cell,
       (select array_agg(occupied_spaces(lots, at) order by at)
        from unnest($1::timestamptz[]) as at) as occupied,
       (select array_agg(coalesce(reported_at > at - interval '15 minutes', false) order by at)
        from unnest($1::timestamptz[]) as at) as reported
     from lots
     where deleted_at is null and is_listed and status = 'active'`,
    [instants(now)],
  );
  const rows = records.map((one) => fromRecord<{ lotId: string; cell: string }>(one));
  const cells = new Set(CELLS);
  const near = rows.filter(({ cell }) => cells.has(cellParent(BigInt(cell), LOT_TILE_RESOLUTION)));
  return near.toSorted(byId);
}

async function expectSame(tiles: LotTiles, what: string): Promise<void> {
  const seen = await known(tiles);
  expect(seen.lots, what).toEqual(await stored(seen.now));
}

/** One random write; it may be refused. */
function writer() {
  const { parking, post, send } = stage;
  const stays: Session[] = [];
  const holds: { holdId: string }[] = [];
  const lotId = () => pick(lotIds) ?? '';
  const kinds: Record<string, () => Promise<unknown>> = {
    park: async () => stays.push(await parking.park(lotId())),
    end: async () => parking.end(stays.pop() ?? { sessionId: 'ses_none' }),
    hold: async () => {
      const from = pick([0, 0, 10, 30]) ?? 0;
      holds.push(await parking.held(lotId(), { from, minutes: 30, spaceCount: 2 }));
    },
    activate: async () => parking.activate(holds.pop() ?? { holdId: 'hold_none' }),
    cancel: async () => parking.cancel(holds.shift() ?? { holdId: 'hold_none' }),
    report: () => post(`/api/v1/lots/${lotId()}/occupancy`, { occupied: pick([0, 3, 9]) }),
    rate: () => send('PUT', `/api/v1/lots/${lotId()}/rates`, { base_rate: pick([2, 3, 4]) }),
    later: () =>
      send('PUT', `/api/v1/lots/${lotId()}/rates`, { base_rate: 7, effective_from: inHours(2) }),
    rename: () => send('PATCH', `/api/v1/lots/${lotId()}`, { name: `Lot ${random()}` }),
    close: () => send('PATCH', `/api/v1/lots/${lotId()}`, { status: pick(['active', 'closed']) }),
    move: () => {
      const { latitude: lat, longitude: lng } = place();
      return send('PATCH', `/api/v1/lots/${lotId()}`, { lat, lng });
    },
    leave: () => send('PATCH', `/api/v1/lots/${lotId()}`, { lat: 10, lng: 10 }),
    add: async () => {
      const { latitude: lat, longitude: lng } = place();
      const answer = await post('/api/v1/lots', {
        name: 'New',
        lat,
        lng,
        total_spaces: 3,
        base_rate: 2,
      });
      lotIds.push(answer.body.lot.id);
    },
    remove: () => send('DELETE', `/api/v1/lots/${lotId()}`, {}),
    sweep: () => sweepHolds(parking.pipelines),
    expire: () => parking.expire(),
    apply: () => applyRates(parking.pipelines),
  };
  return async () => {
    const kind = pick([...Object.keys(kinds), ...OFTEN]) ?? 'park';
    await kinds[kind]?.().catch(() => undefined);
    return kind;
  };
}

describe('the lots in memory equal those in the database', () => {
  test(`after each of ${STEPS} writes of every kind (seed ${seed})`, async () => {
    const tiles = openLotTiles(stage.api.database.db);
    const write = writer();
    await expectSame(tiles, 'at first');
    for (let step = 0; step < STEPS; step += 1)
      await expectSame(tiles, `${step}: ${await write()}`);
  });

  test(`during concurrent writes (seed ${seed})`, async () => {
    const tiles = openLotTiles(stage.api.database.db);
    let isWriting = true;
    const writers = Array.from({ length: WRITERS }, async () => {
      const write = writer();
      for (let step = 0; step < STEPS / WRITERS; step += 1) await write();
    });
    const readers = Array.from({ length: WRITERS }, async () => {
      while (isWriting) await tiles.read(CELLS);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(readers);
    await expectSame(tiles, 'when all is quiet');
  });

  test('after the commit of a transaction that was open during a reading', async () => {
    const { db } = stage.api.database;
    const tiles = openLotTiles(db);
    const lotId = await stage.parking.addLot(place());
    const nameOf = async () => (await known(tiles)).lots.find((lot) => lot.lotId === lotId)?.name;
    await stage.api.database.sql('select 1');
    const before = await nameOf();
    await db.transaction(async (connection) => {
      await connection.query('lot_delete', {
        lotId,
        actorType: 'system',
        actorId: 'test',
        agentPlatform: null,
        requestId: null,
      });
      expect(await nameOf()).toBe(before);
      // Later transactions commit before it.
      await stage.parking.park(await stage.parking.addLot(place()));
      expect(await nameOf()).toBe(before);
    });
    expect(before).toMatch(/^Test lot/);
    expect(await nameOf()).toBeUndefined();
  });

  test('when too much has changed to read single changes', async () => {
    const { database } = stage.api;
    const tiles = openLotTiles(database.db);
    await known(tiles);
    await database.sql(
      `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
       select 'system', 'test', true, 'lots.searched', n::text, '{"found_count": 0}'
       from generate_series(1, 20001) as n`,
    );
    lotIds.push(await stage.parking.addLot(place()));
    await expectSame(tiles, 'after many changes');
  });

  test('when more is asked for than can be kept', async () => {
    const tiles = openLotTiles(stage.api.database.db, { lotsKeptMax: 3 });
    for (const cells of [CELLS, CELLS.slice(0, 9), CELLS]) await tiles.read(cells);
    await stage.parking.park(await stage.parking.addLot(place()));
    await expectSame(tiles, 'with room for little');
    expect(LOTS_KEPT_MAX).toBeGreaterThan(CELLS.length);
  });
});

/** Whether a statement reads whole tiles, and not only lots that changed. */
function readsTiles(name: string, values: Record<string, unknown> | undefined): boolean {
  return name === 'lots_read' && String(values?.lows) !== '';
}

test('places without lots leave room for those with lots', async () => {
  const { db } = stage.api.database;
  let readingCount = 0;
  const counting: Querier = {
    query(name, values) {
      if (readsTiles(name, values)) readingCount += 1;
      return db.query(name, values);
    },
  };
  const ocean = (lng: number) =>
    coverCircle(circleCap({ lat: -40, lng }, RADIUS_M), LOT_TILE_RESOLUTION);
  const oceans = [ocean(-120), ocean(-121), ocean(-122)];
  const cellCount = oceans.flat().length;
  const tiles = openLotTiles(counting, { lotsKeptMax: cellCount / 2 });
  for (const cells of [...oceans, ...oceans]) await tiles.read(cells);
  expect(readingCount).toBe(oceans.length);
});

test('a reading that fails throws for those who waited for it, and for no other caller', async () => {
  const { db } = stage.api.database;
  let isDown = true;
  const tiles = openLotTiles({
    query: (name, values) =>
      isDown ? Promise.reject(new Error('the line is down')) : db.query(name, values),
  });
  await expect(tiles.read(CELLS)).rejects.toThrow('the line is down');
  isDown = false;
  await expectSame(tiles, 'once it is up');
});

test('callers whose lots are in memory do not wait for lots of others to be read', async () => {
  const { db } = stage.api.database;
  let release: () => void = () => undefined;
  let isReading = false;
  const tiles = openLotTiles({
    async query(name, values) {
      if (isReading && readsTiles(name, values))
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return db.query(name, values);
    },
  });
  await known(tiles);
  isReading = true;
  const elsewhere = coverCircle(circleCap({ lat: 10, lng: 10 }, RADIUS_M), LOT_TILE_RESOLUTION);
  let hasCome = false;
  const cold = tiles.read(elsewhere).then((read) => {
    hasCome = true;
    return read;
  });
  const lotId = await stage.parking.addLot(place());
  const moved = await stage.parking.addLot({ latitude: 10, longitude: 10 });
  expect((await tiles.read(CELLS)).lots.map((lot) => lot.lotId)).toContain(lotId);
  expect(hasCome).toBe(false);
  isReading = false;
  release();
  expect((await cold).lots.map((lot) => lot.lotId)).toContain(moved);
  await expectSame(tiles, 'once they have come');
});

test('a description gets the changes that were made while it was read', async () => {
  const { db } = stage.api.database;
  const lotId = await stage.parking.addLot(place());
  let afterRows: () => Promise<unknown> = async () => undefined;
  const tiles = openLotTiles({
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      const rows = await db.query<Row>(name, values);
      if (name === 'lots_read_described') await afterRows();
      return rows;
    },
  });
  await tiles.read(CELLS);
  afterRows = async () => {
    afterRows = async () => undefined;
    await stage.send('PATCH', `/api/v1/lots/${lotId}`, { name: 'Renamed meanwhile' });
    await tiles.read(CELLS);
  };
  const [described] = await tiles.describe([lotId]);
  expect(described?.name).toBe('Renamed meanwhile');
});

test('tiles get the changes that were made, and read by others, while the tiles were being read', async () => {
  const { db } = stage.api.database;
  const lotId = await stage.parking.addLot({ latitude: 20, longitude: 20 });
  let afterRows: () => Promise<unknown> = async () => undefined;
  const tiles = openLotTiles({
    async query<Row extends object>(name: string, values?: Record<string, unknown>) {
      const rows = await db.query<Row>(name, values);
      if (readsTiles(name, values)) await afterRows();
      return rows;
    },
  });
  await known(tiles);
  afterRows = async () => {
    await stage.send('PATCH', `/api/v1/lots/${lotId}`, { total_spaces: 77 });
    await known(tiles);
  };
  const there = coverCircle(circleCap({ lat: 20, lng: 20 }, 1_000), LOT_TILE_RESOLUTION);
  const { lots } = await tiles.read(there);
  expect(lots.map((lot) => lot.totalSpaces)).toEqual([77]);
});
