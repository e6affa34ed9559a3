import { hash } from 'node:crypto';
import { PLAN_LIMITS } from '../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { KEY_BUDGETS, type KeyBudget } from '../../src/access/principals/rate-limits.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { networksOf } from './network.ts';

/** Calls per minute of a caller that sends no valid key. */
const PUBLIC_READ = 120;
/** Budgets that only agents draw from. */
const AGENT_BUDGETS: readonly KeyBudget[] = ['agent_call', 'agent_session'];
/** A budget of a key, or `batch`, which all keys of an operator in one mode share. */
export type CallBudget = KeyBudget | 'batch';
/** The budgets that an operation can name for every caller; each operation names at least one. */
export type CommonBudget = Exclude<KeyBudget, 'agent_call' | 'agent_session' | 'end_user'>;

/** An empty bucket of any size is full again after this time. */
const WINDOW_MS = 60_000;
/** One token in the unit of a level, chosen so that a millisecond adds `capacity` whole units. */
const TOKEN = WINDOW_MS;
/**
 * About 20 MB in two generations. Beyond it, the buckets that were not used for longest are dropped
 * early and count as full again.
 */
const BUCKETS_MAX = 100_000;
/** Characters of base64url, 132 bits: enough that two end users never share a hash by chance. */
const HASH_LENGTH = 22;

/**
 * A bucket that a call draws from: its id, which says whose it is, its tokens when full, and how
 * many tokens the call takes; one unless given, and never more than the capacity.
 */
export type Draw = { id: string; capacity: number; count?: number };

/** The state of the tightest of a caller's buckets. */
export type Standing = {
  isAllowed: boolean;
  limit: number;
  /** Whole tokens left. */
  remaining: number;
  /** Unix seconds at which the bucket is full. */
  resetAt: number;
  /**
   * Whole seconds, at least 1, until a call succeeds, provided that no other call draws meanwhile.
   */
  retryAfterSeconds: number;
};

export type Budgets = {
  /** Takes the tokens from every bucket, or none at all when one of them has too few. */
  draw(draws: readonly Draw[]): Standing;
  /** The same answer as `draw`, without taking a token. */
  peek(draws: readonly Draw[]): Standing;
  /** Whole seconds, at least 1, until `draw` succeeds, unless others draw meanwhile. */
  waitSeconds(draws: readonly Draw[]): number;
  /** Puts back the tokens of a call that was refused later. */
  giveBack(draws: readonly Draw[]): void;
};

type Level = Required<Draw> & { level: number };

/**
 * Token buckets in the memory of this process: with n processes a caller gets up to n times the
 * figures, and a restart fills all buckets. Capacity = budget; refill = budget / 60 per second, in
 * whole units, so that nothing is lost to rounding. Buckets are kept in two generations, and the
 * old one is dropped after a window: its buckets are full by then, and a missing bucket counts as
 * full.
 */
export function createBudgets(clock: Clock, bucketsMax = BUCKETS_MAX): Budgets {
  type Bucket = { level: number; at: number };
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  let turnedAt = clock.now();

  function levels(draws: readonly Draw[], now: number): Level[] {
    if (Math.abs(now - turnedAt) >= WINDOW_MS || young.size >= bucketsMax) {
      old = young;
      young = new Map();
      turnedAt = now;
    }
    return draws.map(({ id, capacity, count = 1 }) => {
      const full = capacity * TOKEN;
      const bucket = young.get(id) ?? old.get(id);
      if (bucket === undefined) return { id, capacity, count, level: full };
      // Also when the call is refused: who goes on calling is not forgotten.
      young.set(id, bucket);
      // When the clock was set back, refill from the new time: waiting for the old time would lock
      // callers out.
      bucket.at = Math.min(bucket.at, now);
      const refill = (now - bucket.at) * capacity;
      return { id, capacity, count, level: Math.min(full, bucket.level + refill) };
    });
  }

  function add(found: readonly Level[], sign: 1 | -1, now: number): void {
    for (const one of found) {
      one.level = Math.min(one.capacity * TOKEN, one.level + sign * one.count * TOKEN);
      young.set(one.id, { level: one.level, at: now });
    }
  }

  return {
    draw(draws) {
      const now = clock.now();
      const found = levels(draws, now);
      const empty = found.filter(({ level, count }) => level < count * TOKEN);
      if (empty.length > 0) return standing(slowest(empty), now, false);
      add(found, -1, now);
      return standing(emptiest(found), now, true);
    },
    peek(draws) {
      const now = clock.now();
      return standing(emptiest(levels(draws, now)), now, true);
    },
    waitSeconds: (draws) => waitSeconds(slowest(levels(draws, clock.now()))),
    giveBack(draws) {
      const now = clock.now();
      add(levels(draws, now), 1, now);
    },
  };
}

function emptiest(levels: readonly Level[]): Level {
  return levels.reduce((a, b) =>
    b.level < a.level || (b.level === a.level && b.capacity < a.capacity) ? b : a,
  );
}

function slowest(levels: readonly Level[]): Level {
  return levels.reduce((a, b) => (waitSeconds(b) > waitSeconds(a) ? b : a));
}

/** Seconds until the bucket holds the tokens. */
function waitSeconds({ level, capacity, count }: Level): number {
  return Math.max(1, Math.ceil((count * TOKEN - level) / (capacity * 1_000)));
}

function standing(tightest: Level, now: number, isAllowed: boolean): Standing {
  const { level, capacity } = tightest;
  return {
    isAllowed,
    limit: capacity,
    remaining: Math.floor(level / TOKEN),
    resetAt: Math.ceil((now + (capacity * TOKEN - level) / capacity) / 1_000),
    retryAfterSeconds: waitSeconds(tightest),
  };
}

/** The buckets of a caller without a valid key: one for each network that it is counted by. */
export function addressDraws(ip: string): Draw[] {
  return networksOf(ip).map(({ network, share }) => ({
    id: `public_read ${network}`,
    capacity: share * PUBLIC_READ,
  }));
}

/**
 * The buckets of a call with this key: the budgets that its operation names, and the end user if
 * the key is an agent's.
 */
export function keyDraws(
  caller: Principal,
  budgets: readonly CallBudget[],
  endUserId?: string,
): Draw[] {
  const draws = namesFor(caller, budgets).map((name) => drawOf(caller, name));
  if (caller.agentPlatform !== null && endUserId !== undefined)
    draws.push(endUserDraw(caller, endUserId));
  return draws;
}

/** The budgets of these names that such a call draws from, and those of test and fleet keys. */
export function namesFor<Name extends CallBudget>(
  caller: Principal,
  budgets: readonly Name[],
): (Name | KeyBudget)[] {
  const isAgent = caller.agentPlatform !== null;
  const names: (Name | KeyBudget)[] = budgets.filter((name) => isAgent || !isAgents(name));
  if (!caller.livemode) names.push('sandbox');
  if (caller.fleetId !== null) names.push('fleet');
  return names;
}

/** Further buckets of a call whose request names an agent, when its key does not. */
export function agentDraws(
  caller: Principal,
  budgets: readonly CallBudget[],
  endUserId?: string,
): Draw[] {
  if (caller.agentPlatform !== null) return [];
  const draws = budgets.filter(isAgents).map((name) => drawOf(caller, name));
  if (endUserId !== undefined) draws.push(endUserDraw(caller, endUserId));
  return draws;
}

function isAgents(name: CallBudget): boolean {
  return AGENT_BUDGETS.some((one) => one === name);
}

/** The bucket of one budget. */
export function drawOf(caller: Principal, name: CallBudget): Draw {
  if (name === 'batch')
    return operatorDraw(caller, name, PLAN_LIMITS[caller.plan].batches_per_minute);
  return {
    id: `${name} ${caller.id}`,
    capacity: caller.rateLimits[name] ?? KEY_BUDGETS[name],
  };
}

/** Of all keys of an operator in one mode: many keys get no more than one. */
export function operatorDraw(
  { operatorId, livemode }: Principal,
  name: string,
  capacity: number,
): Draw {
  return { id: `${name} ${operatorId} ${livemode}`, capacity };
}

/**
 * An end user has one bucket per operator, mode and limit, whatever the key. So several keys allow
 * no more calls than one, and a key with a higher limit has a separate bucket of that size. The id
 * is personal and a bucket outlives its call, so the bucket's name holds only a hash.
 */
function endUserDraw({ operatorId, livemode, rateLimits }: Principal, endUserId: string): Draw {
  const capacity = rateLimits.end_user ?? KEY_BUDGETS.end_user;
  const whole = hash('sha256', `${operatorId} ${livemode} ${endUserId}`, 'base64url');
  return { id: `end_user ${capacity} ${whole.slice(0, HASH_LENGTH)}`, capacity };
}
