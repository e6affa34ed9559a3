import { TZDate } from '@date-fns/tz';
import { startOfDay } from 'date-fns';
import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type AmountsRow, type PayoutAmounts, toAmounts } from '../payouts/payout.ts';

/** How far back stays and money are added up. */
export const OVERVIEW_HOURS_MAX = 48;
/** The newest lots say where an operator is. */
const ZONE_LOTS_MAX = 100;
const UTC = 'UTC';
/** Whose stays are counted hour by hour. */
export const OVERVIEW_RECENT_HOURS = 24;
/** Of an operator with more lots, nothing is added up lot by lot. */
export const LOTS_ADDED_MAX = 10_000;

const HOUR_MS = 3_600_000;

type OverviewRow = {
  now: Date;
  lotCount: number;
  runningCount: number;
  totalSpaces: number | null;
  occupiedSpaces: number | null;
  unknownCount: number;
  waitingCount: number;
  fullCount: number;
  begunCount: number;
  pendingRefundCount: number;
};

/** What happens at an operator in one mode; null is what is not known. */
export type Overview = {
  /** IANA name of the time zone of most of the newest lots; without lots UTC. */
  timezone: string;
  from: Date;
  now: Date;
  /** Stays that began since `from`, without imported ones. */
  begunCount: number;
  /** The same for each of the last OVERVIEW_RECENT_HOURS hours, oldest first. */
  recentHours: readonly RecentHour[];
  income: (PayoutAmounts & { currency: string })[];
  pendingRefundCount: number;
  /** null: there are more than LOTS_ADDED_MAX lots. */
  lots: OverviewOfLots | null;
};

/** The last one is not over. */
type RecentHour = { fromAt: Date; begunCount: number };

export type OverviewOfLots = Pick<
  OverviewRow,
  'lotCount' | 'runningCount' | 'unknownCount' | 'waitingCount' | 'fullCount'
> & {
  /** Over the open lots whose spaces are known; null: there is none. */
  spaces: { total: number; occupied: number } | null;
};

/**
 * Stays and money since an instant, or since the day began in the zone of most lots, and what is
 * parked now, in the mode of the caller. Errors: BAD_REQUEST naming `from`; FORBIDDEN for a fleet's
 * key.
 */
export async function findOverview(
  db: Querier,
  caller: Principal,
  asked: { from: Date | null; now: Date },
): Promise<Overview> {
  refuseFleet(caller, 'overviews');
  const { operatorId, livemode } = caller;
  const [zone] = await db.query<{ timezone: string }>('overview_zone', {
    ...{ operatorId, livemode },
    lotsMax: ZONE_LOTS_MAX,
  });
  const timezone = zone?.timezone ?? UTC;
  const from = asked.from ?? startOfDay(new TZDate(asked.now, timezone));
  if (from.getTime() < asked.now.getTime() - OVERVIEW_HOURS_MAX * HOUR_MS)
    throw badField('from', `must be at most ${OVERVIEW_HOURS_MAX} hours ago`);
  const of = { operatorId, livemode, fromAt: from };
  const [[found], recentHours, sums] = await Promise.all([
    db.query<OverviewRow>('overview_find', { ...of, lotsMax: LOTS_ADDED_MAX }),
    db.query<RecentHour>('overview_hours', {
      ...{ operatorId, livemode },
      hourCount: OVERVIEW_RECENT_HOURS,
    }),
    db.query<AmountsRow & { currency: string }>('payouts_sum_since', of),
  ]);
  if (found === undefined) throw new Error('an aggregate has no row');
  return {
    timezone,
    from: new Date(from.getTime()),
    now: found.now,
    begunCount: found.begunCount,
    recentHours,
    income: sums.map((row) => ({ currency: row.currency, ...toAmounts(row) })),
    pendingRefundCount: found.pendingRefundCount,
    lots: found.lotCount > LOTS_ADDED_MAX ? null : ofLots(found),
  };
}

function ofLots({ totalSpaces: total, occupiedSpaces: occupied, ...row }: OverviewRow) {
  const { lotCount, runningCount, unknownCount, waitingCount, fullCount } = row;
  const spaces = total === null || occupied === null ? null : { total, occupied };
  return { lotCount, runningCount, unknownCount, waitingCount, fullCount, spaces };
}
