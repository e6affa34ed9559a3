import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRates } from '../../../../../src/parking/lots/rates/apply-rates.ts';
import { type Any, openOperator, PARIS, TORONTO } from '../operator.ts';

const HOUR_MS = 3_600_000;
const BODY_BYTES_MAX = 1_000_000;
/** Six bytes in JSON, and one character for the limits of the API. */
const LONGEST = '\u0001';

const { api, call, patch, lotOf, events, audits } = await openOperator();
afterAll(() => api.stop());

const putRates = (id: string, body: object) => call('PUT', `/${id}/rates`, body);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/**
 * What the API shows of a lot and its rates, as far as the operator decides it. Events name the
 * rate of a tariff, and do not repeat the tariff.
 */
async function shown(id: string): Promise<Record<string, unknown>> {
  const {
    id: _,
    url: _url,
    updated_at: _at,
    access: _access,
    tariff: _tariff,
    ...lot
  } = (await call('GET', `/${id}`)).body.lot;
  const { current, scheduled } = (await call('GET', `/${id}/rates`)).body.rates;
  const toCome = scheduled.map(({ tariff: _later, ...rate }: Any) => rate);
  return { ...lot, rate_id: current.id, dynamic: current.dynamic, scheduled: toCome };
}

/** What an event about a change must say, from what the API showed before and after. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort();
  const only = (all: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, all[name]]));
  return { changed, before: only(before), after: only(after) };
}

async function expectTold(id: string, write: () => Promise<Any>): Promise<string[]> {
  const before = await shown(id);
  const { length } = await events(id);
  const { status, text } = await write();
  expect([status, text]).toEqual([200, expect.any(String)]);
  const [event, ...more] = (await events(id)).slice(length);
  expect(more).toEqual([]);
  const told = difference(before, await shown(id));
  expect(event.data).toEqual({ lot_id: id, ...told });
  return told.changed;
}

const DYNAMIC = {
  floor_rate: 0,
  ceiling_rate: 900,
  occupancy: {
    bands: [
      { from_pct: 0, multiplier: 0.83 },
      { from_pct: 70, multiplier: 1.07 },
    ],
  },
  surge: { max_multiplier: 1.29 },
  events: [
    { name: 'Fair', starts_at: inHours(2), ends_at: inHours(3), multiplier: 2 },
    { name: 'Match', starts_at: inHours(5), ends_at: inHours(6), multiplier: 0.15 },
  ],
};

describe('an event about a lot says in the words and units of the API', () => {
  test.each([
    ['cad', 2.35],
    ['jpy', 350],
    ['kwd', 1.005],
  ])('what changed of a lot in %s', async (currency, rate) => {
    const lot = await lotOf({ currency, base_rate: rate, max_daily_rate: rate * 4, ref: currency });
    const everything = {
      ...PARIS,
      name: 'Other',
      total_spaces: 50,
      address: '1 Elm Street',
      city: 'Paris',
      state: 'IDF',
      country: 'FR',
      lot_type: 'garage',
      spaces: { ev: 1, accessible: 2, av: 3 },
      opening_hours: 'Mo-Fr 07:00-19:00',
      max_height_cm: 190,
      website: 'https://example.com/',
      status: 'closed',
      is_listed: false,
      ref: `new ${currency}`,
      hold_limits: { others_pct: 1, each_pct: 0 },
      occupancy_thresholds: [10, 20],
      availability_shown: 'none',
      reports_inform_only: true,
      access: { overnight: true },
    };
    const told = Object.keys(everything).filter((name) => name !== 'access');
    expect(await expectTold(lot.id, () => patch(lot.id, everything))).toEqual(
      [...told, 'features', 'is_lot_type_stated', 'overnight', 'timezone'].sort(),
    );
    expect(await expectTold(lot.id, () => patch(lot.id, { city: null }))).toEqual(['city']);
    const posted = {
      base_rate: rate * 2,
      max_daily_rate: null,
      rate_unit: 'day',
      dynamic: DYNAMIC,
    };
    expect(await expectTold(lot.id, () => putRates(lot.id, posted))).toEqual([
      ...['base_rate', 'dynamic', 'max_daily_rate', 'rate_id', 'rate_unit'],
    ]);
    const without = { ...posted, has_no_daily_max: true };
    expect(await expectTold(lot.id, () => putRates(lot.id, without))).toEqual(
      expect.arrayContaining(['has_no_daily_max', 'rate_id']),
    );
    const later = {
      base_rate: rate,
      effective_from: inHours(9),
      has_no_daily_max: true,
      dynamic: DYNAMIC,
    };
    expect(await expectTold(lot.id, () => putRates(lot.id, later))).toEqual(['scheduled']);
    const plain = { base_rate: rate, effective_from: inHours(10), max_daily_rate: rate };
    await expectTold(lot.id, () => putRates(lot.id, plain));
  });

  test('and of a row of a batch', async () => {
    const row = { ref: 'row', name: 'Row', ...TORONTO, total_spaces: 5, base_rate: 3 };
    const [{ id }] = (await call('POST', '/batch', [row])).body.results;
    const changed = { ...row, base_rate: 4, spaces: { ev: 1 }, occupancy_thresholds: [60] };
    expect(await expectTold(id, () => call('POST', '/batch', [changed]))).toEqual([
      ...['base_rate', 'features', 'occupancy_thresholds', 'rate_id', 'spaces'],
    ]);
    await call('POST', '/batch', [changed]);
    expect(await events(id)).toHaveLength(1);
  });

  test('without the means of access, which are only named', async () => {
    const lot = await lotOf({ access: { gate_code: '4711', space_labels: ['SECRET'] } });
    await patch(lot.id, { name: 'Other', access: { gate_code: '4712' } });
    const [{ data }] = await events(lot.id);
    expect(data).toMatchObject({ changed: ['access', 'name'], after: { name: 'Other' } });
    expect(JSON.stringify(data)).not.toMatch(/471|SECRET/);
  });
});

describe('the longest change that the API allows', () => {
  const bodyBytes = (data: unknown) => Buffer.byteLength(JSON.stringify(data));
  const longRates = (hours?: number) => ({
    base_rate: 1,
    ...(hours !== undefined && { effective_from: inHours(hours) }),
    dynamic: {
      ...DYNAMIC,
      occupancy: {
        bands: Array.from({ length: 10 }, (_, i) => ({ from_pct: i, multiplier: 1.23 })),
      },
      events: Array.from({ length: 50 }, () => ({
        ...DYNAMIC.events[0],
        name: LONGEST.repeat(100),
      })),
    },
  });
  let id: string;

  beforeAll(async () => {
    id = (await lotOf({ base_rate: 1 })).id;
  });

  test('of details is written', async () => {
    const of = (character: string, length: number) => character.repeat(length);
    // Three bytes are the most that a character of these texts has.
    for (const one of ['漢', '字']) {
      const changes = {
        ...{ address: of(one, 500), city: of(one, 500), state: of(one, 500) },
        ...{ ref: of(one, 200), name: of(one, 200), opening_hours: `24/7 "${of(one, 248)}"` },
        website: `https://example.com/${of(one, 150)}`,
        features: ['access:customers', 'access:permit', 'park_and_ride', 'supervised'],
        occupancy_thresholds: [1, 2, 3, 4, one === '漢' ? 5 : 6],
      };
      const { status, text } = await patch(id, changes);
      expect([status, text]).toEqual([200, expect.any(String)]);
    }
    const told = await events(id);
    expect(told).toHaveLength(2);
    for (const { data } of told) expect(bodyBytes(data)).toBeLessThan(BODY_BYTES_MAX / 10);
  });

  test('of rates is written, and applied, with scheduled rates named where they are too long', async () => {
    expect((await putRates(id, longRates(1))).status).toBe(200);
    // All but the last of them at once, because each takes a while.
    await api.database.sql(
      `update lots set scheduled_rates = (
         select jsonb_agg(scheduled_rates -> 0 || jsonb_build_object('effective_from',
           (scheduled_rates -> 0 ->> 'effective_from')::timestamptz + hours * interval '1 hour'))
         from generate_series(0, 48) as hours)
       where lot_id = $1`,
      [id],
    );
    expect((await putRates(id, longRates(50))).status).toBe(200);
    expect((await putRates(id, longRates())).status).toBe(200);
    await api.database.sql(
      `update lots set scheduled_rates = (
         select jsonb_agg(rate || jsonb_build_object('effective_from',
           (rate ->> 'effective_from')::timestamptz - interval '60 hours'))
         from jsonb_array_elements(scheduled_rates) as rate)
       where lot_id = $1`,
      [id],
    );
    expect(await applyRates(api.database.pipelines, id)).toEqual({ rows: 1 });
    const all = await events(id);
    expect(Math.max(...all.map(({ data }) => bodyBytes(data)))).toBeLessThan(BODY_BYTES_MAX);
    const withoutValues = all.filter(
      ({ data }) => data.changed.includes('scheduled') && !('scheduled' in data.after),
    );
    expect(withoutValues.length).toBeGreaterThan(0);
    expect(all.at(-1).data.changed).toContain('scheduled');
  });

  test('would be refused with 413 where an event were too long, and nothing is written', async () => {
    const lot = await lotOf();
    const { length } = await audits(lot.id);
    await api.database.sql(
      `alter table events drop constraint events_body_size,
         add constraint events_body_size check (octet_length(data::text) <= 100) not valid`,
    );
    const row = { ref: 'long', name: 'Row', ...TORONTO, total_spaces: 5 };
    await call('POST', '/batch', [row]);
    const refusals = await Promise.all([
      patch(lot.id, { name: 'x'.repeat(100) }),
      putRates(lot.id, { base_rate: 5 }),
      call('POST', '/batch', [{ ...row, name: 'x'.repeat(100) }]),
    ]);
    for (const { status, body } of refusals)
      expect([status, body.error]).toMatchObject([
        413,
        { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('1000000 bytes') },
      ]);
    expect(await audits(lot.id)).toHaveLength(length);
    expect(await events(lot.id)).toEqual([]);
  });
});
