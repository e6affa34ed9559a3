import { expect, onTestFinished, test } from 'vitest';
import { findLot } from '../../../src/parking/lots/find-lot.ts';
import { setRate } from '../../../src/parking/lots/rates/set-rate.ts';
import { plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { POLL } from '../sessions/session-stage.ts';
import { readBooks } from './books.ts';
import { runJob } from './job.ts';
import { openLocks } from './locks.ts';
import { layOutRates, tidiedRates } from './rates.ts';

const COPIES = 2;
const POSTED = plainTariff({
  rateMinor: 999,
  rateUnit: 'hour',
  billingStepMinutes: 1,
  maxDailyMinor: null,
});

const apply = (parking: Parking) => runJob(parking.pipelines, 'apply-rates', () => {});

/** A run that has read which rates have begun, and then waits at the first of the lots. */
async function slowRun() {
  const parking = await openParking();
  const { database } = parking;
  onTestFinished(() => database.drop());
  await layOutRates(parking, COPIES);
  const { hold, waitingCount } = openLocks(database);
  await database.sql(
    `create function take_time() returns trigger language plpgsql as $$ begin
       if new.lot_id = (select lot_id from lots where name !~ '^LATER' order by lot_id limit 1)
       then perform pg_advisory_xact_lock_shared(1); end if;
       return new;
     end $$`,
  );
  await database.sql(
    `create trigger take_time before update of rate_minor on lots
     for each row execute function take_time()`,
  );
  const { release } = await hold('select pg_advisory_xact_lock(1)');
  onTestFinished(release);
  const run = apply(parking);
  await expect.poll(waitingCount, POLL).toBe(1);
  return { parking, run, release };
}

test('a rate that is posted while scheduled rates are applied stays the posted one', async () => {
  const { parking, run, release } = await slowRun();
  const { database, db, caller } = parking;
  const [last] = await database.sql<{ lot_id: string }>(
    `select lot_id from lots where name ~ '^MANY' order by lot_id desc limit 1`,
  );
  const lot = await findLot(db, last?.lot_id ?? '', caller.livemode);
  const now = { effectiveFrom: null, requestId: 'req_test' };
  await setRate(db, caller, lot, { tariff: POSTED, priceRules: null }, now);
  await release();
  expect(await run).toMatchObject({ complaints: [] });
  expect(await findLot(db, lot.lotId, caller.livemode)).toMatchObject({
    tariff: postedTariff(POSTED),
  });
});

test('a rate that another run has applied meanwhile is not applied again', async () => {
  const { parking, run, release } = await slowRun();
  expect(await apply(parking)).toMatchObject({ complaints: [] });
  await release();
  expect(await run).toMatchObject({ complaints: [] });
  expect(await readBooks(parking.database)).toEqual(tidiedRates(COPIES));
});
