import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import { badField, conflict, notFound } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { writeKept } from '../../idempotency/keep-answer.ts';
import type { WriteContext } from '../../idempotency/remember.ts';
import { newId } from '../../ids.ts';
import { newToken, tokenDigest } from '../../link-token.ts';
import { type Actor, actorOf, actorValues } from '../../principals/actor.ts';
import type { Principal } from '../../principals/principal.ts';
import { ROLES, type Role } from '../../principals/roles.ts';
import { checkRoles } from '../check-role.ts';
import { readPersonEmail } from '../person.ts';
import type { InvitationRecord } from './invitation.ts';

/** An invitation with its token, which is only here: the database stores its SHA-256. */
export type NewInvitation = InvitationRecord & { token: string };

/** Of one operator, so that nobody is sent heaps of mail. */
const INVITATIONS_PER_DAY_MAX = 100;

type Asked = { email: string | null; role: string };

/**
 * Makes an invitation to become a member of an operator, good once for 24 hours by the database's
 * clock, with the audit row `member.invited`. Errors: BAD_REQUEST naming `email` or `role`;
 * NOT_FOUND (operator); CONFLICT `too_many_invitations`.
 */
export async function invite(
  db: Querier,
  { operatorId, email, role }: Asked & { operatorId: string },
  actor: Actor,
): Promise<NewInvitation> {
  const token = newToken();
  try {
    const [made] = await db.query<Omit<InvitationRecord, 'state'>>('invitations_insert', {
      invitationId: newId('ivt'),
      operatorId,
      email: readPersonEmail(email),
      role: readRole(role),
      tokenSha256: tokenDigest(token),
      countMax: INVITATIONS_PER_DAY_MAX,
      ...actorValues(actor),
    });
    if (made === undefined)
      throw conflict(
        'too_many_invitations',
        `an operator can make ${INVITATIONS_PER_DAY_MAX} invitations within a day`,
      );
    return { ...made, state: 'open', token };
  } catch (error) {
    const isUnknown = databaseError(error)?.constraint === 'invitations_operator_id_fkey';
    throw isUnknown ? notFound('operator') : error;
  }
}

/**
 * The same for a caller, to its own operator and to a role that may do no more than the caller.
 * Errors: also those of `checkRoles`.
 */
export async function inviteAs(
  db: Postgres,
  caller: Principal,
  asked: Asked,
  { requestId, remember }: WriteContext<NewInvitation>,
): Promise<NewInvitation> {
  return writeKept(db, remember, async (connection) => {
    const { operatorId } = caller;
    // Those that are made at the same time are counted one after the other.
    await connection.query('operator_lock', { operatorId });
    await checkRoles(connection, caller, [readRole(asked.role)]);
    return invite(connection, { ...asked, operatorId }, actorOf(caller, requestId));
  });
}

/** Errors: BAD_REQUEST naming `role`. */
function readRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw badField('role', `must be one of ${ROLES.join(', ')}`);
  return role;
}
