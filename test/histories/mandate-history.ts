import { expect } from 'vitest';
import { newId } from '../../src/access/ids.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Hold } from '../../src/parking/holds/hold.ts';
import type { Session } from '../../src/parking/sessions/session.ts';
import { addCaller, newMandate, zoneAtNoon } from '../stage/fixtures.ts';
import { miscounted, passDays } from '../stage/mandate-days.ts';
import type { Parking } from '../stage/parking.ts';
import { type Books, type Limits, openBooks } from './mandate-books.ts';

/** `which` chooses one of those that there are; `isPerson`: a key without a mandate calls. */
export type Step =
  | { kind: 'park' | 'hold'; lot: number; hours: number }
  | { kind: 'extend'; which: number; halfHours: number; isPerson: boolean }
  | { kind: 'activate' | 'end'; which: number; isPerson: boolean }
  | { kind: 'pass'; minutes: number }
  | { kind: 'days'; days: number }
  | { kind: 'expire' | 'rotate' };

type Lot = { lotId: string; rateMinor: number };

/** A history begins at noon, and its minutes end before the next midnight. */
const MINUTES_OF_DAY_MAX = 11 * 60;
const MINUTE_MS = 60_000;

type Played = {
  parking: Parking;
  lots: readonly Lot[];
  books: Books;
  agent: Principal;
  stays: { number: number; session: Session }[];
  holds: { hold: Hold; lot: Lot; placedAt: number }[];
  /** Minutes since the beginning. */
  now: number;
  minutesOfDay: number;
};

/** Plays a history. After each step its outcome and all counts have to be those of the books. */
export async function play(
  parking: Parking,
  lots: readonly Lot[],
  limits: Limits,
  steps: readonly Step[],
): Promise<void> {
  const timezone = zoneAtNoon();
  const mandate = newMandate({
    currency: 'cad',
    timezone,
    maxPerStayMinor: limits.perStay,
    maxPerDayMinor: limits.perDay,
    maxPerMonthMinor: limits.perMonth,
  });
  const { operatorId } = parking.caller;
  const played: Played = {
    ...{ parking, lots, stays: [], holds: [], now: 0, minutesOfDay: 0 },
    books: openBooks(limits, await dayIn(parking, timezone)),
    agent: await addCaller(parking.database, { operatorId, mandate }),
  };
  // At last nothing is left that the next history could meet.
  const toClose = [{ kind: 'days', days: 1 }, { kind: 'expire' }] as const;
  for (const step of [...steps, ...toClose]) {
    await take(played, step);
    expect(await miscounted(parking, mandate.mandateId)).toEqual([]);
    expect(await counted(parking, mandate.mandateId), JSON.stringify(step)).toEqual(
      played.books.periods(),
    );
  }
}

async function take(played: Played, step: Step): Promise<void> {
  const { parking, books } = played;
  switch (step.kind) {
    case 'park':
      return park(played, step.lot, step.hours);
    case 'hold': {
      const lot = pick(played.lots, step.lot);
      const wish = { as: played.agent, minutes: step.hours * 60, ttlSeconds: 3_600 };
      const hold = lot && (await parking.held(lot.lotId, wish));
      if (lot && hold) played.holds.push({ hold, lot, placedAt: played.now });
      return;
    }
    case 'activate':
      return activate(played, step.which, callerOf(played, step));
    case 'extend': {
      const stay = pick(played.stays, step.which);
      if (stay === undefined) return;
      const minutes = step.halfHours * 30;
      const work = parking.extend(stay.session, minutes, { as: callerOf(played, step) });
      expect(await outcomeOf(work)).toBe(books.extend(stay.number, minutes));
      return;
    }
    case 'end': {
      const stay = pick(played.stays, step.which);
      if (stay === undefined) return;
      const work = parking.end(stay.session, { as: callerOf(played, step) });
      expect(await outcomeOf(work)).toBe(books.end(stay.number));
      return;
    }
    default:
      return letBe(played, step);
  }
}

/** What no caller asks for. */
async function letBe(
  played: Played,
  step: Extract<Step, { kind: 'pass' | 'days' | 'expire' | 'rotate' }>,
): Promise<void> {
  const { parking, books } = played;
  switch (step.kind) {
    case 'pass':
      if (played.minutesOfDay + step.minutes > MINUTES_OF_DAY_MAX) return;
      played.minutesOfDay += step.minutes;
      played.now += step.minutes;
      await parking.passMinutes(step.minutes);
      return books.pass(step.minutes);
    case 'days':
      played.now += step.days * 24 * 60;
      await passDays(parking, step.days);
      return books.pass(step.days * 24 * 60);
    case 'expire':
      await parking.expire();
      return books.expire();
    case 'rotate':
      played.agent = await addCaller(parking.database, { ...played.agent, id: newId('key') });
  }
}

async function park(played: Played, number: number, hours: number): Promise<void> {
  const lot = pick(played.lots, number);
  if (lot === undefined) return;
  const { agent: as, parking } = played;
  await begin(played, lot, hours * 60, parking.park(lot.lotId, { as, durationHours: hours }));
}

async function activate(played: Played, which: number, as: Principal): Promise<void> {
  const found = pick(played.holds, which);
  if (found === undefined) return;
  played.holds = played.holds.filter((one) => one !== found);
  const { hold, lot, placedAt } = found;
  const passed = played.now - placedAt;
  const work = played.parking.activate(hold, undefined, as);
  const isExpired = passed * 60 >= hold.ttlSeconds;
  if (isExpired) return expect(await outcomeOf(work)).toBe('hold_expired');
  const heldMinutes = Math.round((+hold.endsAt - +hold.startsAt) / MINUTE_MS);
  await begin(played, lot, heldMinutes - passed, work);
}

async function begin(
  { books, stays }: Played,
  lot: Lot,
  minutes: number,
  work: Promise<Session>,
): Promise<void> {
  const outcome = await outcomeOf(work);
  const [expected, number] = books.begin(lot.rateMinor, minutes);
  expect(outcome).toBe(expected);
  if (outcome === 'ok') stays.push({ number, session: await work });
}

/** `ok`, or why the call was refused: the rule of the mandate, the reason, or `too_long`. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    const details = error instanceof AppError ? error.details : undefined;
    if (Array.isArray(details)) return 'too_long';
    if (details === undefined) throw error;
    return details.reason === 'mandate_exceeded' ? String(details.rule) : details.reason;
  }
}

function callerOf({ parking, agent }: Played, { isPerson }: { isPerson: boolean }): Principal {
  return isPerson ? parking.caller : agent;
}

function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}

async function dayIn({ database }: Parking, timezone: string): Promise<Date> {
  const [row] = await database.sql<{ day: string }>(
    `select ((now() at time zone $1)::date)::text as day`,
    [timezone],
  );
  return new Date(`${row?.day}T12:00:00Z`);
}

async function counted({ database }: Parking, mandateId: string): Promise<Record<string, number>> {
  const rows = await database.sql<{ name: string; minor: number }>(
    `select period || ' ' || starts_on as name, authorised_minor::integer as minor
     from mandate_periods where mandate_id = $1`,
    [mandateId],
  );
  return Object.fromEntries(rows.map(({ name, minor }) => [name, minor]));
}
