import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MandateRules } from '../../../../src/access/mandates/mandate.ts';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { reasonOf } from '../../../../src/kit/errors.ts';
import { startSession } from '../../../../src/parking/reservations/start-session.ts';
import { openPostgres, type Postgres } from '../../../../src/stores/postgres.ts';
import { TEST_PLATES } from '../../../plates.ts';
import { addCaller, newMandate } from '../../../stage/fixtures.ts';
import { miscounted } from '../../../stage/mandate-days.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

const CALLS = 200;
/** Each pool stands for a process of the API. */
const POOLS = 3;
const POOL_SIZE = 6;
/** Minor units an hour: none of them divides 20.00, so the last stay never fits exactly. */
const RATES = [119, 177, 313, 461, 700];

let parking: Parking;
let pools: Postgres[];

beforeAll(async () => {
  parking = await openParking();
  const { connectionString } = parking.database;
  const log = pino({ level: 'silent' });
  pools = Array.from({ length: POOLS }, (_, i) =>
    openPostgres({
      connectionString,
      poolSize: POOL_SIZE,
      name: `process-${i}`,
      log,
      plates: TEST_PLATES,
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await parking.database.drop();
});

const agentWith = (rules: Partial<MandateRules>): Promise<Principal> =>
  addCaller(parking.database, { mandate: newMandate({ currency: 'cad', ...rules }) });

const pick = <T>(items: readonly T[], i: number) => items[i % items.length] as T;

/** The reason of a refusal; of a deadlock, or any other error of the database, its text. */
const reasonFor = (error: unknown): string => reasonOf(error) ?? String(error);

async function parkIn(db: Postgres, as: Principal, lotId: string, plate = parking.newPlate()) {
  const vehicle = { isAutonomous: false, fleetId: null, vin: null };
  const more = { vehicle, agent: null, driverEmail: null, metadata: {} };
  const request = { ...more, lotId, plate };
  const context = { requestId: 'req_test', remember: undefined };
  const begun = await startSession({ ...parking.deps(), db }, as, request, context);
  return begun.session;
}

/** What the stays of a mandate may cost together, and what the database counts. */
async function authorised({ mandate }: Principal) {
  const [row] = await parking.database.sql<{ sum: number; counted: number[] }>(
    `select
       (select coalesce(sum(coalesce(subtotal_minor, estimated_minor)), 0)::integer
        from sessions where mandate_id = $1) as sum,
       (select array_agg(authorised_minor::integer) from mandate_periods
        where mandate_id = $1) as counted`,
    [mandate?.mandateId],
  );
  return row ?? { sum: -1, counted: [] };
}

async function parkAtOnce(agent: Principal): Promise<{ costs: number[]; refusals: unknown[] }> {
  const lots = await Promise.all(
    RATES.map((rate_minor) => parking.addLot({ rate_minor, total_spaces: CALLS })),
  );
  const settled = await Promise.allSettled(
    Array.from({ length: CALLS }, (_, i) => parkIn(pick(pools, i), agent, pick(lots, i))),
  );
  return {
    costs: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.estimatedMinor] : [])),
    refusals: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])),
  };
}

test.each(['max_per_day', 'max_per_month'])(
  'a %s of 20.00 under 200 calls at once is never exceeded, and is used as far as stays fit',
  async (rule) => {
    const limits = rule === 'max_per_day' ? { maxPerDayMinor: 2_000 } : { maxPerMonthMinor: 2_000 };
    const agent = await agentWith(limits);
    const { costs, refusals } = await parkAtOnce(agent);
    const sum = costs.reduce((total, cost) => total + cost, 0);
    expect(await authorised(agent)).toEqual({ sum, counted: [sum] });
    expect(sum).toBeLessThanOrEqual(2_000);
    // Every rate had more calls than the limit has room for, so even the cheapest was refused.
    expect(2_000 - sum).toBeLessThan(Math.min(...RATES));
    expect(costs.length + refusals.length).toBe(CALLS);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'FORBIDDEN',
        details: { reason: 'mandate_exceeded', rule, currency: 'cad' },
      });
  },
);

test('calls that begin, extend and end stays of a few mandates at once cause no deadlock', async () => {
  const agents = await Promise.all(
    [1, 2].map(() => agentWith({ maxPerDayMinor: 9_000, maxPerMonthMinor: 9_000 })),
  );
  const lots = await Promise.all(RATES.map((rate_minor) => parking.addLot({ rate_minor })));
  const live = async (agent: Principal, db: Postgres, i: number) => {
    const session = await parkIn(db, agent, pick(lots, i), `SAME${i % 7}`);
    const extended = await parking.extend(session, 30, { as: agent }).then(() => 'ok', reasonFor);
    await parking.end(session, { as: agent });
    return extended;
  };
  const outcomes = await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      live(pick(agents, i), pick(pools, i), i).catch(reasonFor),
    ),
  );
  const expected = ['ok', 'already_parked', 'lot_full', 'mandate_exceeded'];
  expect(outcomes).toContain('ok');
  expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([]);
  expect(await miscounted(parking, null)).toEqual([]);
});
