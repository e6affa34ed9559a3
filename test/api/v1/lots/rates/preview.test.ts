import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

// A rate that is not posted is priced as it would be if it were, and nothing is written.

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ rateLimits: { read: 10_000, write: 10_000 } });
});
afterAll(() => api.stop());

const call = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, `/api/v1/lots${path}`, { key: as.secret, body });

async function newLot(more: object = {}): Promise<string> {
  const body = { name: 'Lot', lat: 43.65, lng: -79.38, total_spaces: 5, ...more };
  return (await call('POST', '', body)).body.lot.id;
}

const BODIES = [
  { base_rate: 3.5, max_daily_rate: 24 },
  { base_rate: 12, rate_unit: 'day' },
  {
    tariff: {
      parts: [{ name: 'a', steps: [{ from_minutes: 0, price: 2, per_minutes: 60 }], max: 9 }],
    },
  },
  { base_rate: 4, dynamic: { occupancy: { bands: [{ from_pct: 0, multiplier: 0.5 }] } } },
];

test('the preview costs what the same rate costs once it is posted', async () => {
  for (const body of BODIES) {
    const id = await newLot();
    const { preview } = (await call('POST', `/${id}/rates/preview`, body)).body;
    expect((await call('GET', `/${id}/rates`)).body.rates.current.base_rate).toBeNull();
    const { current } = (await call('PUT', `/${id}/rates`, body)).body.rates;
    expect(preview.costs).toEqual(current.costs);
    expect(preview.effective_rate).toBe(current.effective_rate);
    expect(preview.summary).toEqual(current.tariff.summary);
  }
});

test('stays that are longer than the lot allows have no price', async () => {
  const id = await newLot({ features: ['maxstay:2 hours'] });
  const { preview } = (await call('POST', `/${id}/rates/preview`, { base_rate: 1 })).body;
  expect(preview.costs.map(({ amount }: { amount: number }) => amount)).toEqual([
    1,
    2,
    null,
    null,
    null,
  ]);
});

test('what PUT rates refuses is refused, and so is the lot of another operator', async () => {
  const id = await newLot();
  for (const body of [{}, { base_rate: 1.001 }, { base_rate: 1, currency: 'usd' }]) {
    const [preview, put] = [
      await call('POST', `/${id}/rates/preview`, body),
      await call('PUT', `/${id}/rates`, body),
    ];
    expect(preview.status).toBe(400);
    expect(preview.body.error.details).toEqual(put.body.error.details);
  }
  const other = await api.createKey();
  expect((await call('POST', `/${id}/rates/preview`, { base_rate: 1 }, other)).status).toBe(404);
});
