import { findHold } from '../../../src/holds/find-hold.ts';
import type { Hold } from '../../../src/holds/hold.ts';
import type { Replay } from '../../../src/idempotency/answer-once.ts';
import { unmaskPlate } from '../../../src/intents/mask-plate.ts';
import type { Caller } from '../../../src/keys/caller.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { rememberCall } from '../../idempotent-call.ts';
import { type HoldShape, toHoldShape } from './hold-shape.ts';

/** The call's idempotency, if it asked for any. Plates are looked up again when it is repeated. */
export function rememberHold(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
) {
  return rememberCall(caller, operation, idempotencyKey, body, (hold: Hold) => {
    const shape = toHoldShape(hold);
    return { ...shape, intent: hold.intent, parsed: { ...shape.parsed, plate: null } };
  });
}

/** The answer given before. */
export async function recallHold(db: Querier, caller: Caller, replay: Replay): Promise<HoldShape> {
  const remembered = replay.response as HoldShape;
  const { plate } = await findHold(db, caller, remembered.id);
  return {
    ...remembered,
    intent: remembered.intent === null ? null : unmaskPlate(remembered.intent, plate),
    parsed: { ...remembered.parsed, plate },
  };
}
