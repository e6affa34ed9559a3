import { expect } from 'vitest';
import type { Hold } from '../../src/parking/holds/hold.ts';
import { sweepHolds } from '../../src/parking/holds/release-holds.ts';
import type { Session } from '../../src/parking/sessions/session.ts';
import type { Parking } from '../stage/parking.ts';
import { type Call, expireOverdue, HOLD_MINUTES, type State, statusOf, step } from './model.ts';

/** The objects behind the names of a history. */
type Made = { stays: Map<string, Session>; holds: Map<string, Hold> };

/**
 * Plays one history on a new lot: rounds of concurrent calls, with time passing between. After each
 * round, the outcomes must be those of the calls in some order of the model, and the database must
 * be in the state after that order. Throws with the round when there is no such order.
 */
export async function playHistory(
  parking: Parking,
  random: () => number,
  rounds: number,
): Promise<{ calls: number }> {
  const total = 1 + Math.floor(random() * 3);
  const lotId = await parking.addLot({ total_spaces: total });
  const made: Made = { stays: new Map(), holds: new Map() };
  let state: State = { total, now: 0, stays: new Map(), claims: new Map() };
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    const minutes = 10 * Math.floor(random() * 5);
    await parking.passMinutes(minutes);
    state = { ...state, now: state.now + minutes };
    const asked = drawCalls(random, state, round);
    const outcomes = await Promise.all(asked.map((call) => perform(parking, lotId, made, call)));
    const found = await readState(parking, state, made);
    state = explain(state, asked, outcomes, found);
    calls += asked.length;
  }
  await checkBooks(parking, lotId);
  return { calls };
}

/** Two to five calls, most of them about the few things that are still open. */
function drawCalls(random: () => number, state: State, round: number): Call[] {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
  const stays = [...state.stays].filter(([, { status }]) => status === 'active');
  const claims = [...state.claims].filter(([, { status }]) => status === 'held');
  const stay = pick(stays.slice(-2))?.[0];
  const claim = pick(claims.slice(-2))?.[0];
  return Array.from({ length: 2 + Math.floor(random() * 4) }, (_, i): Call => {
    const name = `${round}.${i}`;
    const dice = random();
    if (stay !== undefined && dice < 0.2) return { kind: 'end', stay };
    if (stay !== undefined && dice < 0.4)
      return { kind: 'extend', stay, minutes: 30 * (1 + Math.floor(random() * 20)) };
    if (claim !== undefined && dice < 0.55) return { kind: 'activate', claim, name };
    if (claim !== undefined && dice < 0.62) return { kind: 'cancel', claim };
    if (dice < 0.67) return { kind: 'expire' };
    if (dice < 0.7) return { kind: 'sweep' };
    if (dice < 0.85) return { kind: 'park', minutes: 60 * (1 + Math.floor(random() * 3)), name };
    // Ends in 5 or 8, so that no two windows just touch, because calls are milliseconds apart.
    const from = random() < 0.4 ? 0 : 5 + 10 * Math.floor(random() * 12);
    const spaces = 1 + Math.floor(random() * Math.min(2, state.total));
    return { kind: 'hold', from, minutes: 3 + 10 * (1 + Math.floor(random() * 8)), spaces, name };
  });
}

async function perform(parking: Parking, lotId: string, made: Made, call: Call): Promise<string> {
  try {
    switch (call.kind) {
      case 'park':
        made.stays.set(call.name, await parking.park(lotId, { durationHours: call.minutes / 60 }));
        return 'ok';
      case 'hold': {
        const { from, minutes, spaces: spaceCount } = call;
        const wish = { from, minutes, spaceCount, ttlSeconds: HOLD_MINUTES * 60 };
        const hold = await parking.hold(lotId, wish);
        if (typeof hold === 'string') return hold;
        made.holds.set(call.name, hold);
        return 'ok';
      }
      case 'activate':
        made.stays.set(call.name, await parking.activate(known(made.holds, call.claim)));
        return 'ok';
      case 'cancel':
        await parking.cancel(known(made.holds, call.claim));
        return 'ok';
      case 'extend':
        await parking.extend(known(made.stays, call.stay), call.minutes);
        return 'ok';
      case 'end':
        await parking.end(known(made.stays, call.stay));
        return 'ok';
      case 'expire':
        await parking.expire();
        return 'ok';
      case 'sweep':
        await sweepHolds(parking.pipelines);
        return 'ok';
    }
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): string {
  const details = error instanceof Error && 'details' in error ? error.details : undefined;
  if (Array.isArray(details)) return String(details[0]?.field);
  if (typeof details === 'object' && details !== null && 'reason' in details)
    return String(details.reason);
  throw error;
}

/** The stored state of everything made so far, as text to compare. */
async function readState(parking: Parking, state: State, made: Made): Promise<string> {
  const sessions = await parking.database.sql<{ id: string; status: string; minutes: number }>(
    `select session_id as id, extended_minutes as minutes,
       case when status in ('expiring', 'expired') then 'expired'
         when status = 'active' then 'active' else 'ended' end as status
     from sessions where session_id = any($1)`,
    [[...made.stays.values()].map(({ sessionId }) => sessionId)],
  );
  const holds = await parking.database.sql<{ id: string; status: string; remaining: number }>(
    `select hold_id as id, status_now as status, space_count - activated_count as remaining
     from hold_details where hold_id = any($1)`,
    [[...made.holds.values()].map(({ holdId }) => holdId)],
  );
  const stayOf = new Map(sessions.map((row) => [row.id, row]));
  const holdOf = new Map(holds.map((row) => [row.id, row]));
  return digest(
    [...made.stays].map(([name, { sessionId }]) => {
      const row = stayOf.get(sessionId);
      return [name, row?.status, row?.minutes];
    }),
    [...made.holds].map(([name, { holdId }]) => {
      const row = holdOf.get(holdId);
      return [name, row?.status, row?.remaining];
    }),
    state.now,
  );
}

function digestOf(state: State): string {
  return digest(
    [...state.stays].map(([name, stay]) => [name, stay.status, stay.extendedMinutes]),
    [...state.claims].map(([name, claim]) => [name, statusOf(claim, state.now), claim.remaining]),
    state.now,
  );
}

function digest(stays: unknown[][], claims: unknown[][], now: number): string {
  const inOrder = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
  return JSON.stringify({ now, stays: inOrder(stays), claims: inOrder(claims) });
}

/** The state after an order of the calls in which each has its actual outcome. */
function explain(before: State, calls: Call[], outcomes: string[], found: string): State {
  const after = search(
    before,
    calls.map((call, i) => ({ call, outcome: outcomes[i] ?? '' })),
  );
  if (after !== undefined) return after;
  throw new Error(
    `no order of these calls is legal:\n${JSON.stringify({
      before: { ...before, stays: [...before.stays], claims: [...before.claims] },
      calls: calls.map((call, i) => ({ ...call, outcome: outcomes[i] })),
      found,
    })}`,
  );

  function search(state: State, left: { call: Call; outcome: string }[]): State | undefined {
    for (const start of [state, expireOverdue(state)]) {
      if (left.length === 0 && digestOf(start) === found) return start;
      for (const one of left) {
        const [outcome, next] = step(start, one.call);
        const others = left.filter((other) => other !== one);
        const end = outcome === one.outcome ? search(next, others) : undefined;
        if (end !== undefined) return end;
      }
    }
    return undefined;
  }
}

/** Counters equal what they count, stays never exceed spaces, and amounts are exact to the cent. */
async function checkBooks(parking: Parking, lotId: string): Promise<void> {
  const [counted] = await parking.database.sql(
    `select
       taken_spaces = (select count(*) from sessions
         where sessions.lot_id = lots.lot_id and status = 'active') as taken,
       held_spaces = (select coalesce(sum(space_count - activated_count), 0) from holds
         where holds.lot_id = lots.lot_id and status = 'held') as held,
       total_spaces >= (select max(at_once) from (
         select sum(change) over (order by at, change) as at_once
         from (
           select started_at as at, 1 as change from sessions where lot_id = lots.lot_id
           union all
           select ended_at, -1 from sessions where lot_id = lots.lot_id and ended_at is not null
         ) as changes) as levels) is not false as fits
     from lots where lot_id = $1`,
    [lotId],
  );
  expect(counted).toEqual({ taken: true, held: true, fits: true });
  const stays = await parking.database.sql<{
    started_at: Date;
    ended_at: Date;
    subtotal_minor: string;
    rate_minor: string;
  }>(
    `select started_at, ended_at, subtotal_minor, rate_minor from sessions
     where lot_id = $1 and status <> 'active'`,
    [lotId],
  );
  for (const { started_at, ended_at, subtotal_minor, rate_minor } of stays) {
    const minutes = Math.max(1, Math.ceil((ended_at.getTime() - started_at.getTime()) / 60_000));
    // Half a cent is added, then fractions are dropped: rounding half up, in exact integers.
    const cents = (BigInt(rate_minor) * BigInt(minutes) * 2n + 60n) / 120n;
    expect(Number(subtotal_minor)).toBe(Number(cents));
  }
}

function known<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`the history made no ${name}`);
  return found;
}
