import { AppError, notFound } from '../../kit/errors.ts';
import type { Page } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { endSignIn, type ListedSignIn, listSignIns } from './sign-ins.ts';

/**
 * What the person who calls is signed in with now, newest first. Errors: FORBIDDEN for a key or an
 * app; BAD_REQUEST naming `cursor`.
 */
export async function listOwnSignIns(
  db: Querier,
  caller: Principal,
  page: { cursor: string | null; limit: number },
): Promise<Page<ListedSignIn>> {
  return listSignIns(db, await personOf(db, caller), page);
}

/** Ends a sign-in of the person who calls. Errors: FORBIDDEN for a key or an app; NOT_FOUND. */
export async function endOwnSignIn(
  db: Querier,
  caller: Principal,
  signInId: string,
  requestId: string,
): Promise<void> {
  await endSignIn(db, { personId: await personOf(db, caller), signInId }, requestId);
}

async function personOf(db: Querier, { type, id, operatorId }: Principal): Promise<string> {
  if (type !== 'person')
    throw new AppError('FORBIDDEN', 'only a person who is signed in has sign-ins; a key has none');
  const values = { memberId: id, operatorId };
  const [member] = await db.query<{ personId: string }>('members_find', values);
  if (member === undefined) throw notFound('member');
  return member.personId;
}
