import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { addLotWith, randomLot } from '../many-lots.ts';

type Schema = { $comment: string; places: object; rates: object; $defs: Record<string, object> };

/** The published schema of both answers. */
const published: Schema = JSON.parse(
  readFileSync(new URL('apds-4.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, ['date-time', 'email']);
for (const format of ['url', 'float', 'time']) ajv.addFormat(format, true);

const checkOf = (schema: object) => {
  const check = ajv.compile({ ...schema, $defs: published.$defs });
  return (value: unknown) => (check(value) ? [] : ajv.errorsText(check.errors));
};

type OneOf = { oneOf: object[] };
const elements = (published.$defs.HierarchyElementData as OneOf).oneOf;

const COUNT = 200;
const seed = seedOfRun();

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  const random = randomFrom(seed);
  for (let i = 0; i < COUNT; i += 1)
    await addLotWith(api.database, key.operatorId, randomLot(random));
});
afterAll(() => api.stop());

const get = (kind: 'places' | 'rates') => api.request('GET', `/feeds/apds/v4/${kind}`);

/** A reader that knows the type of an element takes that option of the published schema. */
const PLACE = {
  ...published.places,
  $defs: { ...published.$defs, HierarchyElementData: elements[1] },
};

test(`places are valid against the published schema (seed ${seed})`, async () => {
  const { body } = await get('places');
  expect(body.data).toHaveLength(COUNT);
  expect(body.meta).toMatchObject({ offset: 0, pageSize: COUNT, total: COUNT });
  const check = ajv.compile(PLACE);
  expect(check(body), ajv.errorsText(check.errors)).toBe(true);
  const [{ timeZone: _, ...without }] = body.data;
  expect(check({ ...body, data: [without] })).toBe(false);
});

test('by the published oneOf alone no place is valid, because each is a campus, too', async () => {
  // A campus has no member that a place lacks, so a reader has to choose the option by `type`.
  const { body } = await get('places');
  const [place] = body.data;
  const taking = elements.filter((schema) => checkOf(schema)(place).length === 0);
  expect(taking).toContain(elements[1]);
  expect(taking).toContain(elements[0]);
});

test(`rates are valid against the published schema where it is stated who may park (seed ${seed})`, async () => {
  const { body } = await get('rates');
  expect(body.data.length).toBeGreaterThan(COUNT / 4);
  type Rate = { availability?: string };
  const isStated = ({ availability }: Rate) => availability !== undefined;
  expect(new Set(body.data.map(isStated))).toEqual(new Set([true, false]));
  const stated = body.data.map((rate: Rate) => ({ availability: 'public', ...rate }));
  expect(checkOf(published.rates)({ ...body, data: stated })).toEqual([]);
});

test.each([
  [[], undefined],
  [['access:public'], 'public'],
  [['access:customers'], 'restricted'],
  [['access:permit', 'access:customers'], 'private'],
])(
  'a rate says who may park as it was said, and nothing where nobody said: %j',
  async (features, availability) => {
    const [rate] = await tellOne({ features }, 'rates');
    expect(rate.availability).toBe(availability);
  },
);

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id).toSorted();

test('each lot with a posted rate has one rate under the id of its place, the others none', async () => {
  const posted = await api.database.sql<{ id: string }>(
    `select lot_id as id from lots where rate_minor is not null`,
  );
  expect(idsOf((await get('rates')).body)).toEqual(posted.map(({ id }) => id).toSorted());
});

/** What a server with one lot publishes of it. */
async function tellOne(columns: object, kind: 'places' | 'rates') {
  const own = await startTestApi();
  const { operatorId } = await own.createKey();
  await addLotWith(own.database, operatorId, { ...columns });
  const { body } = await own.request('GET', `/feeds/apds/v4/${kind}`);
  await own.stop();
  return body.data;
}

test('a rate is the posted one with its billing step and day maximum, never a dynamic price', async () => {
  const columns = {
    rate_minor: 550,
    billing_step_minutes: 30,
    max_daily_minor: 2_000,
    price_rules: {
      floor_minor: null,
      ceiling_minor: null,
      rules: [{ id: 'r', kind: 'occupancy', bands: [{ from_pct: 0, multiplier_pct: 300 }] }],
    },
  };
  expect(await tellOne(columns, 'rates')).toMatchObject([
    {
      rateType: 'hourly',
      rateLineCollections: [
        {
          applicableCurrency: 'CAD',
          maxValueCollection: 20,
          rateLines: [
            {
              rateLineType: 'incrementingRate',
              incrementPeriod: 'PT30M',
              value: 2.75,
              description:
                '5.50 CAD/hour, billed by started 30 minutes, at most 20.00 CAD in 24 hours',
            },
          ],
        },
      ],
    },
  ]);
});

test('what a place has no member for is in its description', async () => {
  const columns = {
    rate_minor: null,
    charge_text: '2 EUR the first hour',
    opening_hours: 'Mo-Fr 08:00-18:00',
    max_height_cm: 210,
    is_capacity_estimated: true,
    osm_id: 'way/1',
    data_license: 'ODbL-1.0',
  };
  const [place] = await tellOne(columns, 'places');
  expect(place.description).toEqual([
    {
      language: 'en',
      string:
        'Opening hours: Mo-Fr 08:00-18:00. Maximum height: 210 cm. Charge: 2 EUR the first hour. ' +
        'The number of spaces is an estimate. Licence of the data: ODbL-1.0. ' +
        '© OpenStreetMap contributors',
    },
  ]);
  expect(place.times).toMatchObject({ available24hours: false, openingTimesNotSpecified: true });
});
