import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

// Ten lots whose stays have many lines fit into an answer that a language model reads.

const HERE = { lat: 43.6532, lng: -79.3832 };
const LOTS = 10;
/** Characters of an answer to a GPT. */
const ANSWER_MAX = 100_000;

/** Six parts a day, so that a week has more than 40 lines. */
const TARIFF = {
  parts: Array.from({ length: 6 }, (_, i) => ({
    name: `from ${i}`,
    when: {
      from: `${String(4 * i).padStart(2, '0')}:00`,
      to: i === 5 ? '24:00' : `${4 * i + 4}:00`.padStart(5, '0'),
    },
    steps: [{ from_minutes: 0, price: i + 1, per_minutes: 60 }],
  })),
  maxima: [],
};

let api: TestApi;
let key: TestKey;
let lotIds: string[];
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  lotIds = await Promise.all(
    Array.from({ length: LOTS }, () =>
      addLot(api.database, {
        operator_id: key.operatorId,
        latitude: HERE.lat,
        longitude: HERE.lng,
      }),
    ),
  );
  for (const id of lotIds) {
    const body = { tariff: TARIFF };
    const answer = await api.request('PUT', `/api/v1/lots/${id}/rates`, { key: key.secret, body });
    expect(answer.status).toBe(200);
  }
});
afterAll(() => api.stop());

const week = () => {
  const startsAt = Date.now() + 3_600_000;
  return {
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(startsAt + 7 * 86_400_000).toISOString(),
  };
};
const search = (more: object) =>
  api.request('GET', '/api/v1/lots/search', {
    key: key.secret,
    query: { ...HERE, radius_km: 5, ...week(), ...more },
  });

test('of several lots prices with many lines have their count, and one lot has them all', async () => {
  const { body } = await search({ limit: LOTS });
  expect(body.lots).toHaveLength(LOTS);
  for (const { quote } of body.lots) {
    expect(quote).toMatchObject({ amount: expect.any(Number), lines: [] });
    expect(quote.line_count).toBeGreaterThan(40);
  }
  expect(JSON.stringify(body).length).toBeLessThan(ANSWER_MAX);
  const [one] = (await search({ limit: 1 })).body.lots;
  expect(one.quote.line_count).toBeUndefined();
  expect(one.quote.lines.length).toBeGreaterThan(40);
  type Line = { amount: number };
  const sum = one.quote.lines.reduce((all: number, { amount }: Line) => all + amount, 0);
  expect(sum).toBeCloseTo(one.quote.amount, 6);
});
