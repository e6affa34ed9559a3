import { conflict } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import type { Device } from '../device.ts';
import { type StartedSignIn, tryStartSignIn } from '../sign-ins.ts';

/** An account at the company's own OpenID provider, as that has proved it. */
export type CompanyAccount = Readonly<{
  issuer: string;
  subject: string;
  /** As the account says; null: it says none. */
  name: string | null;
  /** Only one that the provider has verified; null: none. */
  email: string | null;
}>;

/**
 * Signs somebody in with a company account. Undefined: the account is nobody's here, or its person
 * is no member of any operator.
 */
export async function signInWithCompany(
  db: Postgres,
  { issuer, subject }: CompanyAccount,
  device: Device,
): Promise<StartedSignIn | undefined> {
  const values = { issuer, subject };
  const [found] = await db.query<{ personId: string }>('company_identities_find', values);
  if (found === undefined) return undefined;
  return tryStartSignIn(db, { personId: found.personId, method: 'company', device });
}

/**
 * Lets somebody who is signed in sign in with a company account from now on, with the audit row
 * `company_account.linked`. Errors: CONFLICT `company_account_taken` where it is another person's.
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
