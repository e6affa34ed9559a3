import type { Postgres } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import { join } from '../members/invitations/join.ts';
import { emailTaken, readPersonEmail, readPersonName } from '../members/person.ts';
import type { Device } from './device.ts';
import { type StartedSignIn, startSignIn } from './sign-ins.ts';

/**
 * Makes somebody who is new a member by an invitation, and signs the person in. Errors: BAD_REQUEST
 * naming `name` or `email`; those of `join`; CONFLICT `email_taken`.
 */
export async function acceptInvitation(
  db: Postgres,
  token: string,
  { name, email, device }: { name: string; email: string | null; device: Device },
  requestId: string | null,
): Promise<StartedSignIn> {
  const person = { name: readPersonName(name), email: readPersonEmail(email) };
  const personId = newId('per');
  try {
    return await db.transaction(async (connection) => {
      const { memberId } = await join(connection, token, { personId, ...person }, requestId);
      return startSignIn(connection, { personId, memberId, method: 'invitation', device });
    });
  } catch (error) {
    throw emailTaken(error);
  }
}
