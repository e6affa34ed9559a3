import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

// Tariffs of OCPI and APDS are posted as they are, or refused by their own members.

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

const newLot = () =>
  addLot(api.database, { operator_id: key.operatorId, currency: 'eur', country: 'DE' });
const post = (lotId: string, body: object) =>
  api.request('PUT', `/api/v1/lots/${lotId}/rates`, { key: key.secret, body });
const asOwner = () => ({ key: key.secret });
const formatsOf = async (lotId: string) =>
  (await api.request('GET', `/api/v1/lots/${lotId}/rates/formats`, asOwner())).body.formats;

const component = (price: number, step_size = 3_600) => ({
  ...{ type: 'PARKING_TIME', price, step_size, vat: 0 },
});
const OCPI = {
  ...{ country_code: 'DE', party_id: 'ABC', id: '12', currency: 'EUR' },
  max_price: { excl_vat: 15, incl_vat: 15 },
  elements: [
    { price_components: [component(2)], restrictions: { max_duration: 3_600 } },
    { price_components: [component(1.2, 1_800)], restrictions: { min_duration: 3_600 } },
  ],
  last_updated: '2026-01-01T00:00:00Z',
};
const APDS = {
  ...{ id: '1', version: 1, rateTableName: [{ language: 'en', string: 'Day' }] },
  rateLineCollections: [
    {
      ...{ applicableCurrency: 'EUR', collectionSequence: 1, resetTime: 'P1D' },
      ...{ taxIncluded: true, relativeTimes: true, maxValueCollection: 12 },
      rateLines: [
        { rateLineType: 'incrementingRate', sequence: 1, incrementPeriod: 'PT30M', value: 1.5 },
      ],
    },
  ],
};

test('a tariff of OCPI is posted, priced, and given back', async () => {
  const lotId = await newLot();
  const answer = await post(lotId, { ocpi_tariff: OCPI });
  expect(answer.status).toBe(200);
  const { current } = answer.body.rates;
  expect(current.tariff).toMatchObject({
    parts: [{ steps: [{ price: 2 }, { from_minutes: 60, price: 1.2, billing_step_minutes: 30 }] }],
    maxima: [{ amount: 15, per: 'stay' }],
  });
  const costs = [2, 3.2, 5.6, 10.4, 15];
  expect(current.costs.map(({ amount }: { amount: number }) => amount)).toEqual(costs);
  const { ocpi_tariff: written, apds_rate_table: other } = await formatsOf(lotId);
  expect(written.left_out).toEqual([]);
  expect(other).toMatchObject({ left_out: [] });
  const again = await newLot();
  const reread = await post(again, { ocpi_tariff: written.value });
  expect(reread.body.rates.current.costs).toEqual(current.costs);
});

test('a rate table of APDS is posted as the plain rate that it says', async () => {
  const lotId = await newLot();
  const answer = await post(lotId, { apds_rate_table: APDS });
  expect(answer.status).toBe(200);
  expect(answer.body.rates.current).toMatchObject({
    ...{ base_rate: 3, rate_unit: 'hour', billing_step_minutes: 30, max_daily_rate: 12 },
  });
  const { apds_rate_table: written } = await formatsOf(lotId);
  expect(written.left_out).toEqual([]);
  const reread = await post(await newLot(), { apds_rate_table: written.value });
  expect(reread.body.rates.current.costs).toEqual(answer.body.rates.current.costs);
});

test('what a standard cannot say is named by part', async () => {
  const lotId = await newLot();
  const tariff = {
    parts: [
      { name: 'holidays', when: { days: ['holiday'] }, flat: 0 },
      { name: 'others', steps: [{ from_minutes: 0, price: 2, per_minutes: 60 }] },
    ],
    maxima: [],
  };
  expect((await post(lotId, { tariff })).status).toBe(200);
  const { ocpi_tariff: ocpi, apds_rate_table: apds } = await formatsOf(lotId);
  expect(ocpi.left_out).toContainEqual({ part: 'holidays', reason: 'public holidays' });
  expect([ocpi.value, apds.value]).toEqual([null, null]);
  expect(apds.left_out).toContainEqual({ part: 'holidays', reason: 'when it holds' });
});

test('a lot that posts nothing has no format', async () => {
  const lotId = await addLot(api.database, {
    ...{ operator_id: key.operatorId, rate_minor: null, max_daily_minor: null },
  });
  const none = { value: null, left_out: [] };
  expect(await formatsOf(lotId)).toMatchObject({ ocpi_tariff: none, apds_rate_table: none });
});

test.each([
  [{ ocpi_tariff: { ...OCPI, currency: 'USD' } }, 'ocpi_tariff.currency'],
  [
    { ocpi_tariff: { ...OCPI, elements: [{ price_components: [component(2, 1)] }] } },
    'ocpi_tariff.elements.0.price_components.0.step_size',
  ],
  [
    { apds_rate_table: { ...APDS, rateLineCollections: [] } },
    'apds_rate_table.rateLineCollections',
  ],
  [{ ocpi_tariff: OCPI, apds_rate_table: APDS }, 'ocpi_tariff'],
  [{ ocpi_tariff: OCPI, base_rate: 2 }, 'ocpi_tariff'],
])('%j is refused naming %s, and nothing is posted', async (body, field) => {
  const lotId = await newLot();
  const answer = await post(lotId, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
  const { rates } = (await api.request('GET', `/api/v1/lots/${lotId}/rates`, asOwner())).body;
  expect(rates.current.id).toBeNull();
});

test('the feed of APDS has the tariffs that one line of it says, and no others', async () => {
  const [said, unsaid, lines] = await Promise.all([newLot(), newLot(), newLot()]);
  const steps = [{ from_minutes: 0, price: 3, per_minutes: 60, billing_step_minutes: 1 }];
  const maxima = [{ amount: 9, per: 'calendar_day' }];
  await post(said, { tariff: { parts: [{ name: 'all', steps }], maxima } });
  await post(lines, { ocpi_tariff: OCPI });
  await post(unsaid, {
    tariff: {
      parts: [
        { name: 'night', when: { from: '20:00', to: '06:00' }, flat: 1 },
        { name: 'day', flat: 3 },
      ],
    },
  });
  const { body } = await api.request('GET', '/feeds/apds/v4/rates');
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(said);
  expect(ids).not.toContain(unsaid);
  expect(ids).not.toContain(lines);
  const table = body.data.find(({ id }: { id: string }) => id === said);
  const { additionalInformation: _about, ...apds_rate_table } = table;
  const reread = await post(await newLot(), { apds_rate_table });
  const { rates } = (await api.request('GET', `/api/v1/lots/${said}/rates`, asOwner())).body;
  expect(reread.body.rates?.current.costs).toEqual(rates.current.costs);
});
