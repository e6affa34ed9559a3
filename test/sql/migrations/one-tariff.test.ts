import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../src/kit/uuid.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { type PlainRate, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import type { PostedTariff } from '../../../src/tariffs/tariff.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';
import { createRandom, seedOfRun } from '../../stage/random.ts';

/** More than two runs of the statement that changes them. */
const LOTS = 1_200;

const seed = seedOfRun();
const random = createRandom(seed);

type Lot = Omit<Required<PlainRate>, 'rateMinor'> & { lotId: string; rateMinor: number | null };

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openDatabaseBefore('000085');
  // As it was before there were these triggers.
  await database.sql('alter table lots disable trigger user');
  ({ operatorId } = await addCaller(database));
});
afterAll(() => database.drop());

function drawRate(): Required<PlainRate> {
  const rateUnit = random.pick(['hour', 'hour', 'day'] as const);
  const maxDailyMinor = random.pick([null, random.integer(0, 9_999)]);
  return {
    rateMinor: random.pick([0, 1, random.integer(0, 99_999), 10_000_000_000]),
    rateUnit,
    billingStepMinutes: rateUnit === 'day' ? 1 : random.pick([1, 5, 15, 30, 60, 720, 1_440]),
    maxDailyMinor,
    hasNoDailyMax: maxDailyMinor === null && random.next() < 0.5,
  };
}

async function addLots(lots: readonly (Lot & { tariff?: object })[]): Promise<void> {
  await database.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, total_spaces, currency, lot_type, status, is_listed, rate_minor, rate_unit,
       billing_step_minutes, max_daily_minor, has_no_daily_max, tariff)
     select lot_id, $2, true, 'Lot', 'lot', 0, 0, 617700169958293503, 'UTC', 9, 'eur', 'surface',
       'active', true, rate_minor, rate_unit, billing_step_minutes, max_daily_minor,
       has_no_daily_max, nullif(tariff, 'null')
     from jsonb_populate_recordset(null::lots, $1)`,
    [JSON.stringify(lots.map(toRecord)), operatorId],
  );
}

async function tariffs(): Promise<Map<string, PostedTariff | null>> {
  const rows = await database.sql<{ lot_id: string; tariff: PostedTariff | null }>(
    'select lot_id, tariff from lots',
  );
  return new Map(rows.map(({ lot_id, tariff }) => [lot_id, tariff]));
}

test(`each plain rate becomes the tariff that would be posted now (seed ${seed})`, async () => {
  const lots = Array.from({ length: LOTS }, () => ({ ...drawRate(), lotId: newUuid() }));
  const flat = { parts: [{ name: 'all', flat_minor: 500 }], maxima: null };
  const [unpriced, timed] = [newUuid(), newUuid()];
  const none = { ...drawRate(), rateMinor: null };
  const tariff = { id: 'rate_1', first_hour_minor: 500, ...flat };
  await addLots([...lots, { ...none, lotId: unpriced }, { ...none, lotId: timed, tariff }]);
  await migrate(database.connectionString);
  const found = await tariffs();
  for (const { lotId, ...rate } of lots)
    expect(found.get(lotId), JSON.stringify(rate)).toEqual(postedTariff(plainTariff(rate)));
  expect(found.get(unpriced)).toBeNull();
  expect(found.get(timed)).toEqual({ first_hour_minor: 500, ...flat });
});

test.each([
  ['no parts', { first_hour_minor: 1, maxima: null }],
  ['no maxima', { first_hour_minor: 1, parts: [] }],
  ['a price below 0', { first_hour_minor: -1, parts: [], maxima: null }],
  ['no price', { parts: [], maxima: null }],
])('a tariff that has %s is not stored', async (_what, tariff) => {
  await expect(
    database.sql('update lots set tariff = $1', [JSON.stringify(tariff)]),
  ).rejects.toMatchObject({ constraint: 'lots_tariff' });
});
