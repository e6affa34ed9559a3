import { conflict, notFound } from '../../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { actorOf, actorValues } from '../../principals/actor.ts';
import type { Principal } from '../../principals/principal.ts';
import type { Role } from '../../principals/roles.ts';
import { checkRoles } from '../check-role.ts';
import { refuseKeys } from '../refuse-keys.ts';
import { INVITATION_ID, type InvitationRecord } from './invitation.ts';

/**
 * A page of the invitations of the caller's operator, newest first, with those that are over.
 * Errors: BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's or a test key.
 */
export async function listInvitations(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<InvitationRecord>> {
  refuseKeys(caller, 'invitations');
  const rows = await db.query<InvitationRecord & ListedRow>('invitations_list_page', {
    operatorId: caller.operatorId,
    ...readCursor(cursor, INVITATION_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.invitationId, read: (row) => row });
}

/**
 * Withdraws an invitation to a role that may do no more than the caller, with the audit row
 * `invitation.withdrawn`; one that was withdrawn or is over stays as it is. `invitationId` may be
 * any text. Errors: NOT_FOUND; CONFLICT `invitation_used`; those of `checkRoles`.
 */
export async function withdrawInvitation(
  db: Postgres,
  caller: Principal,
  invitationId: string,
  requestId: string,
): Promise<void> {
  refuseKeys(caller, 'invitations');
  if (!INVITATION_ID.test(invitationId)) throw notFound('invitation');
  const { operatorId } = caller;
  const asked = { invitationId, operatorId };
  const isUsed = await db.transaction(async (connection) => {
    const [locked] = await connection.query<{ role: Role }>('invitations_lock', asked);
    if (locked === undefined) throw notFound('invitation');
    await checkRoles(connection, caller, [locked.role]);
    const values = { ...asked, ...actorValues(actorOf(caller, requestId)) };
    const rows = await connection.query<{ acceptedAt: Date | null }>(
      'invitations_withdraw',
      values,
    );
    return rows.some(({ acceptedAt }) => acceptedAt !== null);
  });
  if (isUsed) throw conflict('invitation_used', 'the invitation was used: remove the member');
}
