import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMarketRate } from '../src/demand/rates/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../src/demand/tiles/market-tiles.ts';
import { importLots } from '../src/imports/lots/import-lots.ts';
import { importSessions } from '../src/imports/sessions/import-sessions.ts';
import { systemClock } from '../src/kit/clock.ts';
import { lotsWithin } from './src/demand/market/circle-oracle.ts';
import { marketRateOf } from './src/demand/market/market-rate-oracle.ts';
import { readPublishedWorld } from './src/demand/market/published-world.ts';
import { openTestDatabase, type TestDatabase } from './stage/database.ts';
import { addCaller } from './stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from './stage/warehouse.ts';

// Real car parks and real stays; SOURCE.txt in the same folder says what is real about them.
const DATA = new URL('../../shared/data/toronto/', import.meta.url);
const CITY_HALL = { lat: 43.6532, lng: -79.3832 };

type TorontoStays = {
  /** Which stays to take, by their position in the file and their start; all by default. */
  takes?: (place: number, startedAt: string) => boolean;
  count: number;
  /** Why not to run the test. */
  skipped?: string | undefined;
};

/** Defines a test over all of the car parks and the given stays. */
export function testToronto(name: string, { takes, count, skipped }: TorontoStays): void {
  let database: TestDatabase;
  let warehouse: TestWarehouse;
  let market: MarketTiles;

  beforeAll(async () => {
    database = await openTestDatabase();
    warehouse = await openTestWarehouse(database);
    const log = pino({ level: 'silent' });
    market = openMarketTiles({ db: database.db, clock: systemClock, log });
  });
  afterAll(async () => {
    await market.close();
    await warehouse.close();
    await database.drop();
  });

  test(name, async ({ skip }) => {
    if (skipped !== undefined) skip(skipped);
    if (!existsSync(DATA)) skip(`${DATA.pathname} is not there: it is not part of the project`);
    const { operatorId } = await addCaller(database);
    const into = { operatorId, livemode: true };
    const lots = await importLots(database.owner, {
      ...into,
      open: () => createReadStream(new URL('lots.geojson', DATA)),
    });
    expect(lots).toMatchObject({
      created: 244,
      updated: 0,
      unchanged: 0,
      rejected_count: 0,
      rejected: [],
    });
    const file = createReadStream(new URL('sessions.csv.gz', DATA)).pipe(createGunzip());
    const csv = takes === undefined ? file : Readable.from(linesOf(file, takes));
    const stays = await importSessions(database.owner, { ...into, csv });
    expect(stays).toMatchObject({ created: count, unchanged: 0, rejected_count: 0, rejected: [] });
    await warehouse.refresh();

    const world = await readPublishedWorld(database);
    for (const radiusKm of [1, 5, 50]) {
      const circle = { centre: CITY_HALL, radiusM: radiusKm * 1_000, operatorId };
      const rate = await findMarketRate(market, { ...circle, livemode: true });
      expect(rate).toMatchObject(marketRateOf(world, circle) ?? {});
      // A single operator: what happened on its lots must be shown to nobody else.
      expect(rate).toMatchObject({ basis: 'posted', occupancyBasis: null });
      const stays = lotsWithin(world.lots, circle).map((lot) => lot.observation_count);
      expect(rate.own?.stayCount).toBe(stays.reduce((sum, count) => sum + count, 0));
      expect(rate.competitorCount).toBe(0);
    }
  });
}

/** The file's header, and those of its lines that are taken. */
async function* linesOf(
  file: Readable,
  takes: NonNullable<TorontoStays['takes']>,
): AsyncGenerator<string> {
  let place = -1;
  for await (const line of createInterface(file)) {
    const [, , startedAt = ''] = line.split(',');
    if (place < 0 || takes(place, startedAt)) yield `${line}\n`;
    place += 1;
  }
}
