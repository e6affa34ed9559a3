import { withReadHours } from '../../kit/hours/read-hours.ts';
import type { PublicLot } from '../../parking/lots/lot-columns.ts';
import type { Querier } from '../../stores/postgres.ts';

/** A lot as feeds show it: what every caller may see of it. */
export type FeedLot = PublicLot & {
  createdAt: Date;
  /** When the vehicles on it were counted; null: not in the last 15 minutes. */
  reportedAt: Date | null;
  /** In use now: by stays and live holds, or by the count of vehicles if that is more. */
  occupiedSpaces: number;
};

/** Those of the given lots that are listed and active, in one mode; in any order. */
export async function listFeedLots(
  db: Querier,
  lotIds: readonly string[],
  livemode: boolean,
): Promise<FeedLot[]> {
  return withReadHours(await db.query<FeedLot>('lots_list_shown', { lotIds, livemode }));
}
