// A model of stays and holds on one lot, one call after another. The calls of a real history must
// have the outcomes that they would have in some order in this model. Times are whole minutes.

type Stay = {
  startsAt: number;
  expectedEnd: number;
  status: 'active' | 'ended' | 'expired';
  extendedMinutes: number;
};
type Claim = {
  startsAt: number;
  endsAt: number;
  expiresAt: number;
  remaining: number;
  status: 'held' | 'activated' | 'canceled' | 'expired';
};

export type State = {
  total: number;
  now: number;
  stays: ReadonlyMap<string, Stay>;
  claims: ReadonlyMap<string, Claim>;
};

/** A call, with the name that its result gets. */
export type Call =
  | { kind: 'park'; minutes: number; name: string }
  | { kind: 'hold'; from: number; minutes: number; spaces: number; name: string }
  | { kind: 'activate'; claim: string; name: string }
  | { kind: 'cancel'; claim: string }
  | { kind: 'extend'; stay: string; minutes: number }
  | { kind: 'end'; stay: string }
  | { kind: 'expire' }
  | { kind: 'sweep' };

export const HOLD_MINUTES = 4;
const GRACE_MINUTES = 15;
const LATE_MINUTES = 15;
const EARLY_MINUTES = 15;
const EXTENSION_MINUTES_MAX = 24 * 60;

/** The call's outcome in this state, `ok` or why not, and the state after it. */
export function step(state: State, call: Call): [outcome: string, after: State] {
  switch (call.kind) {
    case 'park': {
      const stay = newStay(state.now, state.now + call.minutes);
      const park = (room: State) => withStay(room, call.name, stay);
      return takeRoom(state, park, (after) => !isOverbooked(after, after.now, Infinity));
    }
    case 'hold': {
      const startsAt = state.now + call.from;
      const expiresAt = call.from > 0 ? startsAt + LATE_MINUTES : startsAt + HOLD_MINUTES;
      const claim: Claim = {
        startsAt,
        endsAt: startsAt + call.minutes,
        expiresAt,
        remaining: call.spaces,
        status: 'held',
      };
      const after = withClaim(state, call.name, claim);
      return isOverbooked(after, startsAt, claim.endsAt) ? ['full', state] : ['ok', after];
    }
    case 'activate': {
      const claim = get(state.claims, call.claim);
      const status = statusOf(claim, state.now);
      if (status !== 'held') return [`hold_${status}`, state];
      if (claim.startsAt - state.now > EARLY_MINUTES) return ['too_early', state];
      const left = claim.remaining - 1;
      const used: Claim = {
        ...claim,
        startsAt: Math.min(claim.startsAt, state.now),
        remaining: left,
        status: left > 0 ? 'held' : 'activated',
      };
      const stay = newStay(state.now, claim.endsAt);
      const redeem = (room: State) => withStay(withClaim(room, call.claim, used), call.name, stay);
      const isEarly = claim.startsAt > state.now;
      return takeRoom(
        state,
        redeem,
        (after) =>
          activeStays(after).length <= after.total &&
          !(isEarly && isOverbooked(after, after.now, claim.endsAt)),
      );
    }
    case 'cancel': {
      const claim = get(state.claims, call.claim);
      const status = statusOf(claim, state.now);
      if (status !== 'held') return [`hold_${status}`, state];
      return ['ok', withClaim(state, call.claim, { ...claim, status: 'canceled' })];
    }
    case 'extend': {
      const stay = get(state.stays, call.stay);
      if (stay.status !== 'active' || isOverdue(stay, state.now)) return ['not_active', state];
      const extendedMinutes = stay.extendedMinutes + call.minutes;
      if (extendedMinutes > EXTENSION_MINUTES_MAX) return ['extend_minutes', state];
      const expectedEnd = stay.expectedEnd + call.minutes;
      const after = withStay(state, call.stay, { ...stay, expectedEnd, extendedMinutes });
      const from = Math.max(stay.expectedEnd, state.now);
      return isOverbooked(after, from, expectedEnd) ? ['lot_full', state] : ['ok', after];
    }
    case 'end': {
      const stay = get(state.stays, call.stay);
      if (stay.status !== 'active') return ['already_ended', state];
      if (isOverdue(stay, state.now))
        return ['already_ended', withStay(state, call.stay, { ...stay, status: 'expired' })];
      return ['ok', withStay(state, call.stay, { ...stay, status: 'ended' })];
    }
    case 'expire':
      return ['ok', expireOverdue(state)];
    case 'sweep':
      return ['ok', state];
  }
}

/** Ends overdue stays before a call is refused. */
function takeRoom(
  state: State,
  take: (room: State) => State,
  fits: (after: State) => boolean,
): [outcome: string, after: State] {
  if (fits(take(state))) return ['ok', take(state)];
  const room = expireOverdue(state);
  return fits(take(room)) ? ['ok', take(room)] : ['lot_full', room];
}

/** Whether more spaces are needed than exist at any minute of a window. */
function isOverbooked(state: State, from: number, to: number): boolean {
  const claims = [...state.claims.values()].filter(
    (claim) => statusOf(claim, state.now) === 'held',
  );
  const until = Math.min(to, Math.max(from, ...claims.map((claim) => claim.startsAt)) + 1);
  for (let minute = from; minute < until; minute += 1) {
    const stays = activeStays(state).filter(
      ({ expectedEnd }) => minute === state.now || expectedEnd > minute,
    );
    const held = claims
      .filter(({ startsAt, endsAt }) => startsAt <= minute && endsAt > minute)
      .reduce((sum, { remaining }) => sum + remaining, 0);
    if (stays.length + held > state.total) return true;
  }
  return false;
}

function activeStays({ stays }: State): Stay[] {
  return [...stays.values()].filter(({ status }) => status === 'active');
}

export function statusOf(claim: Claim, now: number): Claim['status'] {
  return claim.status === 'held' && claim.expiresAt <= now ? 'expired' : claim.status;
}

function isOverdue(stay: Stay, now: number): boolean {
  return now >= stay.expectedEnd + GRACE_MINUTES;
}

/** May happen at any time, because no outcome depends on when it does. */
export function expireOverdue(state: State): State {
  const stays = [...state.stays].map(([name, stay]): [string, Stay] => [
    name,
    stay.status === 'active' && isOverdue(stay, state.now) ? { ...stay, status: 'expired' } : stay,
  ]);
  return { ...state, stays: new Map(stays) };
}

function newStay(startsAt: number, expectedEnd: number): Stay {
  return { startsAt, expectedEnd, status: 'active', extendedMinutes: 0 };
}

function withStay(state: State, name: string, stay: Stay): State {
  return { ...state, stays: new Map(state.stays).set(name, stay) };
}

function withClaim(state: State, name: string, claim: Claim): State {
  return { ...state, claims: new Map(state.claims).set(name, claim) };
}

function get<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`the history knows no ${name}`);
  return found;
}
