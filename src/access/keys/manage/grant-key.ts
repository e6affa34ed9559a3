import { AppError, conflict } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { writeKept } from '../../idempotency/keep-answer.ts';
import type { WriteContext } from '../../idempotency/remember.ts';
import { PLAN_LIMITS, PLAN_NAMES, shownFigure } from '../../plans/plan-limits.ts';
import { actorOf } from '../../principals/actor.ts';
import type { Principal } from '../../principals/principal.ts';
import { insertKey, type SecretKey } from '../create-key.ts';
import { type AskedGrant, checkGrant, completeGrant } from '../grants.ts';
import type { KeyMode } from '../secret.ts';
import { lockCaller } from './lock-keys.ts';

export type AskedKey = AskedGrant & { name: string; mode?: KeyMode | undefined };

/**
 * Makes another key of the caller's operator in the caller's mode, which may do no more than the
 * caller's key may. Errors: FORBIDDEN naming each field that asks for more; BAD_REQUEST naming the
 * field; CONFLICT key_limit; UNAUTHORIZED when the caller's key has ended.
 */
export async function grantKey(
  db: Postgres,
  caller: Principal,
  { name, mode, ...asked }: AskedKey,
  { requestId, remember }: WriteContext<SecretKey>,
): Promise<SecretKey> {
  const ownMode = checkMode(caller, mode);
  return writeKept(db, remember, async (connection) => {
    const maker = await lockCaller(connection, caller);
    const grant = completeGrant(maker, asked);
    checkGrant(maker, grant);
    await checkCount(connection, caller);
    const details = { operatorId: caller.operatorId, name, mode: ownMode, ...grant } as const;
    return insertKey(connection, details, actorOf(caller, requestId));
  });
}

/**
 * Commands can make more keys than this: so a stolen key that makes many does not keep its operator
 * from making one.
 */
async function checkCount(db: Querier, { operatorId, plan }: Principal): Promise<void> {
  const keysMax = PLAN_LIMITS[plan].keys_max;
  const [row] = await db.query<{ keyCount: number }>('api_keys_count', {
    operatorId,
  });
  if ((row?.keyCount ?? 0) < keysMax) return;
  throw conflict(
    'key_limit',
    `you have reached the limit of ${shownFigure(keysMax)} valid keys of the ` +
      `${PLAN_NAMES[plan]} plan: end one, or ask for another plan`,
    { keys_max: keysMax, plan },
  );
}

/** The mode of the caller's key. FORBIDDEN naming `mode` when another is asked for. */
export function checkMode({ livemode }: Principal, mode: KeyMode | undefined): KeyMode {
  const ownMode = livemode ? 'live' : 'test';
  if (mode === undefined || mode === ownMode) return ownMode;
  const reason = `your key is a ${ownMode} key, and so are those that it makes`;
  throw new AppError('FORBIDDEN', `mode: ${reason}`, { details: [{ field: 'mode', reason }] });
}
