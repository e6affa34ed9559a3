import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RATE_UNITS_MAX, STAY_UNITS_MAX } from '../../../../src/kit/money.ts';
import { EXTENSION_MINUTES_MAX } from '../../../../src/parking/sessions/extend-session.ts';
import { DURATION_HOURS_MAX } from '../../../../src/parking/sessions/stay-end.ts';
import { EVENT_RULES_MAX, MULTIPLIER_PCT_MAX } from '../../../../src/tariffs/price-rules.ts';
import { awayFromWholeHour } from '../../../stage/away-from-whole-hour.ts';
import { seedOfRun } from '../../../stage/random.ts';
import type { TestKey } from '../../client.ts';
import { inHours, openStage, type Stage } from '../../stage.ts';

const RUNS = 12;
const STAY_MINUTES_MAX = DURATION_HOURS_MAX * 60 + EXTENSION_MINUTES_MAX;
const seed = seedOfRun();

let stage: Stage;
let key: TestKey;
beforeAll(async () => {
  stage = await openStage();
  key = await stage.api.createKey({
    plan: 'enterprise',
    rateLimits: { read: 10_000, write: 10_000 },
  });
});
afterAll(() => stage.api.stop());

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
type Any = any;

async function call(method: string, path: string, body?: object): Promise<Any> {
  const answer = await stage.api.request(method, path, { key: key.secret, body });
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

/** Currencies with 0, 2 and 3 digits. */
const currency = fc.constantFrom('jpy', 'usd', 'kwd');
const amount = fc.oneof(
  { arbitrary: fc.constant(RATE_UNITS_MAX), weight: 3 },
  fc.integer({ min: 1, max: RATE_UNITS_MAX }),
);
const rate = fc.record({
  currency,
  base_rate: amount,
  rate_unit: fc.constantFrom('hour', 'day'),
  max_daily_rate: fc.option(amount),
});
const multiplied = fc.constantFrom(0, 1, EVENT_RULES_MAX);

/** A lot with this many rules; each makes a stay ten times as expensive. */
async function newLot({ currency, ...posted }: Any, ruleCount: number): Promise<string> {
  const place = { name: 'Dear', lat: 41, lng: -99, total_spaces: 100_000 };
  const { lot } = await call('POST', '/api/v1/lots', { ...place, currency, ...posted });
  const event = { name: 'Fair', starts_at: inHours(-1), ends_at: inHours(1) };
  const events = Array(ruleCount).fill({ ...event, multiplier: MULTIPLIER_PCT_MAX / 100 });
  if (ruleCount > 0)
    await call('PUT', `/api/v1/lots/${lot.id}/rates`, { ...posted, dynamic: { events } });
  return lot.id;
}

/** The longest possible stay, moved back so that all of it has passed. */
async function longestStay(lotId: string, plate: string): Promise<string> {
  const asked = { lot_id: lotId, plate, duration_hours: DURATION_HOURS_MAX };
  const { session } = await call('POST', '/api/v1/sessions', asked);
  const more = { session_id: session.id, extend_minutes: EXTENSION_MINUTES_MAX };
  await call('POST', '/api/v1/sessions/extend', more);
  await stage.api.database.sql(
    `update sessions set started_at = started_at - make_interval(mins => $2),
       expected_end = expected_end - make_interval(mins => $2) where session_id = $1`,
    [session.id, STAY_MINUTES_MAX],
  );
  return session.id;
}

const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);

test(`the most expensive stay can be ended, refunded, paid out and shown (seed ${seed})`, async () => {
  let plate = 0;
  await fc.assert(
    fc.asyncProperty(
      rate,
      multiplied,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (posted, rules, part) => {
        plate += 1;
        const id = await longestStay(await newLot(posted, rules), `DEAR${plate}`);
        const { session } = await call('POST', '/api/v1/sessions/end', { session_id: id });
        expect(session.subtotal).toBe(sum(session.pricing.lines.map((line: Any) => line.amount)));
        expect(session.subtotal).toBeLessThan(STAY_UNITS_MAX);
        expect(session.rate).toBeLessThanOrEqual(RATE_UNITS_MAX);
        const amount = Math.floor(session.subtotal * part);
        const refunds = `/api/v1/sessions/${id}/refunds`;
        if (amount > 0) await call('POST', refunds, { amount, reason: 'test' });
        if (amount < session.subtotal) await call('POST', refunds, { reason: 'test' });
        const { receipt } = await call('GET', `/api/v1/sessions/${id}/receipt`);
        expect(receipt).toMatchObject({ refunded: session.subtotal, total: 0 });
        const given = receipt.refunds.map((refund: Any) => refund.platform_fee_reversed);
        expect(sum(given)).toBeCloseTo(session.platform_fee, 3);
        await call('GET', '/api/v1/payouts');
      },
    ),
    { numRuns: RUNS, seed },
  );
});

test('a month whose total exceeds what a number can hold still takes stays and is paid out', async () => {
  await awayFromWholeHour();
  const dearest = { base_rate: RATE_UNITS_MAX, rate_unit: 'hour', max_daily_rate: null };
  const lotId = await newLot({ ...dearest, currency: 'kwd' }, 0);
  const first = await longestStay(lotId, 'DEAREST1');
  await call('POST', '/api/v1/sessions/end', { session_id: first });
  const count = 13_000;
  await stage.api.database.sql(
    `insert into sessions
     select (jsonb_populate_record(one,
       jsonb_build_object('session_id', 'ses_' || lpad(number::text, 32, '0')))).*
     from sessions as one, generate_series(1, $2) as number where session_id = $1`,
    [first, count],
  );
  const last = await longestStay(lotId, 'DEAREST2');
  const { session } = await call('POST', '/api/v1/sessions/end', { session_id: last });
  const { data } = await call('GET', '/api/v1/payouts');
  const { id } = data.find((payout: Any) => payout.currency === 'kwd');
  const { payout } = await call('GET', `/api/v1/payouts/${id}`);
  const [kept] = await stage.api.database.sql<{ gross: string; sessions: number }>(
    `select sum(subtotal_minor)::text as gross, count(*)::integer as sessions
     from sessions where lot_id = $1`,
    [lotId],
  );
  const gross = BigInt(kept?.gross ?? 0);
  expect(gross).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  const line = payout.lines.find((one: Any) => one.lot_id === lotId);
  expect(line.session_count).toBe(count + 2);
  expect(line.gross).toBe(Number(gross) / 1_000);
  // Above 50 000 units the smaller share of the enterprise plan applies.
  expect(session.platform_fee / session.subtotal).toBeCloseTo(0.033, 6);
});
