import { type Remember, rememberValues } from '../idempotency/remember.ts';
import type { Caller } from '../keys/caller.ts';
import { toRateColumns } from '../pricing/rate-columns.ts';
import { databaseError, type Querier } from '../stores/postgres.ts';
import type { Hold } from './hold.ts';

/** What the database adds to a hold as it places it. */
export type Placed = { hold_id: string; assigned_space: string | null; fencing_token: number };

export type DispatchColumns = { dispatch_id: string; fleet_id: string; arrive_by: Date | null };

/**
 * Why holds could not be placed: no free space in one of their windows, a lot that is not open, a
 * vehicle that is allocated already.
 */
export type Unplaced = 'full' | 'closed' | 'allocated';

/**
 * Places holds and writes everything about them in one statement, all of them or none. The holds of
 * a dispatch are sent to marked spaces at once, where their lot has any. Throws what the store
 * throws, a used idempotency key among it.
 */
export async function placeHolds<T>(
  db: Querier,
  caller: Caller,
  holds: readonly Hold[],
  context: {
    requestId: string;
    agentPlatform: string | null;
    dispatch: DispatchColumns | null;
    remember: Remember<T> | undefined;
    result: T;
  },
): Promise<Placed[] | Unplaced> {
  const { dispatch } = context;
  try {
    const placed = await db.query<Placed>('holds_place', {
      holds: JSON.stringify(
        holds.map((hold, number) => ({ number, ...toColumns(hold, dispatch !== null) })),
      ),
      dispatch: dispatch && JSON.stringify(dispatch),
      livemode: caller.livemode,
      key_id: caller.keyId,
      agent_platform: context.agentPlatform,
      operator_id: caller.operatorId,
      request_id: context.requestId,
      ...rememberValues(context.remember, context.result),
    });
    return placed.length === 0 ? 'closed' : placed;
  } catch (error) {
    switch (databaseError(error)?.constraint) {
      case 'lots_capacity':
        return 'full';
      case 'holds_one_allocation':
        return 'allocated';
      default:
        throw error;
    }
  }
}

function toColumns(hold: Hold, takesLabel: boolean): Record<string, unknown> {
  return {
    hold_id: hold.holdId,
    code: hold.code,
    lot_id: hold.lotId,
    plate: hold.plate,
    vin: hold.vin,
    fleet_id: hold.fleetId,
    is_autonomous: hold.isAutonomous,
    space_count: hold.spaceCount,
    takes_label: takesLabel,
    starts_at: hold.startsAt,
    ends_at: hold.endsAt,
    expires_at: hold.expiresAt,
    ttl_seconds: hold.ttlSeconds,
    intent: hold.intent,
    parsed: hold.parsed,
    ...toRateColumns(hold.rate),
    currency: hold.currency,
    created_at: hold.createdAt,
  };
}
