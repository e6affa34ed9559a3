import type { Principal } from '../../access/principals/principal.ts';
import { askedDays, startOfMonth } from '../../kit/time/asked-days.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';

export const USAGE_GROUPS = ['endpoint', 'key', 'day'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

export const USAGE_DAYS_MAX = 366;

/** Charges of one endpoint (its path), key (its id) or day (UTC, `yyyy-mm-dd`). */
export type UsageRow = {
  groupName: string;
  /** Null for other groups than keys. */
  keyName: string | null;
  queryCount: number;
  costCents: number;
};

/** What was charged in [from, to). */
type Usage = {
  from: Date;
  to: Date;
  rows: UsageRow[];
  queryCount: number;
  totalCents: number;
  /** Everything up to this instant is included. */
  asOf: Date;
};

type Row = { groupName: string; keyName: string | null; queryCount: number; costCents: number };

/**
 * What the caller's operator was charged in its mode, with all its keys. `from` is the first day
 * of this month (UTC) unless given, `to` is now; both are given as beginnings of days. Errors:
 * BAD_REQUEST naming `from` or `to`.
 */
export async function listUsage(
  db: Querier,
  { operatorId, livemode }: Principal,
  asked: { from: Date | undefined; to: Date | undefined; groupBy: UsageGroup },
): Promise<Usage> {
  const now = await readClock(db);
  const usual = { now, usualFrom: startOfMonth(now), daysMax: USAGE_DAYS_MAX };
  const period = askedDays(asked, usual);
  const found = await db.query<Row>('usage_list_groups', {
    operatorId,
    livemode,
    fromAt: period.from,
    toAt: asked.to ?? null,
    groupBy: asked.groupBy,
  });
  const rows = found.map((row) => ({
    groupName: row.groupName,
    keyName: row.keyName,
    queryCount: row.queryCount,
    costCents: row.costCents,
  }));
  return {
    ...period,
    rows,
    queryCount: rows.reduce((sum, { queryCount }) => sum + queryCount, 0),
    totalCents: rows.reduce((sum, { costCents }) => sum + costCents, 0),
    asOf: now,
  };
}
