import type { FoundSession } from '../../../parking/sessions/session.ts';
import { type SessionRow, toSession } from '../../../parking/sessions/session-row.ts';
import type { Querier } from '../../../stores/postgres.ts';

export type PaidStay = FoundSession & { paymentIntentId: string };

/** The stay that an intent pays; undefined where there is none. */
export async function findStay(
  db: Querier,
  { paymentIntentId, livemode }: { paymentIntentId: string | null; livemode: boolean },
): Promise<PaidStay | undefined> {
  if (paymentIntentId === null) return undefined;
  const named = { paymentIntentId, livemode };
  const [row] = await db.query<SessionRow>('session_find_by_intent', named);
  return row && { ...toSession(row), paymentIntentId };
}
