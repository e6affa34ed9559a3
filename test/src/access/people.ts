import { newId } from '../../../src/access/ids.ts';
import { invite } from '../../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import type { Principal } from '../../../src/access/principals/principal.ts';
import type { Role } from '../../../src/access/principals/roles.ts';
import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import { acceptInvitation } from '../../../src/access/sign-in/accept-invitation.ts';
import type { Device } from '../../../src/access/sign-in/device.ts';
import { setPassword } from '../../../src/access/sign-in/passwords/set-password.ts';
import type { SignIn, StartedSignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { TestDatabase } from '../../stage/database.ts';

export const PASSWORD = 'correct horse battery staple';
/** A browser in which nobody has signed in. */
export const DEVICE: Device = {
  deviceToken: null,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.7',
};

/** An operator without members. */
export async function addOperator({ sql }: Pick<TestDatabase, 'sql'>, name = 'Elm Parking') {
  const operatorId = newId('op');
  await sql(`insert into operators (operator_id, name, plan) values ($1, $2, 'pro')`, [
    operatorId,
    name,
  ]);
  return operatorId;
}

/** Somebody new who joins an operator by an invitation and is signed in. */
export async function addMember(
  { db }: Pick<TestDatabase, 'db'>,
  operatorId: string,
  {
    role = 'owner',
    email = null,
    device = DEVICE,
  }: { role?: Role; email?: string | null; device?: Device } = {},
): Promise<StartedSignIn> {
  const { token } = await invite(db, { operatorId, email, role }, systemActor('test'));
  return acceptInvitation(db, token, { name: 'Kim Lee', email, device }, null);
}

/** The same, who has a password. */
export async function addPasswordMember(
  database: TestDatabase,
  email: string,
  device = DEVICE,
): Promise<StartedSignIn> {
  const started = await addMember(database, await addOperator(database), { email, device });
  await setPassword(database.db, started.signIn, PASSWORD, null);
  return started;
}

/** Whoever is signed in, as the caller of an operation. */
export function principalOf({ memberId, operatorId, role, plan }: SignIn): Principal {
  return {
    ...{ type: 'person', id: memberId, operatorId, plan, limitsEndUsers: false, livemode: true },
    ...{ scopes: SCOPES_OF_ROLE[role], fleetId: null, agentPlatform: null, agentName: null },
    ...{ rateLimits: {}, spendCapCents: null, mandate: null, expiresAt: null },
    blockingInvoiceId: null,
  };
}
