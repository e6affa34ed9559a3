import { hashBody, type Replay } from '../../../src/idempotency/answer-once.ts';
import type { Caller } from '../../../src/keys/caller.ts';
import type { Remember } from '../../../src/sessions/create-session.ts';
import { findSession } from '../../../src/sessions/find-session.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { type SessionShape, toSessionShape } from './session-shape.ts';

/** What a repeat is told, less what is personal or secret: that is looked up again then. */
type Remembered = Omit<SessionShape, 'plate' | 'client_secret'>;

/** The call's idempotency, if it asked for any. */
export function rememberSession(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
): Remember | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    keyId: caller.keyId,
    operation,
    idempotencyKey,
    bodySha256: hashBody(body),
    toResponse(session) {
      const { plate: _plate, vehicle, ...shape } = toSessionShape(session);
      return { ...shape, vehicle: { ...vehicle, vin: null } };
    },
  };
}

/** The answer given before, word for word. */
export async function recallSession(
  db: Querier,
  caller: Caller,
  replay: Replay,
): Promise<SessionShape> {
  const remembered = replay.response as Remembered;
  const { plate, vin } = await findSession(db, caller, remembered.id);
  return { ...remembered, plate, vehicle: { ...remembered.vehicle, vin } };
}

export const REPLAYED_HEADERS = { 'Idempotent-Replayed': 'true' };
