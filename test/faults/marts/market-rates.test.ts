import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/access/ids.ts';
import { cellAt } from '../../../src/kit/geo/cells.ts';
import {
  type Count,
  type Lot,
  type Search,
  searchedCellsOf,
  type Vote,
  voteOf,
} from '../../pipelines/stage/market-oracle.ts';
import {
  addCounts,
  addOperators,
  addSearch,
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
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot, type LotColumns } from '../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

const ROUNDS = isFull ? 5 : 3;

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

const RATES = [
  { rate_unit: 'hour', billing_step_minutes: 1 },
  { rate_unit: 'hour', billing_step_minutes: 15 },
  { rate_unit: 'day', billing_step_minutes: 1 },
] as const;

function randomLot(random: Random, operatorIds: string[]): Omit<Lot, 'lot_id'> {
  return {
    livemode: random() < 0.8,
    operator_id: pick(random, operatorIds),
    latitude: 43.65 + random() / 20,
    longitude: -79.4 + random() / 20,
    country: pick(random, ['CA', 'CA', 'US']),
    total_spaces: 1 + Math.floor(random() * 40),
    is_capacity_estimated: random() < 0.1,
    rate_minor: random() < 0.1 ? null : 1 + Math.floor(random() * 900),
    ...pick(random, RATES),
    currency: pick(random, ['cad', 'cad', 'usd']),
    max_daily_minor: random() < 0.5 ? Math.floor(random() * 9_000) : null,
  };
}

function randomStay(random: Random, lot: Lot): Stay {
  const startedAt = new Date(Math.floor(Date.now() - random() * 40 * DAY_MS));
  const lasts = Math.floor(random() ** 3 * 3 * DAY_MS);
  const endedAt = new Date(Math.min(+startedAt + lasts, Date.now()));
  return {
    sessionId: newId('ses'),
    lotId: lot.lot_id,
    livemode: lot.livemode,
    startedAt,
    ...(random() < 0.9 ? { endedAt } : {}),
    subtotalMinor: Math.floor(random() * 5_000),
    currency: random() < 0.95 ? lot.currency : 'eur',
  };
}

/** Some readings of one lot: often several in an hour, some above its capacity. */
function randomCounts(random: Random, { lot_id, livemode, total_spaces }: Lot): Count[] {
  const since = Date.now() - random() * 9 * DAY_MS;
  return Array.from({ length: Math.ceil(random() * 12) }, () => ({
    lotId: lot_id,
    livemode,
    at: new Date(Math.min(Math.floor(since + random() ** 2 * 6 * HOUR_MS), Date.now())),
    occupied: Math.floor(random() * 1.2 * (total_spaces + 1)),
  }));
}

const OFF_THE_MARKET: (Partial<LotColumns> | null)[] = [
  { status: 'closed' },
  { is_listed: false },
  null,
];

/** Changes a lot in the list and in the audit log: its rate or its place, or removes it. */
async function changeOne(random: Random, lots: Lot[]): Promise<void> {
  const lot = pick(random, lots);
  const change = (columns: Parameters<typeof changeLot>[3]) =>
    changeLot(database, lot.lot_id, lot.livemode, columns);
  const what = random();
  if (what < 0.4) {
    lot.rate_minor = lot.rate_minor === null ? 50 : lot.rate_minor + 50;
    await change({ rate_minor: lot.rate_minor });
  } else if (what < 0.7) {
    lot.latitude += 0.1;
    const cell = { cell: String(cellAt(lot.latitude, lot.longitude)) };
    await change({ latitude: lot.latitude, ...cell });
  } else {
    lots.splice(lots.indexOf(lot), 1);
    await change(pick(random, OFF_THE_MARKET));
  }
}

async function published() {
  const [publication] = await database.sql<{ as_of: Date }>('select as_of from marts.publication');
  const votes = await database.sql<Vote>(
    `select lot_id, livemode, operator_id, cell::text, country, currency, space_count,
       posted_hourly, posted_daily, list_hourly, list_daily, observation_count, revenue_minor,
       paid_minutes, is_public, occupied_minutes, known_minutes
     from marts.market_rate_by_lot order by lot_id`,
  );
  const searched = await database.sql<{ line: string }>(
    `select concat_ws(' ', livemode::text, cell, search_count) as line from marts.searches_by_cell`,
  );
  return {
    asOf: +(publication?.as_of ?? 0),
    votes,
    searched: searched.map(({ line }) => line).sort(),
  };
}

test(`marts equal a computation row by row, after refreshes and a rebuild (seed ${seed})`, async () => {
  const operatorIds = await addOperators(database, 5);
  const lots: Lot[] = [];
  const stays: Stay[] = [];
  const counts: Count[] = [];
  const searches: Search[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < 12; i++) {
      const lot = randomLot(random, operatorIds);
      lots.push({ ...lot, lot_id: await addLot(database, lot) });
    }
    for (let i = 0; i < 40; i++) {
      const stay = randomStay(random, pick(random, lots));
      stay.isUnpaid = random() < 0.3;
      if (stay.endedAt && !stay.isUnpaid && random() < 0.5) await importStays(database, [stay]);
      else await addStay(database, stay);
      stays.push(stay);
    }
    for (const stay of stays.filter(({ endedAt, isUnpaid }) => endedAt && isUnpaid)) {
      if (random() < 0.5) continue;
      stay.isUnpaid = false;
      await payStay(database, stay);
    }
    for (const stay of stays.filter(({ endedAt }) => !endedAt)) {
      if (random() < 0.5) continue;
      stay.endedAt = new Date();
      await endStay(database, { ...stay, endedAt: stay.endedAt });
    }
    for (let i = 0; i < 15; i++) {
      const corrected = counts.slice(-3).map((count) => ({ ...count, occupied: i }));
      const added = [...randomCounts(random, pick(random, lots)), ...corrected];
      await addCounts(database, added);
      counts.push(...added);
    }
    for (let i = 0; i < 4; i++) await changeOne(random, lots);
    for (let i = 0; i < 15; i++) {
      const { livemode, latitude, longitude } = pick(random, lots);
      const search = {
        livemode,
        latitude,
        longitude,
        at: new Date(Date.now() - random() * 9 * DAY_MS),
      };
      await addSearch(database, search);
      searches.push(search);
    }
    await warehouse.refresh();
    await expectWhatHappened();
  }
  await warehouse.rebuild();
  await expectWhatHappened();
  const { votes } = await published();
  const known = votes.map(({ space_count: spaces, known_minutes: minutes }) =>
    minutes === 0 ? 'nothing' : minutes < 168 * 60 * (spaces ?? 0) ? 'counts' : 'stays',
  );
  expect([...new Set(known)].sort()).toEqual(['counts', 'nothing', 'stays']);

  async function expectWhatHappened(): Promise<void> {
    const seen = await published();
    const votes = lots.map((lot) => voteOf(lot, { stays, counts }, seen.asOf));
    expect(seen.votes).toEqual(votes.toSorted((a, b) => (a.lot_id < b.lot_id ? -1 : 1)));
    expect(seen.searched).toEqual(searchedCellsOf(searches, seen.asOf).sort());
  }
});
