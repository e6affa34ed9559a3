import type { Replay } from '../../../src/access/idempotency/answer-once.ts';
import type { Caller } from '../../../src/access/keys/caller.ts';
import { findHold } from '../../../src/parking/holds/find-hold.ts';
import type { Hold } from '../../../src/parking/holds/hold.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { type HoldShape, toHoldShape } from './hold-shape.ts';

/** The fields of a hold that change with time, as they were when the call was answered. */
type Moment = Pick<Hold, 'holdId' | 'status' | 'activatedCount' | 'sessionId'> & {
  startsAt: string;
};

/**
 * The idempotency of a call, if it has a key. Only fields that change are stored; the others are
 * read again.
 */
export function rememberHold(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
) {
  return rememberCall(caller, operation, idempotencyKey, body, (hold: Hold): Moment => {
    const { holdId, status, activatedCount, sessionId } = hold;
    return { holdId, status, activatedCount, sessionId, startsAt: hold.startsAt.toISOString() };
  });
}

/** The answer given before. */
export async function recallHold(db: Querier, caller: Caller, replay: Replay): Promise<HoldShape> {
  const moment = replay.response as Moment;
  const hold = await findHold(db, caller, moment.holdId);
  return toHoldShape({ ...hold, ...moment, startsAt: new Date(moment.startsAt) });
}
