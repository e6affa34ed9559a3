import { rememberValues, type WriteContext } from '../../../access/idempotency/remember.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { badField, conflict, notFound } from '../../../kit/errors.ts';
import { type Querier, readClock } from '../../../stores/postgres.ts';
import { capacityUnknown } from '../capacity-unknown.ts';
import { checkLotId } from '../find-lot.ts';

/** How far the clock of the counting system may be ahead of ours. */
const AHEAD_MS_MAX = 30_000;

export type OccupancyReport = {
  lotId: string;
  /** Vehicles on the lot, whether or not they pay. */
  occupied: number;
  /** When they were counted. */
  at: Date;
};

/**
 * Stores how many vehicles were counted on one of the caller's lots. `at` is now unless given; a
 * time that is up to AHEAD_MS_MAX ahead counts as now. A count that is older than the lot's latest
 * is CONFLICT older_report, because the lot does not show it; as something that was measured it is
 * stored nevertheless. Errors: NOT_FOUND (lot), BAD_REQUEST naming `at` or
 * `occupied`, CONFLICT older_report | capacity_unknown.
 */
export async function reportOccupancy(
  db: Querier,
  caller: Principal,
  counted: { lotId: string; occupied: number; at: Date | undefined },
  { requestId, remember }: WriteContext<OccupancyReport>,
): Promise<OccupancyReport> {
  const { lotId, occupied, at } = counted;
  checkLotId(lotId);
  const now = await readClock(db);
  if (at !== undefined && at.getTime() > now.getTime() + AHEAD_MS_MAX)
    throw badField('at', 'must not be in the future');
  const report = { lotId, occupied, at: at !== undefined && at < now ? at : now };
  const [lot] = await db.query<{ totalSpaces: number | null; isStored: boolean }>(
    'lot_report_occupancy',
    {
      lotId,
      livemode: caller.livemode,
      operatorId: caller.operatorId,
      occupied,
      reportedAt: report.at,
      ...actorValues(actorOf(caller, requestId)),
      ...rememberValues(remember, report),
    },
  );
  if (lot === undefined) throw notFound('lot');
  if (lot.totalSpaces === null) throw capacityUnknown();
  if (occupied > lot.totalSpaces)
    throw badField('occupied', `must be at most ${lot.totalSpaces}, the spaces of the lot`);
  if (!lot.isStored)
    throw conflict(
      'older_report',
      'a later count is known already; this one is kept for market figures only',
    );
  return report;
}
