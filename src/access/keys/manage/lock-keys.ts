import { AppError, notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Principal } from '../../principals/principal.ts';
import { checkGrant, type Grant } from '../grants.ts';

export const KEY_ID = /^key_[0-9a-f]{32}$/;

/** A key that no other transaction changes until this one ends. */
export type LockedKey = Grant & {
  keyId: string;
  agentId: string | null;
  /** Neither revoked nor expired, by the database's clock. */
  isValid: boolean;
};

type Row = Omit<LockedKey, 'mandate'> & {
  operatorId: string;
  livemode: boolean;
  mandateId: string | null;
};

/**
 * The caller's own key, as it is now: the caller was read before, and may have been revoked since.
 * Errors: UNAUTHORIZED.
 */
export async function lockCaller(db: Querier, { id: keyId }: Principal): Promise<LockedKey> {
  const rows = await db.query<Row>('api_keys_lock_own', { keyIds: [keyId] });
  return validCaller(rows, keyId);
}

/**
 * A key that the caller may manage: its own, or one that it could have made. `keyId` may be any
 * text. Errors: UNAUTHORIZED; NOT_FOUND for a key of another operator, mode or fleet; FORBIDDEN
 * naming what the caller could not have granted.
 */
export async function lockManaged(
  db: Querier,
  caller: Principal,
  keyId: string,
): Promise<LockedKey> {
  if (!KEY_ID.test(keyId)) throw notFound('key');
  const rows = await db.query<Row>('api_keys_lock_own', { keyIds: [caller.id, keyId] });
  const maker = validCaller(rows, caller.id);
  const row = rows.find((one) => one.keyId === keyId);
  if (row === undefined || !isSeen(row, caller)) throw notFound('key');
  const managed = toLockedKey(row);
  if (managed.keyId !== maker.keyId) checkGrant(maker, managed);
  return managed;
}

function isSeen({ operatorId, livemode, fleetId }: Row, caller: Principal): boolean {
  const isOfOperator = operatorId === caller.operatorId && livemode === caller.livemode;
  return isOfOperator && (caller.fleetId === null || fleetId === caller.fleetId);
}

function validCaller(rows: readonly Row[], keyId: string): LockedKey {
  const row = rows.find((one) => one.keyId === keyId);
  if (row?.isValid) return toLockedKey(row);
  throw new AppError('UNAUTHORIZED', 'the API key is not valid', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function toLockedKey({
  operatorId: _operator,
  livemode: _mode,
  mandateId,
  ...key
}: Row): LockedKey {
  return { ...key, mandate: mandateId === null ? null : { mandateId } };
}
