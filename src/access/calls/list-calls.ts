import { subHours } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import { badField } from '../../kit/errors.ts';
import { askedDays, startOfMonth } from '../../kit/time/asked-days.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Principal } from '../principals/principal.ts';

export const CALL_GROUPS = ['day', 'hour', 'operation', 'key'] as const;

export type CallGroup = (typeof CALL_GROUPS)[number];

/** Counts of days are kept so long. */
export const CALL_DAYS_MAX = 35;
/** How far back calls can be listed by hours. */
export const CALL_HOURS_MAX = 48;
/** The hours of a caller's line, the one that is not over yet among them. */
export const RECENT_HOURS = 24;

/** Numbers of calls, by how they were answered. */
export type CallCount = {
  okCount: number;
  refusedCount: number;
  limitedCount: number;
  failedCount: number;
};

/** Calls of one day or hour (its first instant), operation (its operationId) or caller (its id). */
export type CallLine = CallCount & {
  groupName: string;
  /** Null for other groups than callers. */
  callerType: Principal['type'] | null;
  /** Null for other callers than keys. */
  keyName: string | null;
  /** Calls in each of the last hours, oldest first; null for other groups than callers. */
  recentCounts: number[] | null;
};

type Asked = {
  from: Date | undefined;
  to: Date | undefined;
  groupBy: CallGroup;
  /** null: all callers. */
  keyId: string | null;
};

type Row = Omit<CallLine, 'recentCounts'>;
type HourRow = { callerId: string; fromAt: Date; callCount: number };

/**
 * How many calls the caller's operator made in its mode in [from, to). Days and hours are those in
 * UTC in which calls were counted, which may be some seconds after they were answered. `from` is
 * the first day of this month unless given, or by hours RECENT_HOURS ago; `to` is now. Both are
 * given as beginnings of days. Errors: BAD_REQUEST naming `from` or `to`; FORBIDDEN for a fleet's
 * key.
 */
export async function listCalls(
  db: Querier,
  caller: Principal,
  asked: Asked,
): Promise<{ from: Date; to: Date; lines: CallLine[]; total: CallCount }> {
  refuseFleet(caller, 'counts of calls');
  const now = await readClock(db);
  const { groupBy, keyId } = asked;
  const { from, to } = periodOf(asked, now);
  const own = { operatorId: caller.operatorId, livemode: caller.livemode, keyId };
  const rows = await db.query<Row>('call_counts_list', { ...own, fromAt: from, toAt: to, groupBy });
  const recentFrom = recentStart(now);
  const recent =
    groupBy === 'key'
      ? await db.query<HourRow>('call_counts_list_hours', { ...own, fromAt: recentFrom })
      : undefined;
  const counts = recent && byHour(recent, recentFrom);
  const lines = rows.map((row) => ({
    ...row,
    recentCounts: counts ? (counts.get(row.groupName) ?? noCalls()) : null,
  }));
  return { from, to, lines, total: sumOf(rows) };
}

function periodOf(asked: Asked, now: Date): { from: Date; to: Date } {
  const isByHour = asked.groupBy === 'hour';
  const usualFrom = isByHour ? recentStart(now) : startOfMonth(now);
  const period = askedDays(asked, { now, usualFrom, daysMax: CALL_DAYS_MAX });
  if (isByHour && period.from < subHours(now, CALL_HOURS_MAX))
    throw badField('from', `must be at most ${CALL_HOURS_MAX} hours ago where group_by is hour`);
  return period;
}

/**
 * The beginning of the first of the last RECENT_HOURS. Hours of UTC begin when those of this
 * machine do not, in zones off by a part of an hour.
 */
export function recentStart(now: Date): Date {
  const hour = Math.floor(now.getTime() / millisecondsInHour);
  return new Date((hour - RECENT_HOURS + 1) * millisecondsInHour);
}

const noCalls = () => new Array<number>(RECENT_HOURS).fill(0);

function byHour(rows: readonly HourRow[], from: Date): Map<string, number[]> {
  const counts = new Map<string, number[]>();
  for (const { callerId, fromAt, callCount } of rows) {
    const hours = counts.get(callerId) ?? noCalls();
    const place = (fromAt.getTime() - from.getTime()) / millisecondsInHour;
    if (place < RECENT_HOURS) hours[place] = callCount;
    counts.set(callerId, hours);
  }
  return counts;
}

function sumOf(rows: readonly CallCount[]): CallCount {
  const total = { okCount: 0, refusedCount: 0, limitedCount: 0, failedCount: 0 };
  for (const row of rows) {
    total.okCount += row.okCount;
    total.refusedCount += row.refusedCount;
    total.limitedCount += row.limitedCount;
    total.failedCount += row.failedCount;
  }
  return total;
}
