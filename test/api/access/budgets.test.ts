import { expect, test } from 'vitest';
import {
  addressDraws,
  agentDraws,
  createBudgets,
  type Draw,
  keyDraws,
} from '../../../api/access/budgets.ts';
import { openVolumes } from '../../../api/access/volumes.ts';
import { PLAN_LIMITS } from '../../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';

const MINUTE_MS = 60_000;
const BUCKETS = 50;
const START_MS = Date.parse('2026-11-20T12:00:00Z');
const seed = seedOfRun();

function newClock() {
  const clock = { ms: START_MS, now: () => clock.ms };
  return clock;
}

const caller: Principal = {
  type: 'key',
  id: 'key_1',
  operatorId: 'op_1',
  plan: 'pro',
  limitsEndUsers: false,
  livemode: true,
  scopes: [],
  fleetId: null,
  agentPlatform: null,
  agentName: null,
  rateLimits: {},
  spendCapCents: null,
  mandate: null,
  expiresAt: null,
  blockingInvoiceId: null,
};

/**
 * The same budgets computed in another way: the generic cell rate algorithm (ITU-T I.371). A bucket
 * is one number, the instant at which it would be full, counted in milliseconds times capacity.
 */
function createReference() {
  const fullAt = new Map<string, bigint>();
  const emptiness = ({ id, capacity }: Draw, now: number): bigint => {
    const behind = (fullAt.get(id) ?? 0n) - BigInt(now) * BigInt(capacity);
    return behind > 0n ? behind : 0n;
  };
  const tokenMs = BigInt(MINUTE_MS);
  return {
    draw(draws: readonly Draw[], now: number): boolean {
      const fits = (draw: Draw) => emptiness(draw, now) <= (BigInt(draw.capacity) - 1n) * tokenMs;
      if (!draws.every(fits)) return false;
      for (const draw of draws)
        fullAt.set(draw.id, BigInt(now) * BigInt(draw.capacity) + emptiness(draw, now) + tokenMs);
      return true;
    },
    remaining: (draw: Draw, now: number) =>
      Number((BigInt(draw.capacity) * tokenMs - emptiness(draw, now)) / tokenMs),
    resetAt(draw: Draw, now: number) {
      const capacity = BigInt(draw.capacity);
      const fullAtTimesCapacity = BigInt(now) * capacity + emptiness(draw, now);
      const second = capacity * 1_000n;
      return Number((fullAtTimesCapacity + second - 1n) / second);
    },
  };
}

test(`grants, remaining and reset equal a reference over random bursts (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const clock = newClock();
  const budgets = createBudgets(clock);
  const reference = createReference();
  const buckets: Draw[] = Array.from({ length: 12 }, (_, index) => ({
    id: `bucket ${index}`,
    capacity: [7, 30, 60, 100, 240, 600][index % 6] ?? 1,
  }));
  let refusedCount = 0;
  for (let burst = 0; burst < 1_000; burst += 1) {
    clock.ms += Math.floor(random() ** 4 * 3 * MINUTE_MS);
    const draws = buckets.filter(() => random() < 0.15);
    if (draws.length === 0) continue;
    const callCount = Math.ceil(random() * 60);
    for (let call = 0; call < callCount; call += 1) {
      const isGranted = reference.draw(draws, clock.ms);
      const standing = budgets.draw(draws);
      refusedCount += isGranted ? 0 : 1;
      expect(standing.isAllowed).toBe(isGranted);
      const shown = draws.map((draw) => ({
        limit: draw.capacity,
        remaining: reference.remaining(draw, clock.ms),
        resetAt: reference.resetAt(draw, clock.ms),
      }));
      const { limit, remaining, resetAt } = standing;
      expect(shown).toContainEqual({ limit, remaining, resetAt });
      expect(remaining).toBe(Math.min(...shown.map((one) => one.remaining)));
    }
  }
  expect(refusedCount).toBeGreaterThan(500);
});

test(`waiting exactly Retry-After always succeeds, a second less never does (seed ${seed})`, () => {
  const random = randomFrom(seed);
  for (let round = 0; round < 2_000; round += 1) {
    const clock = newClock();
    clock.ms += Math.floor(random() * MINUTE_MS);
    const budgets = createBudgets(clock);
    const draws = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
      id: `bucket ${index}`,
      capacity: 1 + Math.floor(random() * 130),
    }));
    while (budgets.draw(draws).isAllowed) clock.ms += Math.floor(random() * 3);
    const { retryAfterSeconds, remaining } = budgets.draw(draws);
    expect(remaining).toBe(0);
    expect(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1).toBe(true);
    clock.ms += (retryAfterSeconds - 1) * 1_000;
    expect(budgets.draw(draws).isAllowed).toBe(false);
    clock.ms += 1_000;
    expect(budgets.draw(draws).isAllowed).toBe(true);
  }
});

test('a call that one bucket refuses takes nothing from the others', () => {
  const budgets = createBudgets(newClock());
  const small = { id: 'small', capacity: 1 };
  const large = { id: 'large', capacity: 100 };
  budgets.draw([small]);
  for (let call = 0; call < 50; call += 1) budgets.draw([large, small]);
  expect(budgets.peek([large]).remaining).toBe(100);
});

test(`a draw of many tokens succeeds exactly after its wait, of all buckets (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  for (let round = 0; round < 1_000; round += 1) {
    const clock = newClock();
    const budgets = createBudgets(clock);
    const draws = Array.from({ length: upTo(3) }, (_, index) => {
      const capacity = upTo(60_000_000);
      return { id: `bucket ${index}`, capacity, count: upTo(capacity) };
    });
    while (budgets.draw(draws).isAllowed) clock.ms += Math.floor(random() * 3);
    const seconds = budgets.waitSeconds(draws);
    expect(budgets.draw(draws).retryAfterSeconds).toBe(seconds);
    clock.ms += (seconds - 1) * 1_000;
    expect(budgets.draw(draws).isAllowed).toBe(false);
    clock.ms += 1_000;
    expect(budgets.draw(draws).isAllowed).toBe(true);
  }
});

test('batches, rows and bytes of all keys of an operator come from the same buckets', () => {
  const budgets = createBudgets(newClock());
  const keys = Array.from({ length: 10 }, (_, i) => ({ ...caller, id: `key_${i}` }));
  const idsOf = (one: Principal) => keyDraws(one, ['batch']).map(({ id }) => id);
  const [first = []] = keys.map(idsOf);
  for (const key of keys) expect(idsOf(key)).toEqual(first);
  expect(idsOf({ ...caller, livemode: false })).not.toContain(first[0]);
  expect(idsOf({ ...caller, operatorId: 'op_2' })).not.toContain(first[0]);
  const { rows_per_minute, bytes_per_minute } = PLAN_LIMITS.pro;
  for (const key of keys) {
    const volumes = openVolumes(budgets, key, []);
    volumes.drawRows(rows_per_minute / keys.length);
    volumes.drawBytes(bytes_per_minute / keys.length);
  }
  const [last = caller] = keys;
  expect(() => openVolumes(budgets, last, []).drawRows(1)).toThrow('10,000 rows per minute');
  expect(() => openVolumes(budgets, last, []).drawBytes(1)).toThrow('bytes per minute of the Pro');
});

test('the wait for rows covers all that the same call draws again', () => {
  const budgets = createBudgets(newClock());
  const drawn = [{ id: 'slow', capacity: 1 }];
  budgets.draw(drawn);
  openVolumes(budgets, caller, []).drawRows(PLAN_LIMITS.pro.rows_per_minute);
  const headers = { 'Retry-After': '60' };
  expect(() => openVolumes(budgets, caller, drawn).drawRows(1)).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', headers }),
  );
});

test('tokens can be given back, and never fill a bucket beyond its size', () => {
  const budgets = createBudgets(newClock());
  const draws = [{ id: 'one', capacity: 10 }];
  budgets.draw(draws);
  budgets.giveBack(draws);
  budgets.giveBack(draws);
  expect(budgets.peek(draws).remaining).toBe(10);
});

test('the tightest bucket is shown: of agent 240 and dispatcher 60, the dispatcher', () => {
  const budgets = createBudgets(newClock());
  const draws = keyDraws({ ...caller, agentPlatform: 'openai' }, ['agent_call', 'dispatcher']);
  expect(budgets.draw(draws)).toMatchObject({ limit: 60, remaining: 59 });
});

test('a clock that is set back an hour locks no caller out', () => {
  const clock = newClock();
  const budgets = createBudgets(clock);
  const draws = [{ id: 'one', capacity: 60 }];
  for (let call = 0; call < 60; call += 1) budgets.draw(draws);
  clock.ms -= 60 * MINUTE_MS;
  expect(budgets.draw(draws).isAllowed).toBe(false);
  clock.ms += 1_000;
  expect(budgets.draw(draws).isAllowed).toBe(true);
});

test('limits hold per process: a restart fills every bucket, a second process has its own', () => {
  const clock = newClock();
  const draws = [{ id: 'one', capacity: 1 }];
  const one = createBudgets(clock);
  expect(one.draw(draws).isAllowed).toBe(true);
  expect(one.draw(draws).isAllowed).toBe(false);
  expect(createBudgets(clock).draw(draws).isAllowed).toBe(true);
});

test('a flood of addresses does not stay in memory', () => {
  const clock = newClock();
  const budgets = createBudgets(clock);
  const watched = [{ id: 'watched', capacity: 1 }];
  budgets.draw(watched);
  for (let address = 0; address < 100_001; address += 1)
    budgets.draw([{ id: `first ${address}`, capacity: 1 }]);
  expect(budgets.draw(watched).isAllowed).toBe(false);
  for (let address = 0; address < 200_002; address += 1)
    budgets.draw([{ id: `second ${address}`, capacity: 1 }]);
  expect(budgets.draw(watched).isAllowed).toBe(true);
});

test('IPv6 callers are counted by their /64, IPv4 callers by their address', () => {
  const id = (ip: string) => addressDraws(ip)[0]?.id;
  expect(id('2001:db8:1:2:3:4:5:6')).toBe(id('2001:db8:1:2::9'));
  expect(id('2001:db8:1:2::9')).not.toBe(id('2001:db8:1:3::9'));
  expect(id('2001:db8::1')).toBe(id('2001:db8:0:0:ffff::'));
  expect(id('192.0.2.1')).not.toBe(id('192.0.2.2'));
});

test.each<[string, Partial<Principal>, Record<string, number>]>([
  ['a live key', {}, { write: 120 }],
  ['a test key', { livemode: false }, { write: 120, sandbox: 30 }],
  ['a fleet key', { fleetId: 'f' }, { write: 120, fleet: 60 }],
  ['an agent', { agentPlatform: 'openai' }, { write: 120, agent_session: 60 }],
  ['a granted key', { rateLimits: { write: 900 } }, { write: 900 }],
])('%s draws from every budget that matches it', (_name, more, expected) => {
  const draws = keyDraws({ ...caller, ...more }, ['write', 'agent_session']);
  expect(Object.fromEntries(draws.map(({ id, capacity }) => [id.split(' ')[0], capacity]))).toEqual(
    expected,
  );
});

test('an agent draws from the agent budgets once, named by its request or its key', () => {
  const budgets = ['write', 'agent_session'] as const;
  expect(agentDraws(caller, budgets).map(({ capacity }) => capacity)).toEqual([60]);
  expect(agentDraws({ ...caller, agentPlatform: 'openai' }, budgets)).toEqual([]);
});

test('end users count for agents only, in buckets named by a hash of their id', () => {
  const agent = { ...caller, agentPlatform: 'openai' };
  const endUserOf = (draws: readonly Draw[]) => draws.filter(({ id }) => id.includes('end_user'));
  const [byKey, ...more] = endUserOf(keyDraws(agent, ['read'], 'user-1'));
  expect(byKey).toMatchObject({ capacity: 20, id: expect.not.stringContaining('user-1') });
  expect(more).toEqual([]);
  expect(endUserOf(agentDraws(caller, ['read'], 'user-1'))).toEqual([byKey]);
  expect(endUserOf(keyDraws(agent, ['read'], 'user-2'))).not.toEqual([byKey]);
  expect(endUserOf(keyDraws(caller, ['read'], 'user-1'))).toEqual([]);
  expect(endUserOf(agentDraws(agent, ['read'], 'user-1'))).toEqual([]);
});

test('ten times as many callers as buckets: who goes on calling stays limited, and memory is bounded', () => {
  const budgets = createBudgets(newClock(), BUCKETS);
  const [busy] = [[{ id: 'busy', capacity: 2 }]];
  for (let i = 0; i < 2; i += 1) expect(budgets.draw(busy).isAllowed).toBe(true);
  const others = Array.from({ length: 10 * BUCKETS }, (_, i) => [{ id: `${i}`, capacity: 2 }]);
  for (const other of others) {
    expect(budgets.draw(other).isAllowed).toBe(true);
    expect(budgets.draw(busy).isAllowed).toBe(false);
  }
  // A bucket that is not full is in memory.
  const kept = others.filter((other) => budgets.peek(other).remaining < 2);
  expect(kept.length).toBeGreaterThanOrEqual(BUCKETS - 1);
  expect(kept.length).toBeLessThanOrEqual(2 * BUCKETS);
});
