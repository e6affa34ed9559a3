import { AppError, notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Principal } from '../../principals/principal.ts';
import type { Role } from '../../principals/roles.ts';
import { checkGrant, type Grant, memberGrant } from '../grants.ts';

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
 * What the caller may hand on, as it is now: the caller was read before, and may have been revoked
 * or given another role since. Errors: UNAUTHORIZED; FORBIDDEN for a connected app.
 */
export async function lockCaller(db: Querier, caller: Principal): Promise<Grant> {
  refuseApp(caller);
  if (caller.type === 'person') return lockMember(db, caller);
  const rows = await db.query<Row>('api_keys_lock_own', { keyIds: [caller.id] });
  return validCaller(rows, caller.id);
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
  refuseApp(caller);
  const member = caller.type === 'person' ? await lockMember(db, caller) : undefined;
  const keyIds = member === undefined ? [caller.id, keyId] : [keyId];
  const rows = await db.query<Row>('api_keys_lock_own', { keyIds });
  const maker = member ?? validCaller(rows, caller.id);
  const row = rows.find((one) => one.keyId === keyId);
  if (row === undefined || !isSeen(row, caller)) throw notFound('key');
  const managed = toLockedKey(row);
  if (managed.keyId !== caller.id) checkGrant(maker, managed);
  return managed;
}

function refuseApp({ type }: Principal): void {
  if (type === 'token') throw new AppError('FORBIDDEN', 'a connected app can give nobody access');
}

async function lockMember(db: Querier, { id, operatorId }: Principal): Promise<Grant> {
  const [member] = await db.query<{ role: Role }>('members_lock', { memberId: id, operatorId });
  if (member === undefined) throw new AppError('UNAUTHORIZED', 'you are no member any more');
  return memberGrant(member.role);
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
