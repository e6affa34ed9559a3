import { AppError, conflict } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { findInvitation, joinWith } from '../../members/invitations/join.ts';
import { acceptInvitationIn } from '../accept-invitation.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import type { Device } from '../device.ts';
import {
  type SignIn,
  type StartedSignIn,
  startSignIn,
  stepUp,
  tryStartSignIn,
} from '../sign-ins.ts';

/** An account at the company's own OpenID provider, as that has proved it. */
export type CompanyAccount = Readonly<{
  issuer: string;
  subject: string;
  /** As the account says; null: it says none. */
  name: string | null;
  /** Only one that the provider has verified; null: none. */
  email: string | null;
}>;

/** What somebody is called whose account says no name. */
const USUAL_NAME = 'Member';

/**
 * Signs somebody in with a company account. Undefined: the account is nobody's here, or its person
 * is no member of any operator.
 */
export async function signInWithCompany(
  db: Querier,
  account: CompanyAccount,
  device: Device,
): Promise<StartedSignIn | undefined> {
  const personId = await findPerson(db, account);
  if (personId === undefined) return undefined;
  return tryStartSignIn(db, { personId, method: 'company', device });
}

/**
 * Makes whoever has a company account a member by an invitation, and signs the person in: the one
 * who has the account here, or else a new one. An invitation that is for an address is for the
 * account with that address alone. Errors: FORBIDDEN; BAD_REQUEST naming `name`; those of `join`;
 * CONFLICT `already_member`, `email_taken`.
 */
export async function joinWithCompany(
  db: Postgres,
  token: string,
  { account, device }: { account: CompanyAccount; device: Device },
  requestId: string | null,
): Promise<StartedSignIn> {
  const { name, email } = account;
  const found = await findInvitation(db, token);
  const isFor = found.state === 'unknown' ? null : found.email;
  if (isFor !== null && isFor.toLowerCase() !== email?.toLowerCase())
    throw new AppError('FORBIDDEN', 'the invitation is for another address than this account has');
  return db.transaction(async (connection) => {
    const personId = await findPerson(connection, account);
    if (personId !== undefined) {
      const { memberId } = await joinWith(connection, token, personId, requestId);
      return startSignIn(connection, { personId, memberId, method: 'company', device });
    }
    const isEmailConfirmed = email !== null;
    const person = { name: name ?? email ?? USUAL_NAME, email, isEmailConfirmed, device };
    const started = await acceptInvitationIn(connection, token, person, requestId);
    await linkCompanyAccount(connection, started.signIn, account, requestId);
    return started;
  });
}

/**
 * Notes that somebody who is signed in has proved again who they are, with a company account.
 * Errors: FORBIDDEN where it is not the person's.
 */
export async function stepUpWithCompany(
  db: Querier,
  { signInId, personId }: Pick<SignIn, 'signInId' | 'personId'>,
  account: CompanyAccount,
): Promise<void> {
  if ((await findPerson(db, account)) !== personId)
    throw new AppError('FORBIDDEN', 'you do not sign in here with this company account');
  await stepUp(db, signInId, 'company');
}

/**
 * Lets somebody who is signed in sign in with a company account from now on, with the audit row
 * `company_account.linked`. Whoever calls has asked for step-up. Errors: CONFLICT
 * `company_account_taken` where it is another person's.
 */
export async function linkCompanyAccount(
  db: Querier,
  member: ActingMember,
  { issuer, subject }: CompanyAccount,
  requestId: string | null,
): Promise<void> {
  const values = { ...actingValues(member, requestId), issuer, subject };
  const [linked] = await db.query('company_identities_link', values);
  if (linked === undefined)
    throw conflict('company_account_taken', 'somebody else signs in with this company account');
}

async function findPerson(
  db: Querier,
  { issuer, subject }: CompanyAccount,
): Promise<string | undefined> {
  const values = { issuer, subject };
  const [found] = await db.query<{ personId: string }>('company_identities_find', values);
  return found?.personId;
}
