import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, inHours, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
let lastLatitude = 10;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const put = (lotId: string, body: object) =>
  stage.send('PUT', `/api/v1/lots/${lotId}/rates`, { base_rate: 10, ...body });
const passHours = (lotId: string, hours: number) =>
  stage.api.database.sql(
    `update lots set scheduled_rates = (
       select jsonb_agg(rate || jsonb_build_object('effective_from',
         (rate ->> 'effective_from')::timestamptz - make_interval(hours => $2)))
       from jsonb_array_elements(scheduled_rates) as rate)
     where lot_id = $1`,
    [lotId, hours],
  );

test('a rate that began before the sweep stays when another is scheduled', async () => {
  const lotId = await stage.parking.addLot({ rate_minor: 1000 });
  await put(lotId, { base_rate: 20, effective_from: inHours(1) });
  await passHours(lotId, 1);
  await put(lotId, { base_rate: 30, effective_from: inHours(5) });
  expect((await stage.parking.park(lotId)).rate.rateMinor).toBe(2000);
});

test('with 50 scheduled rates one of them can still be replaced', async () => {
  const lotId = await stage.parking.addLot();
  const effective_from = inHours(70);
  await put(lotId, { effective_from });
  await stage.api.database.sql(
    `update lots set scheduled_rates = scheduled_rates || (
       select jsonb_agg(scheduled_rates -> 0 || jsonb_build_object('effective_from',
         now() + make_interval(hours => number))) from generate_series(1, 49) as number)
     where lot_id = $1`,
    [lotId],
  );
  expect((await put(lotId, { base_rate: 21, effective_from })).status).toBe(200);
});

test('before the sweep every answer shows the rate that has begun, with its unit', async () => {
  lastLatitude += 1;
  const lotId = await stage.parking.addLot({ rate_minor: 1000, latitude: lastLatitude });
  await put(lotId, { base_rate: 20, rate_unit: 'day', effective_from: inHours(1) });
  await passHours(lotId, 1);
  const place = { lat: lastLatitude, lng: -79.3832, radius_km: 1 };
  const { body } = await stage.get('/api/v1/lots/search', place);
  const shown = { base_rate: 20, rate_unit: 'day' };
  expect(body.lots[0].pricing).toMatchObject({ ...shown, effective_rate: 20 });
  const path = `/api/v1/lots/${lotId}`;
  const answers = [
    (await stage.api.request('GET', path)).body.lot,
    (await stage.get(path)).body.lot,
    (await stage.get('/api/v1/lots', { limit: 1 })).body.data[0],
    (await stage.send('PATCH', path, { city: 'Toronto' })).body.lot,
  ];
  for (const lot of answers) expect(lot).toMatchObject({ id: lotId, ...shown });
});

test('the window of an event is answered in UTC with Z', async () => {
  const events = [
    {
      name: 'Final',
      starts_at: '2030-06-01T10:00:00+02:00',
      ends_at: '2030-06-01T12:00:00+02:00',
      multiplier: 2,
    },
  ];
  const { body } = await put(await stage.parking.addLot(), { dynamic: { events } });
  expect(body.rates.current.dynamic.events[0].starts_at).toBe('2030-06-01T08:00:00.000Z');
});

test('a wrong field inside dynamic is the only one named', async () => {
  const answer = await put(await stage.parking.addLot(), { dynamic: { weather: {} } });
  expect(fieldsOf(answer)).toEqual(['dynamic.weather']);
});
