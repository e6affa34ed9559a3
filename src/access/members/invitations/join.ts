import { conflict, notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { newId } from '../../ids.ts';
import { tokenDigest } from '../../link-token.ts';
import type { Role } from '../../principals/roles.ts';
import type { InvitationState } from './invitation.ts';

/** What somebody sees of an invitation who has its link. */
export type OpenedInvitation = {
  operatorName: string;
  role: Role;
  email: string | null;
  state: InvitationState;
};

type Joined = { memberId: string; operatorId: string; role: Role };

/** What has become of an invitation. Changes nothing. `token` may be any text. */
export async function findInvitation(
  db: Querier,
  token: string,
): Promise<OpenedInvitation | { state: 'unknown' }> {
  const values = { tokenSha256: tokenDigest(token) };
  const [found] = await db.query<OpenedInvitation>('invitations_find', values);
  return found ?? { state: 'unknown' };
}

/**
 * Makes somebody who is signed in a member of one more operator, with the audit row
 * `member.joined`. Errors: those of `join`; CONFLICT `already_member`.
 */
export async function joinWith(
  db: Querier,
  token: string,
  personId: string,
  requestId: string | null,
): Promise<Joined> {
  const known = { personId, name: null, email: null, isEmailConfirmed: false };
  return join(db, token, known, requestId);
}

/**
 * Makes a person a member by an invitation; one who is new where there is a name. Errors: NOT_FOUND
 * for an unknown invitation; CONFLICT `invitation_used`, `invitation_expired` or
 * `invitation_withdrawn`.
 */
export async function join(
  db: Querier,
  token: string,
  person: {
    personId: string;
    name: string | null;
    email: string | null;
    /** It is known to be the person's own. */
    isEmailConfirmed: boolean;
  },
  requestId: string | null,
): Promise<Joined> {
  const memberId = newId('mem');
  const [joined] = await db.query<Omit<Joined, 'memberId'>>('invitations_accept', {
    tokenSha256: tokenDigest(token),
    memberId,
    ...person,
    requestId,
  });
  if (joined !== undefined) return { memberId, ...joined };
  const { state } = await findInvitation(db, token);
  if (state === 'unknown') throw notFound('invitation');
  if (state === 'open') throw conflict('already_member', 'you are a member of this operator');
  throw refusalOf(state);
}

function refusalOf(state: 'used' | 'expired' | 'withdrawn'): Error {
  switch (state) {
    case 'used':
      return conflict('invitation_used', 'the invitation was used; ask for another one');
    case 'expired':
      return conflict('invitation_expired', 'the invitation is over; ask for another one');
    case 'withdrawn':
      return conflict('invitation_withdrawn', 'the invitation was withdrawn');
  }
}
