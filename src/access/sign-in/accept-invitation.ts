import type { Postgres, Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import { join } from '../members/invitations/join.ts';
import { emailTaken, readPersonEmail, readPersonName } from '../members/person.ts';
import type { Device } from './device.ts';
import { type StartedSignIn, startSignIn } from './sign-ins.ts';

type NewPerson = {
  name: string;
  email: string | null;
  /** It is known to be the person's own: what somebody types is not. */
  isEmailConfirmed?: boolean;
  device: Device;
};

/**
 * Makes somebody who is new a member by an invitation, and signs the person in. Errors: BAD_REQUEST
 * naming `name` or `email`; those of `join`; CONFLICT `email_taken`.
 */
export async function acceptInvitation(
  db: Postgres,
  token: string,
  person: NewPerson,
  requestId: string | null,
): Promise<StartedSignIn> {
  return db.transaction((connection) => acceptInvitationIn(connection, token, person, requestId));
}

/** The same, in the caller's transaction. */
export async function acceptInvitationIn(
  db: Querier,
  token: string,
  { name, email, isEmailConfirmed = false, device }: NewPerson,
  requestId: string | null,
): Promise<StartedSignIn> {
  const person = { name: readPersonName(name), email: readPersonEmail(email), isEmailConfirmed };
  const personId = newId('per');
  try {
    const { memberId } = await join(db, token, { personId, ...person }, requestId);
    return await startSignIn(db, { personId, memberId, method: 'invitation', device });
  } catch (error) {
    throw emailTaken(error);
  }
}
