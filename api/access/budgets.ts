import { hash } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import type { Caller } from '../../src/keys/caller.ts';
import { BUDGET_NAMES, KEY_BUDGETS, type KeyBudget } from '../../src/keys/rate-limits.ts';
import { networksOf } from './network.ts';

/** Calls per minute of a caller that sends no valid key. */
const PUBLIC_READ = 120;
/** Budgets that only agents draw from. */
const AGENT_BUDGETS: readonly KeyBudget[] = ['agent_call', 'agent_session'];
/** Budgets that depend on more than the operation. */
const SPECIAL_BUDGETS: readonly KeyBudget[] = ['sandbox', 'fleet', 'end_user'];
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

/** A bucket that a call draws from: its id, which says whose it is, and its tokens when full. */
export type Draw = { id: string; capacity: number };

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
  /** Takes a token from every bucket, or none at all when one of them is empty. */
  draw(draws: readonly Draw[]): Standing;
  /** The same answer as `draw`, without taking a token. */
  peek(draws: readonly Draw[]): Standing;
  /** Puts back the tokens of a call that was refused later. */
  giveBack(draws: readonly Draw[]): void;
};

type Level = Draw & { level: number };

/**
 * Token buckets in the memory of this process: with n processes a caller gets up to n times the
 * figures, and a restart fills all buckets. Capacity = budget; refill = budget / 60 per second, in
 * whole units, so that nothing is lost to rounding. Buckets are kept in two generations, and the
 * old one is dropped after a window: its buckets are full by then, and a missing bucket counts as
 * full.
 */
export function createBudgets(clock: Clock): Budgets {
  type Bucket = { level: number; at: number };
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  let turnedAt = clock.now();

  function levels(draws: readonly Draw[], now: number): Level[] {
    if (Math.abs(now - turnedAt) >= WINDOW_MS || young.size >= BUCKETS_MAX) {
      old = young;
      young = new Map();
      turnedAt = now;
    }
    return draws.map(({ id, capacity }) => {
      const full = capacity * TOKEN;
      const bucket = young.get(id) ?? old.get(id);
      if (bucket === undefined) return { id, capacity, level: full };
      // When the clock was set back, refill from the new time: waiting for the old time would lock
      // callers out.
      bucket.at = Math.min(bucket.at, now);
      const refill = (now - bucket.at) * capacity;
      return { id, capacity, level: Math.min(full, bucket.level + refill) };
    });
  }

  function add(found: readonly Level[], tokens: number, now: number): void {
    for (const one of found) {
      one.level = Math.min(one.capacity * TOKEN, one.level + tokens * TOKEN);
      young.set(one.id, { level: one.level, at: now });
    }
  }

  return {
    draw(draws) {
      const now = clock.now();
      const found = levels(draws, now);
      const empty = found.filter(({ level }) => level < TOKEN);
      if (empty.length > 0) return standing(slowest(empty), now, false);
      add(found, -1, now);
      return standing(emptiest(found), now, true);
    },
    peek(draws) {
      const now = clock.now();
      return standing(emptiest(levels(draws, now)), now, true);
    },
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

/** Seconds until the bucket holds a whole token. */
function waitSeconds({ level, capacity }: Level): number {
  return Math.max(1, Math.ceil((TOKEN - level) / (capacity * 1_000)));
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
  caller: Caller,
  budgets: readonly KeyBudget[],
  endUserId?: string,
): Draw[] {
  const draws = namesFor(caller, budgets).map((name) => drawOf(caller, name));
  if (caller.agentPlatform !== null && endUserId !== undefined)
    draws.push(endUserDraw(caller, endUserId));
  return draws;
}

/** A budget of a key, and how many calls are left in it now. */
export type BudgetLeft = { name: KeyBudget; per_minute: number; remaining: number };

/**
 * What is left of each budget that calls with this key draw from; nothing is taken. Those of end
 * users are left out, because each of them has one of its own.
 */
export function budgetsLeft(budgets: Budgets, caller: Caller): BudgetLeft[] {
  const common = BUDGET_NAMES.filter((name) => !SPECIAL_BUDGETS.includes(name));
  return namesFor(caller, common).map((name) => {
    const draw = drawOf(caller, name);
    return { name, per_minute: draw.capacity, remaining: budgets.peek([draw]).remaining };
  });
}

/** Calls per minute of this key in each budget that such a call draws from. */
export function callsPerMinute(
  caller: Caller,
  budgets: readonly KeyBudget[],
): Record<string, number> {
  const names = namesFor(caller, budgets);
  return Object.fromEntries(names.map((name) => [name, drawOf(caller, name).capacity]));
}

function namesFor(caller: Caller, budgets: readonly KeyBudget[]): KeyBudget[] {
  const isAgent = caller.agentPlatform !== null;
  const names = budgets.filter((name) => isAgent || !AGENT_BUDGETS.includes(name));
  if (!caller.livemode) names.push('sandbox');
  if (caller.fleetId !== null) names.push('fleet');
  return names;
}

/** Further buckets of a call whose request names an agent, when its key does not. */
export function agentDraws(
  caller: Caller,
  budgets: readonly KeyBudget[],
  endUserId?: string,
): Draw[] {
  if (caller.agentPlatform !== null) return [];
  const draws = budgets
    .filter((name) => AGENT_BUDGETS.includes(name))
    .map((name) => drawOf(caller, name));
  if (endUserId !== undefined) draws.push(endUserDraw(caller, endUserId));
  return draws;
}

function drawOf(caller: Caller, name: KeyBudget): Draw {
  return {
    id: `${name} ${caller.keyId}`,
    capacity: caller.rateLimits[name] ?? KEY_BUDGETS[name],
  };
}

/**
 * An end user has one bucket per operator, world and limit, whatever the key. So several keys allow
 * no more calls than one, and a key with a higher limit has a separate bucket of that size. The id
 * is personal and a bucket outlives its call, so the bucket's name holds only a hash.
 */
function endUserDraw({ operatorId, livemode, rateLimits }: Caller, endUserId: string): Draw {
  const capacity = rateLimits.end_user ?? KEY_BUDGETS.end_user;
  const whole = hash('sha256', `${operatorId} ${livemode} ${endUserId}`, 'base64url');
  return { id: `end_user ${capacity} ${whole.slice(0, HASH_LENGTH)}`, capacity };
}
