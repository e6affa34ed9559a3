import { type Remember, rememberValues } from '../../access/idempotency/remember.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { type AppError, conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { toRecord } from '../../stores/row-names.ts';
import { toRateColumns } from '../../tariffs/rate-columns.ts';
import { plateColumns } from '../vehicles/plate.ts';
import { HELD_SPACES_MAX, type Hold } from './hold.ts';

/** What the database adds to a hold when it places it. */
type Placed = { holdId: string; assignedSpace: string | null; fencingToken: number };

type DispatchColumns = { dispatch_id: string; fleet_id: string; arrive_by: Date | null };

/**
 * Why holds could not be placed: a lot is not open, its operator has counted too few free spaces, a
 * window has too few free spaces, the caller's operator has allocated a vehicle already or has a
 * space of the lot for its plate already, others hold as much of the lot as they may, or the
 * caller's operator holds as much on other operators' lots as it may.
 */
export type Unplaced = 'closed' | 'reported_full' | (typeof UNPLACED)[keyof typeof UNPLACED];

const UNPLACED = {
  lots_capacity: 'full',
  lots_unknown_capacity: 'full',
  holds_one_allocation: 'allocated',
  holds_one_per_plate: 'plate_held',
  holds_per_lot: 'lot_limit',
  holds_per_operator: 'key_limit',
} as const;

/**
 * Places holds and writes everything about them in one statement, all of them or none. Each hold of
 * a dispatch gets a marked space at once when its lot has any. Throws what the store throws, for
 * example when the idempotency key is used.
 */
export async function placeHolds<T>(
  db: Querier,
  caller: Principal,
  holds: readonly Hold[],
  context: {
    requestId: string;
    dispatch: DispatchColumns | null;
    remember: Remember<T> | undefined;
    result: T;
  },
): Promise<Placed[] | Unplaced> {
  const { dispatch } = context;
  const columns = holds.map(plateColumns);
  try {
    const placed = await db.query<Placed | { holdId: null }>('holds_place', {
      holds: JSON.stringify(
        holds.map((hold, i) => toRecord({ number: i + 1, ...toColumns(hold, dispatch !== null) })),
      ),
      plates: columns.map(({ plate }) => plate),
      shownPlates: columns.map(({ shownPlate }) => shownPlate),
      dispatch: dispatch && JSON.stringify(dispatch),
      livemode: caller.livemode,
      keyId: caller.id,
      actorType: caller.type,
      mandateId: caller.mandate?.mandateId ?? null,
      agentPlatform: caller.agentPlatform,
      operatorId: caller.operatorId,
      requestId: context.requestId,
      ...rememberValues(context.remember, context.result),
    });
    if (!placed.every(isPlaced)) return 'reported_full';
    return placed.length === 0 ? 'closed' : placed;
  } catch (error) {
    const constraint = databaseError(error)?.constraint ?? '';
    if (isKnown(constraint)) return UNPLACED[constraint];
    throw error;
  }
}

function isPlaced(row: Placed | { holdId: null }): row is Placed {
  return row.holdId !== null;
}

function isKnown(constraint: string): constraint is keyof typeof UNPLACED {
  return constraint in UNPLACED;
}

/** The error for a caller whose holds were refused by a limit. */
export function limitReached(
  reason: Extract<Unplaced, 'plate_held' | 'lot_limit' | 'key_limit'>,
): AppError {
  switch (reason) {
    case 'plate_held':
      return conflict(
        'plate_already_held',
        'your operator already holds or uses a space on this lot for this plate at that time',
      );
    case 'lot_limit':
      return conflict(
        'hold_limit_lot',
        'hold limit reached for this lot: its operator limits how many spaces others hold at a ' +
          'time, and unused holds count for 24 hours',
      );
    case 'key_limit':
      return conflict(
        'hold_limit_key',
        `all keys of your operator together may hold ${HELD_SPACES_MAX} spaces at a time on ` +
          'lots of others',
        { spaces_max: HELD_SPACES_MAX },
      );
  }
}

function toColumns(hold: Hold, takesLabel: boolean): Record<string, unknown> {
  return {
    holdId: hold.holdId,
    code: hold.code,
    lotId: hold.lotId,
    vin: hold.vin,
    fleetId: hold.fleetId,
    isAutonomous: hold.isAutonomous,
    spaceCount: hold.spaceCount,
    takesLabel,
    startsAt: hold.startsAt,
    endsAt: hold.endsAt,
    expiresAt: hold.expiresAt,
    ttlSeconds: hold.ttlSeconds,
    intent: hold.intent,
    parsed: hold.parsed,
    ...toRateColumns(hold.rate),
    currency: hold.currency,
    createdAt: hold.createdAt,
  };
}
