import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainTariff } from '../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../src/tariffs/posted-tariff.ts';
import { toOfferedRate } from '../../src/tariffs/rate-columns.ts';
import { hourlyTariff } from '../src/tariffs/hourly-tariff.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';

// Processes of the version before run beside those of this one, and write plain rates in columns of
// their own.

const FLAT = { parts: [{ name: 'all', flat_minor: 500 }], maxima: null };
const TIMED = postedTariff(FLAT);

let database: TestDatabase;
let lotId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { operatorId } = await addCaller(database);
  lotId = await addLot(database, { operator_id: operatorId });
});
afterAll(() => database.drop());

async function tariffAfter(changes: string, values: unknown[] = []) {
  await database.sql(`update lots set ${changes} where lot_id = $1`, [lotId, ...values]);
  const [lot] = await database.sql<{ tariff: unknown }>(
    'select tariff from lots where lot_id = $1',
    [lotId],
  );
  return lot?.tariff;
}

test('a plain rate that they post, import or add is the tariff of the lot', async () => {
  expect(await tariffAfter('updated_at = now()')).toEqual(hourlyTariff(350));
  expect(await tariffAfter(`rate_id = 'rate_1', rate_minor = 400`)).toEqual(hourlyTariff(400));
  // An import posts without an id.
  expect(await tariffAfter(`rate_id = null, rate_minor = 425`)).toEqual(hourlyTariff(425));
  const limited = await tariffAfter(`rate_minor = 450, max_daily_minor = 2000`);
  expect(limited).toEqual(hourlyTariff(450, 2_000));
});

test('a price that they take away is gone', async () => {
  const gone = 'rate_id = null, rate_minor = null, max_daily_minor = null';
  expect(await tariffAfter(gone)).toBeNull();
  expect(await tariffAfter('rate_minor = 300')).toEqual(hourlyTariff(300));
});

test('a tariff and a plain rate that they post take the place of each other', async () => {
  const posted = `rate_id = 'rate_2', rate_minor = null, tariff = $2`;
  expect(await tariffAfter(posted, [JSON.stringify(TIMED)])).toEqual(TIMED);
  const plain = `rate_id = 'rate_3', rate_minor = 100, tariff = null`;
  expect(await tariffAfter(plain)).toEqual(hourlyTariff(100));
});

test('a scheduled tariff that they apply by its id alone is the tariff of the lot', async () => {
  const scheduled = JSON.stringify([{ rate_id: 'rate_4', rate_minor: null, tariff: TIMED }]);
  await tariffAfter('scheduled_rates = $2', [scheduled]);
  const applied = `rate_id = 'rate_4', rate_minor = null, scheduled_rates = '[]'`;
  expect(await tariffAfter(applied)).toEqual(TIMED);
});

test('a tariff that is posted again, under another id, stays', async () => {
  expect(await tariffAfter(`rate_id = 'rate_5', tariff = $2`, [JSON.stringify(TIMED)])).toEqual(
    TIMED,
  );
});

test('a stay without a tariff in its row pays by its plain rate', async () => {
  const rate = { rate_id: 'rate_6', base_rate_minor: 200, rules: [] };
  const [row] = await database.sql<{ snapshot: Parameters<typeof toOfferedRate>[0] }>(
    `select snapshot_of($1, 250, 'hour', 15, 1000) as snapshot`,
    [JSON.stringify(rate)],
  );
  const plain = { rateMinor: 250, rateUnit: 'hour', billingStepMinutes: 15 } as const;
  expect(row && toOfferedRate(row.snapshot)).toMatchObject({
    ...{ ...plain, rateId: 'rate_6', baseRateMinor: 200, rules: [] },
    tariff: plainTariff({ ...plain, maxDailyMinor: 1_000 }),
  });
});
