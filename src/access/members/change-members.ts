import { conflict } from '../../kit/errors.ts';
import type { Postgres, Querier } from '../../stores/postgres.ts';
import { actorOf, actorValues } from '../principals/actor.ts';
import type { Principal } from '../principals/principal.ts';
import type { Role } from '../principals/roles.ts';
import { checkRoles } from './check-role.ts';
import { findMember } from './list-members.ts';
import type { MemberRecord } from './member.ts';

type Asked = { isLastOwner: boolean };

/**
 * Gives a member another role, with the audit row `member.role_changed`. Neither the old nor the
 * new role may be more than the caller may do. Errors: NOT_FOUND; CONFLICT `last_owner`; those of
 * `checkRoles`.
 */
export async function changeRole(
  db: Postgres,
  caller: Principal,
  { memberId, role }: { memberId: string; role: Role },
  requestId: string,
): Promise<MemberRecord> {
  return whileLocked(db, caller, memberId, async (connection, member) => {
    await checkRoles(connection, caller, [member.role, role]);
    const values = valuesOf(caller, memberId, requestId);
    await refuseLast(connection.query<Asked>('members_change_role', { ...values, role }));
    return { ...member, role };
  });
}

/**
 * Removes a member, with the audit row `member.removed`; the sign-ins at this operator end, and the
 * invitations that the member made are withdrawn. Errors: those of `changeRole`.
 */
export async function removeMember(
  db: Postgres,
  caller: Principal,
  memberId: string,
  requestId: string,
): Promise<void> {
  await whileLocked(db, caller, memberId, async (connection, member) => {
    await checkRoles(connection, caller, [member.role]);
    const values = valuesOf(caller, memberId, requestId);
    await refuseLast(connection.query<Asked>('members_remove', values));
  });
}

/** Changes of the members of one operator wait for each other, so that it keeps an owner. */
function whileLocked<T>(
  db: Postgres,
  caller: Principal,
  memberId: string,
  work: (connection: Querier, member: MemberRecord) => Promise<T>,
): Promise<T> {
  return db.transaction(async (connection) => {
    const { operatorId } = caller;
    await connection.query('operator_lock', { operatorId });
    // An invitation that the member makes at this moment is waited for, so that it is withdrawn.
    await connection.query('members_lock', { memberId, operatorId });
    return work(connection, await findMember(connection, caller, memberId));
  });
}

function valuesOf(caller: Principal, memberId: string, requestId: string) {
  const { operatorId } = caller;
  return { memberId, operatorId, ...actorValues(actorOf(caller, requestId)) };
}

async function refuseLast(asked: Promise<Asked[]>): Promise<void> {
  const [member] = await asked;
  if (member === undefined) throw new Error('a member went although its operator was locked');
  if (member.isLastOwner)
    throw conflict('last_owner', 'an operator keeps an owner: make somebody else one first');
}
