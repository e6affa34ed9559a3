import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../../../stage.ts';
import { ratesOf } from './rates-of.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const { changesOf, get, newLot, posted, put } = ratesOf(() => stage);

const at = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
const event = { name: 'Final', starts_at: at(1), ends_at: at(2), multiplier: 2 };
const band = { from_pct: 10, multiplier: 2 };

test.each<[string, object]>([
  ['base_rate', { base_rate: undefined }],
  ['base_rate', { base_rate: -1 }],
  ['base_rate', { base_rate: 1.005 }],
  ['base_rate', { base_rate: 1e-7 }],
  ['base_rate', { base_rate: '10' }],
  ['base_rate', { base_rate: 1_000_001 }],
  ['rate_unit', { rate_unit: 'minute' }],
  ['currency', { currency: 'usd' }],
  ['max_daily_rate', { max_daily_rate: 0.001 }],
  ['has_no_daily_max', { max_daily_rate: 20, has_no_daily_max: true }],
  ['has_no_daily_max', { has_no_daily_max: 'yes' }],
  ['effective_from', { effective_from: 'tomorrow' }],
  ['dynamic.floor_rate', { dynamic: { floor_rate: 1.001 } }],
  ['dynamic.ceiling_rate', { dynamic: { floor_rate: 2, ceiling_rate: 1 } }],
  ['dynamic.occupancy.bands', { dynamic: { occupancy: { bands: [] } } }],
  ['dynamic.occupancy.bands', { dynamic: { occupancy: { bands: [band, band] } } }],
  [
    'dynamic.occupancy.bands.0.from_pct',
    { dynamic: { occupancy: { bands: [{ ...band, from_pct: 101 }] } } },
  ],
  [
    'dynamic.occupancy.bands.0.multiplier',
    { dynamic: { occupancy: { bands: [{ ...band, multiplier: 1.255 }] } } },
  ],
  ['dynamic.surge.max_multiplier', { dynamic: { surge: { max_multiplier: 1.51 } } }],
  ['dynamic.surge.max_multiplier', { dynamic: { surge: { max_multiplier: 0.9 } } }],
  ['dynamic.events.0.ends_at', { dynamic: { events: [{ ...event, ends_at: at(1) }] } }],
  ['dynamic.events.0.multiplier', { dynamic: { events: [{ ...event, multiplier: 0.09 }] } }],
  ['dynamic.events.0.multiplier', { dynamic: { events: [{ ...event, multiplier: 10.01 }] } }],
  ['dynamic.events.0.name', { dynamic: { events: [{ ...event, name: '' }] } }],
  ['dynamic.events', { dynamic: { events: Array.from({ length: 51 }, () => event) } }],
  ['dynamic.weather', { dynamic: { weather: {} } }],
  ['colour', { colour: 'red' }],
])('400 names %s, and the rate stays', async (field, body) => {
  const lotId = await newLot();
  const answer = await put(lotId, body);
  expect({ status: answer.status, code: answer.body.error.code }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
  });
  expect(fieldsOf(answer)).toContain(field);
  expect((await get(lotId)).body.rates).toMatchObject({
    current: { id: null, base_rate: 10 },
    scheduled: [],
  });
  expect(await changesOf(lotId)).toEqual([]);
});

test("amounts have at most the digits of the lot's currency", async () => {
  const lotId = await newLot({ currency: 'jpy' });
  expect((await put(lotId, { base_rate: 100.5 })).body.error.details).toMatchObject([
    { field: 'base_rate' },
  ]);
  const rates = await posted(lotId, { base_rate: 100, currency: 'JPY' });
  expect(rates).toMatchObject({ currency: 'jpy', current: { base_rate: 100 } });
});
