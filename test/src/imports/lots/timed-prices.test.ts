import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { geojsonFile, osmFeature } from './geojson.ts';

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const request = { name: 'Operator', plan: 'free', actorId: 'test' };
  operatorId = (await createOperator(database.owner, request)).id;
});

const PARIS = [2.3522, 48.8566] as const;
const SUNDAYS = {
  charge: '2 EUR/hour',
  'charge:max': '15 EUR/day',
  'fee:conditional': 'no @ (Su, PH)',
};

async function importTags(tags: Record<string, string>) {
  const feature = osmFeature(...PARIS, { ref: 'one', name: 'Elm Street', capacity: '40', ...tags });
  const open = geojsonFile([feature]);
  return await importLots(database.owner, { operatorId, livemode: true, open });
}

async function storedLot() {
  const [lot] = await database.sql<Record<string, unknown>>(
    `select rate_minor, max_daily_minor, tariff, currency, charge_text, osm_tags
     from lots where operator_id = $1`,
    [operatorId],
  );
  return lot;
}

test('hours of a fee become the tariff of the lot, which a second import leaves alone', async () => {
  expect(await importTags({ fee: 'yes', surface: 'asphalt', ...SUNDAYS })).toMatchObject({
    created: 1,
    noted: [],
  });
  const hour = { from_minutes: 0, per_minutes: 60, billing_step_minutes: 1 };
  expect(await storedLot()).toEqual({
    rate_minor: null,
    max_daily_minor: null,
    tariff: {
      first_hour_minor: 200,
      reference: { hour_minor: 200, day_minor: 1_500, part: 'other times' },
      parts: [
        {
          name: 'Su,PH',
          when: { days: ['sun', 'holiday'] },
          steps: [{ ...hour, price_minor: 0 }],
        },
        { name: 'other times', steps: [{ ...hour, price_minor: 200 }] },
      ],
      maxima: [{ amount_minor: 1_500, per: '24h' }],
    },
    currency: 'eur',
    charge_text: null,
    osm_tags: { surface: 'asphalt' },
  });
  expect(await importTags({ fee: 'yes', surface: 'asphalt', ...SUNDAYS })).toMatchObject({
    unchanged: 1,
  });
});

test('a plain price takes the place of a tariff, and the other way round', async () => {
  await importTags(SUNDAYS);
  expect(await importTags({ charge: '3 EUR/hour' })).toMatchObject({ updated: 1 });
  expect(await storedLot()).toMatchObject({
    rate_minor: 300,
    tariff: { first_hour_minor: 300, plain: { rate_unit: 'hour' } },
  });
  await importTags(SUNDAYS);
  expect(await storedLot()).toMatchObject({
    rate_minor: null,
    tariff: { first_hour_minor: 200 },
  });
});

test('a price that is not understood takes the place of a tariff', async () => {
  await importTags(SUNDAYS);
  await importTags({ charge: '2 EUR/hour', 'fee:conditional': 'no @ (stay < 1 hour)' });
  expect(await storedLot()).toMatchObject({
    rate_minor: null,
    tariff: null,
    charge_text: 'charge=2 EUR/hour; fee:conditional=no @ (stay < 1 hour)',
    osm_tags: { charge: '2 EUR/hour', 'fee:conditional': 'no @ (stay < 1 hour)' },
  });
});

test('a tariff is not posted beside a rule that was not understood', async () => {
  const { noted } = await importTags({ ...SUNDAYS, 'maxstay:conditional': '1 hour @ (Mo-Fr)' });
  const fields = noted.map(({ field }) => field);
  expect(fields).toEqual(['maxstay:conditional', 'charge']);
  expect(await storedLot()).toMatchObject({
    rate_minor: null,
    tariff: null,
    charge_text: 'charge=2 EUR/hour; charge:max=15 EUR/day; fee:conditional=no @ (Su, PH)',
  });
});
