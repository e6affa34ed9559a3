import { notFound } from '../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { MEMBER_ID, type MemberRecord } from './member.ts';
import { refuseKeys } from './refuse-keys.ts';

/**
 * A page of the members of the caller's operator, who joined last first. Errors: BAD_REQUEST naming
 * `cursor`; FORBIDDEN for a fleet's or a test key.
 */
export async function listMembers(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<MemberRecord>> {
  refuseKeys(caller, 'members');
  const rows = await db.query<MemberRecord & ListedRow>('members_list_page', {
    operatorId: caller.operatorId,
    ...readCursor(cursor, MEMBER_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.memberId, read: (row) => row });
}

/**
 * One member of the caller's operator. `memberId` may be any text. Errors: NOT_FOUND; FORBIDDEN for
 * a fleet's or a test key.
 */
export async function findMember(
  db: Querier,
  caller: Principal,
  memberId: string,
): Promise<MemberRecord> {
  refuseKeys(caller, 'members');
  if (!MEMBER_ID.test(memberId)) throw notFound('member');
  const { operatorId } = caller;
  const [member] = await db.query<MemberRecord>('members_find', { memberId, operatorId });
  if (member === undefined) throw notFound('member');
  return member;
}
