import { hash } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import type { Caller } from '../../src/keys/caller.ts';
import { KEY_BUDGETS, type KeyBudget } from '../../src/keys/rate-limits.ts';
import { networkOf } from './network.ts';

/** Calls per minute of an address that sends no valid key. */
const PUBLIC_READ = 120;
/** Keys per minute of an address that are nobody's; each is looked up in the database. */
const KEY_LOOK_UPS = 120;
/** Budgets that only agents draw from. */
const AGENT_BUDGETS: readonly KeyBudget[] = ['agent_call', 'agent_session'];
/** What calls of an operation draw from, whoever makes them: never nothing. */
export type CommonBudget = Exclude<KeyBudget, 'agent_call' | 'agent_session' | 'end_user'>;

/** A bucket fills up within this time, whatever its size. */
const WINDOW_MS = 60_000;
/** One token in the unit of a level, chosen so that a millisecond adds `capacity` whole units. */
const TOKEN = WINDOW_MS;
/** About 20 MB in two generations. Past it, callers quiet for longest get a full bucket early. */
const BUCKETS_MAX = 100_000;
/** Characters of base64url, 132 bits: no two end users share one by chance. */
const HASH_LENGTH = 22;

/** A bucket that a call draws from: whose it is, and how many tokens it holds when full. */
export type Draw = { id: string; capacity: number };

/** Where a caller stands in the tightest of its buckets. */
export type Standing = {
  isAllowed: boolean;
  limit: number;
  /** Whole tokens left. */
  remaining: number;
  /** Unix seconds at which the bucket is full. */
  resetAt: number;
  /** Whole seconds, at least 1, after which the call succeeds if nobody else draws meanwhile. */
  retryAfterSeconds: number;
};

export type Budgets = {
  /** Takes a token from every bucket, or none at all when one of them is empty. */
  draw(draws: readonly Draw[]): Standing;
  /** The same answer without taking anything. */
  peek(draws: readonly Draw[]): Standing;
  /** Puts back what a call took before it was refused after all. */
  giveBack(draws: readonly Draw[]): void;
};

type Level = Draw & { level: number };

/**
 * Token buckets in the memory of this process: with n processes a caller gets up to n times the
 * figures, and a restart fills all buckets. Capacity = budget; refill = budget / 60 per second, in
 * whole units, so that nothing is lost to rounding. A full bucket is the same as none, so those not
 * touched for a window are dropped, a generation at a time.
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
      // A clock set back counts from there: waiting for it to catch up would lock callers out.
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

/** Until a whole token is there. */
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

/** What a caller without a valid key draws from. */
export function addressDraws(ip: string): Draw[] {
  return [{ id: `public_read ${networkOf(ip)}`, capacity: PUBLIC_READ }];
}

/** What it draws from besides while it is not known whether its key is anybody's. */
export function keyLookUpDraws(ip: string): Draw[] {
  return [{ id: `key_look_up ${networkOf(ip)}`, capacity: KEY_LOOK_UPS }];
}

/**
 * What a call of this key draws from, given the budgets that its operation names, and the end user
 * that counts where it is an agent's.
 */
export function keyDraws(
  caller: Caller,
  budgets: readonly KeyBudget[],
  endUserId?: string,
): Draw[] {
  const isAgent = caller.agentPlatform !== null;
  const names = budgets.filter((name) => isAgent || !AGENT_BUDGETS.includes(name));
  if (!caller.livemode) names.push('sandbox');
  if (caller.fleetId !== null) names.push('fleet');
  const draws = names.map((name) => drawOf(caller, name));
  if (isAgent && endUserId !== undefined) draws.push(endUserDraw(caller, endUserId));
  return draws;
}

/** What it draws from in addition when the request, rather than the key, names an agent. */
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
 * An end user has one bucket per operator, world and figure, whatever the key: many keys make no
 * more calls than one, and a key with a higher figure has a bucket of that size beside the usual
 * one. The id is personal: a bucket outlives its call, so only a hash goes into its name.
 */
function endUserDraw({ operatorId, livemode, rateLimits }: Caller, endUserId: string): Draw {
  const capacity = rateLimits.end_user ?? KEY_BUDGETS.end_user;
  const whole = hash('sha256', `${operatorId} ${livemode} ${endUserId}`, 'base64url');
  return { id: `end_user ${capacity} ${whole.slice(0, HASH_LENGTH)}`, capacity };
}
